#!/bin/sh
# Tells which tests can run here, of those that need something from outside.
#
# Such a test is ignored by `cargo test` and stands in a module `needs_NAME`. This script is given the names of needs. For each one
# that is not met it prints `--skip needs_NAME`, to be handed to the tests beside `--ignored`, and says on stderr what is missing.
# RATINGLIST_REQUIRE names needs, separated by commas, or is `all`: where one of these is not met, the script fails.

is_met() {
    case $1 in
    bash) command -v bash ;;
    axe) { test -f "$AXE_CORE" || test -f /usr/share/nodejs/axe-core/axe.min.js || test -f /usr/lib/node_modules/axe-core/axe.min.js; } && is_met browser ;;
    browser) test -n "$CHROMIUM" || command -v chromium || command -v chromium-browser || command -v google-chrome || command -v chrome ;;
    cron) command -v cron && unshare --mount --pid --fork true ;;
    groff) command -v groff ;;
    jq) command -v bash && command -v jq ;;
    minisign) command -v minisign ;;
    mount)
        unshare --mount mount -t tmpfs ratinglist-test /tmp ||
            unshare --map-root-user --mount mount -t tmpfs ratinglist-test /tmp
        ;;
    python) "${RATINGLIST_PYTHON:-python3}" -c 'import duckdb, frictionless, pandas, polars, pyarrow' ;;
    systemd) command -v systemd-analyze ;;
    esac >/dev/null 2>&1
}

remedy() {
    case $1 in
    axe) echo "install axe-core (npm install axe-core) and name its axe.min.js in AXE_CORE, and chromium" ;;
    bash) echo "install bash" ;;
    browser) echo "install chromium, or name a browser in CHROMIUM" ;;
    cron) echo "install cron, and run as root" ;;
    groff) echo "install groff (Debian: groff-base)" ;;
    jq) echo "install jq and bash" ;;
    minisign) echo "install minisign" ;;
    mount) echo "install util-linux, and run where mounting in a namespace of one's own is allowed" ;;
    python) echo "run make python, which wants python3 with venv, and a network" ;;
    systemd) echo "install systemd" ;;
    *) return 1 ;;
    esac
}

for need in "$@"; do
    remedy=$(remedy "$need") || {
        echo "needs.sh: no need is called $need" >&2
        exit 2
    }
    is_met "$need" && continue
    case ",$RATINGLIST_REQUIRE," in
    *,"$need",* | ,all,)
        echo "missing: $need, which RATINGLIST_REQUIRE requires; to have it, $remedy" >&2
        failed=yes
        ;;
    *)
        echo "skipped: the tests that need $need; to have them, $remedy" >&2
        echo "--skip needs_$need"
        ;;
    esac
done
test -z "$failed"
