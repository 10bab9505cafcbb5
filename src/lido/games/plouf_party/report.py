"""What a report on Plouf Party leaves out."""

from lido.lab.config import ReportConfig

REPORT = ReportConfig(unseen=("memory",))  # bots remember by themselves which numbers they have seen
