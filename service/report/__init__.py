"""Reports: networks, their documents, and how each figure is proven, on one page of HTML."""
