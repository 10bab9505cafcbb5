"""The page as an app: what a browser asks of one that can be installed, and new versions, which never break a game."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, expect

import lido
from tests.server.service import Service

from .conftest import LAPTOP, PATIENCE_MS, Visit
from .people import play_one, spot, to_move
from .test_offline import READY
