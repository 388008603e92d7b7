"""Writes the Parquet tables beside it: the same online games as pandas and as pyarrow keep them.

Run it with the Python of `make python`: target/python/bin/python crates/ingest/tests/online/foreign.py
"""

from pathlib import Path

import pandas
import pyarrow
import pyarrow.parquet

HERE = Path(__file__).parent
ENDS = ["2013-11-05T18:30:00.250", *["2013-11-04T18:30:00"] * 3, None, "2013-11-05T18:30:00.250", "2013-11-05T18:30:00"]
CONTROLS = ["rapid", None, "blitz", "rapid", "rapid", "", "rapid"]
RESULTS = ["1-0", "0-1", "0-1", "?", "1-0", "1-0", "1-0"]
DISCONNECTED = [None, "black", None, None, "", None, None]
GAMES = [4, 3, 4, 5, 6, 4, None]
WHITE = [11, 12, 12, None, 12, 11, 11]
BLACK = [12, 13, 13, 13, 13, 12, 12]

# pandas turns numbers with gaps into floats and keeps nanoseconds; here each is 999 beyond its microsecond.
frame = pandas.DataFrame({"game_id": GAMES, "white": WHITE, "black": BLACK, "result": RESULTS})
ends = pandas.to_datetime(pandas.Series(ENDS), utc=True, format="ISO8601").astype("datetime64[ns, UTC]")
frame["ended_at"] = ends + pandas.Timedelta(999, "ns")
frame["control"] = pandas.Series(CONTROLS, dtype="category")
frame["disconnected"] = DISCONNECTED
frame.to_parquet(HERE / "pandas.parquet", index=False)

# Narrow and unsigned numbers with gaps, milliseconds without a time zone, row groups of two rows.
columns = {
    "ended_at": pyarrow.array([end and pandas.Timestamp(end) for end in ENDS], pyarrow.timestamp("ms")),
    "game_id": pyarrow.array(GAMES, pyarrow.uint64()),
    "white": pyarrow.array(WHITE, pyarrow.int8()),
    "black": pyarrow.array(BLACK, pyarrow.uint16()),
    "control": CONTROLS,
    "result": RESULTS,
    "disconnected": DISCONNECTED,
}
pyarrow.parquet.write_table(pyarrow.table(columns), HERE / "pyarrow.parquet", row_group_size=2)

# A number of a game beyond 63 bits, moments in UTC, and a column of gaps that has no type.
columns = {
    "game_id": pyarrow.array([2**64 - 1, None, 3], pyarrow.uint64()),
    "white": pyarrow.array([11, 12, 13], pyarrow.int32()),
    "black": pyarrow.array([12.0, 13.0, 11.0], pyarrow.float32()),
    "result": ["1-0"] * 3,
    "ended_at": pyarrow.array([pandas.Timestamp("2013-11-05T18:30:00", tz="UTC")] * 3, pyarrow.timestamp("us", "UTC")),
    "disconnected": pyarrow.nulls(3),
}
pyarrow.parquet.write_table(pyarrow.table(columns), HERE / "large-ids.parquet")
