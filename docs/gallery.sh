#!/bin/sh
# Makes the pictures of docs/src/gallery.md from the demo: the five pages at the widths of a desk and of a telephone.
#
# Usage: sh docs/gallery.sh RATINGLIST. It wants chromium, or CHROMIUM names a browser.
set -eu
ratinglist=$(realpath "$1")
browser=${CHROMIUM:-chromium}
project=$(cd "$(dirname "$0")/.." && pwd)
pictures=$project/docs/src/gallery
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cp -R "$project/data/demo" "$work/demo"
cd "$work"
for month in 2024-01 2024-02; do
    "$ratinglist" run demo/pipeline.toml --list $month --quiet
done
lists=demo/lists/rapid
cp $lists/2024-02-01/report.html report.html
"$ratinglist" explain $lists/2024-02-01 1000992 --html explain.html --quiet
"$ratinglist" explain $lists/2024-02-01 --tournament T00029 --html tournament.html --quiet
"$ratinglist" diff $lists/2024-01-01 $lists/2024-02-01 --html diff.html --quiet || test $? = 1
"$ratinglist" history $lists 1000015 --html history.html --quiet

# A window cannot be as narrow as a telephone, a frame in it can. 1 is light, 0 is dark.
picture() {
    echo "<!DOCTYPE html><body style=\"margin:0\"><iframe style=\"border:0;width:$2px;height:$3px\" src=\"file://$work/$1.html\"></iframe>" >frame.html
    "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars --virtual-time-budget=5000 \
        --user-data-dir="$work/profile" --window-size="$2,$3" --blink-settings=preferredColorScheme="$4" \
        --screenshot="$work/picture.png" "file://$work/frame.html" >/dev/null 2>&1
    mv "$work/picture.png" "$pictures/$5.png"
}

mkdir -p "$pictures"
for page in report explain tournament diff history; do
    picture $page 1080 1300 1 $page
done
picture report 1080 1300 0 report-dark
picture explain 390 1300 1 explain-narrow
ls -l "$pictures"
