"""What a browser may do for the page: load from this server alone, and run no inline script."""

from __future__ import annotations

from collections.abc import Mapping

_DIRECTIVES = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",  # Plotly brings its styles along; they can load nothing
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
)

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": "; ".join(_DIRECTIVES),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",  # keep it, but ask each time whether it is still the same
}
