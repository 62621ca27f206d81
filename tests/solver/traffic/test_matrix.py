"""Users' traffic matrices: what is read, and what is refused with its place."""

from fractions import Fraction
from pathlib import Path

import pytest

from alphacut.arrangements.formats import spec as specs
from alphacut.arrangements.network import Link, Network
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.traffic.reading import read_traffic, read_traffic_argument
from alphacut.solver.traffic.traffic import Traffic

NETWORK = specs.build(specs.read("dragonfly:a=2,h=1,p=2,arrangement=relative"))  # 12 hosts


def read(path: Path, content: str) -> Traffic:
    path.write_text(content, encoding="utf-8")
    return read_traffic_argument(str(path), NETWORK)


def test_a_matrix_in_csv_and_in_json(tmp_path: Path) -> None:
    rows = "source,destination,demand\n0,5,1.5\n# later\n\n5,0,1/3\n0,5,2\n3,4,0\n"
    one = read(tmp_path / "matrix.csv", rows)
    other = read(tmp_path / "matrix.json", '{"demands": [[0, 5, "7/2"], [5, 0, "1/3"]]}')
    for traffic in (one, other, read_traffic(one.spec, NETWORK)):
        pairs = traffic.listed()
        assert pairs.sources.tolist() == [0, 5]
        assert pairs.destinations.tolist() == [5, 0]
        assert [w * traffic.unit for w in pairs.weights.tolist()] == [
            Fraction(7, 2),
            Fraction(1, 3),
        ]
    assert one.busiest == Fraction(7, 2)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("0,5,1\n", "line 1 must be source,destination,demand"),
        ("source,destination,demand\n0,5\n", "line 2 must have"),
        ("source,destination,demand\n0,5,\n", "line 2 must have"),
        ("source,destination,demand\n0,5,-1\n", "line 2: a demand must not be negative"),
        ("source,destination,demand\n0,12,1\n", "line 2: host 12 does not exist"),
        ("source,destination,demand\n0,0,1\n", "line 2: host 0 sends to itself"),
        ("source,destination,demand\n0,5,1e999999999\n", "line 2: each of its numbers must be"),
        ("source,destination,demand\n0,5,nan\n", "line 2: each of its numbers must be"),
        ("source,destination,demand\n0,5,0\n", "is empty"),
        ("", "is empty"),
        ("[]", "must be as in"),
        ('{"demands": [[0, 5]]}', "demands.0 must be"),
        ('{"demands": [[0, 5, 0.5]]}', "demands.0: each of its numbers must be"),
        ('{"demands": 3}', "demands must be a list"),
        ('{"demands": [], "demands": []}', "demands"),
        ("{", "not JSON"),
        ('{"demands": [[0, 5, ' + "9" * 5000 + "]]}", "not a matrix"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path: Path, content: str, message: str) -> None:
    with pytest.raises(QuestionError, match=message) as caught:
        read(tmp_path / "matrix.x", content)
    assert caught.value.field == "traffic"
    assert "matrix.x" in caught.value.problem


def test_no_such_file_and_no_text(tmp_path: Path) -> None:
    with pytest.raises(QuestionError, match=r"cannot be read: No such file"):
        read_traffic_argument(str(tmp_path / "none.csv"), NETWORK)
    file = tmp_path / "utf16.csv"
    file.write_bytes("source,destination,demand\n".encode("utf-16"))
    with pytest.raises(QuestionError, match="UTF-16"):
        read_traffic_argument(str(file), NETWORK)


NAMED = Network(switches=3, links=(Link(0, 1, "local"),), hosts=(1, 2, 1), names=("a", "b", "c"))


def test_hosts_may_be_named(tmp_path: Path) -> None:
    path = tmp_path / "matrix.csv"
    own = (("n1",), ("n2", "n3"), ("n4",))
    for rows, names in (("a,c,1", ()), ("0,3,1", ()), ("n1,n4,1", own), ("0,n4,1", own)):
        path.write_text(f"source,destination,demand\n{rows}\n")
        found = read_traffic_argument(str(path), NAMED, host_names=names)
        assert found.spec == {"demands": [[0, 3, "1"]]}
    assert read_traffic({"demands": [["a", "c", 1]]}, NAMED).spec == {"demands": [[0, 3, "1"]]}


def test_a_switch_with_several_hosts_names_none_of_them(tmp_path: Path) -> None:
    path = tmp_path / "matrix.csv"
    path.write_text("source,destination,demand\na,b,1\n")
    with pytest.raises(QuestionError, match='line 2: there is no host "b"; known are a, c'):
        read_traffic_argument(str(path), NAMED)


def test_where_names_are_numbers_no_number_is_another_host() -> None:
    network = Network(switches=2, links=(Link(0, 1, "local"),), names=("1", "2"))
    assert read_traffic({"demands": [["1", "2", 1]]}, network).spec == {"demands": [[0, 1, "1"]]}
    assert read_traffic({"demands": [[0, 1, 1]]}, network).spec == {"demands": [[0, 1, "1"]]}
    with pytest.raises(QuestionError, match='no host "0"'):
        read_traffic({"demands": [["0", "1", 1]]}, network)
