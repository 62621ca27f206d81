"""A client of the service, for programs and for the command line.

`Client` is for plain code and notebooks, `AsyncClient` for asyncio; they have the
same methods. See docs/client.md.
"""

from service.client.blocking import Client as Client
from service.client.concurrent import AsyncClient as AsyncClient
from service.client.errors import ClientError as ClientError
from service.client.errors import FieldError as FieldError
from service.client.errors import NoResultError as NoResultError
from service.client.errors import RequestRefusedError as RequestRefusedError
from service.client.records import Batch as Batch
from service.client.records import Job as Job
