"""Two lists compared by one join in DuckDB: a row for each player of whom something differs, with every field before and after.

usage: peer_diff_duckdb.py BEFORE.parquet AFTER.parquet OUT.csv
"""
import sys

import duckdb

FIELDS = ["name", "title", "women_title", "other_titles", "federation", "sex", "birth_year", "rating", "k", "flag"]

before, after, out = sys.argv[1:]
differs = " OR ".join(f"a.{field} IS DISTINCT FROM b.{field}" for field in FIELDS)
fields = ", ".join(f"a.{field} AS {field}_before, b.{field} AS {field}_after" for field in FIELDS)
duckdb.sql(f"""
    COPY (SELECT coalesce(a.fide_id, b.fide_id) AS fide_id, b.rating - a.rating AS change, b.games, {fields}
          FROM '{before}' AS a FULL JOIN '{after}' AS b USING (fide_id) WHERE {differs} ORDER BY fide_id)
    TO '{out}' (HEADER)
""")
