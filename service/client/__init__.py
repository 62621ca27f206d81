"""A client of the service, for programs and for the command line.

`Client` is for plain code and notebooks, `AsyncClient` for asyncio; they have the
same methods. See docs/client.md.
"""

from alphacut.service.client.blocking import Client as Client
from alphacut.service.client.concurrent import AsyncClient as AsyncClient
from alphacut.service.client.errors import ClientError as ClientError
from alphacut.service.client.errors import FieldError as FieldError
from alphacut.service.client.errors import NoResultError as NoResultError
from alphacut.service.client.errors import RequestRefusedError as RequestRefusedError
from alphacut.service.client.records import Batch as Batch
from alphacut.service.client.records import Job as Job
