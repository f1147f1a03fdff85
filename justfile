# Short names for `cargo xtask`; everything works without `just` as well.

# Fast tier: under a minute once built.
fast:
    cargo xtask fast

# What the README names and CI runs: lints, fast tier, real servers, docs up to date.
test:
    cargo xtask test

# Everything else too; writes a dated report to docs/reports.
full:
    cargo xtask full

# Rewrites generated docs and accepted counts.
accept:
    cargo xtask accept

# Ratios of the benches.
bench:
    cargo xtask bench

# Runs every client that can be installed; results below target/survey. `just survey-all --plan` lists
# the runs, a second call goes on where the first one ended, and `--full` runs on every path also what
# needs a run of its own.
survey-all *arguments:
    cargo xtask survey {{arguments}}
