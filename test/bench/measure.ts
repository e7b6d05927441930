/**
 * Started by `npm run bench`: runs the main benchmark, or instead the one of `--scale`, `--diff`, `--service`,
 * `--service-memory`, `--live` or `--team`, each of which takes minutes.
 */
const [flag] = process.argv.slice(2)
if (flag === '--scale') await import('./scale.ts')
else if (flag === '--diff') await import('./settings-diff.ts')
else if (flag === '--service') await import('./service-load.ts')
else if (flag === '--service-memory') await import('./service-memory.ts')
else if (flag === '--live') await import('./live.ts')
else if (flag === '--team') await import('./team.ts')
else await import('./bench.ts')
