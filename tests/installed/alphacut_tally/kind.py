"""The entry of the kind."""

from alphacut.jobs.kinds import Command, Kind, View

TALLY = Kind(
    name="tally",
    asks="how many links each switch has",
    title="{}, tally",
    request="alphacut_tally.request:TallyRequest",
    check="alphacut_tally.question:check",
    question="alphacut_tally.question",
    doing="counting",
    format="tally/1",
    schema="alphacut_tally.answer:SCHEMA",
    words="alphacut_tally.answer:words",
    verify="alphacut_tally.answer:verify",
    live=("network",),
    views=(
        View(
            link="text",
            path="tally.txt",
            media_type="text/plain; charset=utf-8",
            summary="Read a tally",
            make="alphacut.service.viewing:text",
        ),
    ),
    commands=(
        Command(
            name="tally", does="count the links at each switch", run="alphacut_tally.command:tally"
        ),
    ),
    example={"kind": "tally", "topology": {"family": "complete", "switches": 3}},
)
