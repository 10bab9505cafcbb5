from tests.server.workers.conftest import runner

__all__ = ["runner"]
