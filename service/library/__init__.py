"""The library: networks as Python has them, asked about in this process's own children.

What asks a service is in `serviced`, which needs the extra "client".
"""

from alphacut.service.library.answers import Conjecture as Conjecture
from alphacut.service.library.answers import Placement as Placement
from alphacut.service.library.answers import Rate as Rate
from alphacut.service.library.answers import Routes as Routes
from alphacut.service.library.answers import Run as Run
from alphacut.service.library.answers import Simulation as Simulation
from alphacut.service.library.answers import StencilMapping as StencilMapping
from alphacut.service.library.answers import Synthesis as Synthesis
from alphacut.service.library.answers import Throughput as Throughput
from alphacut.service.library.asking import bisection as bisection
from alphacut.service.library.asking import bound as bound
from alphacut.service.library.asking import curve as curve
from alphacut.service.library.cabled import fabric as fabric
from alphacut.service.library.cabled import fabrics as fabrics
from alphacut.service.library.checking import Verified as Verified
from alphacut.service.library.checking import verify as verify
from alphacut.service.library.designing import FoundDesigns as FoundDesigns
from alphacut.service.library.failures import Resilience as Resilience
from alphacut.service.library.laying_out import Layout as Layout
from alphacut.service.library.laying_out import layout as layout
from alphacut.service.library.loading import load as load
from alphacut.service.library.many import map_networks as map_networks
from alphacut.service.library.profiles import Profile as Profile
from alphacut.service.library.questions import conjecture as conjecture
from alphacut.service.library.questions import design as design
from alphacut.service.library.questions import mapping as mapping
from alphacut.service.library.questions import place as place
from alphacut.service.library.questions import profile as profile
from alphacut.service.library.questions import resilience as resilience
from alphacut.service.library.questions import routes as routes
from alphacut.service.library.questions import simulate as simulate
from alphacut.service.library.questions import synthesise as synthesise
from alphacut.service.library.questions import throughput as throughput
from alphacut.service.library.reporting import Report as Report
from alphacut.service.library.reporting import report as report
from alphacut.service.library.results import Bisection as Bisection
from alphacut.service.library.results import Bound as Bound
from alphacut.service.library.results import Curve as Curve
