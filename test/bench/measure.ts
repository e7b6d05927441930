/**
 * What `npm run bench` starts: the program as a whole, or with `--scale`, `--diff`, `--service` or `--service-memory`
 * that one alone, which takes minutes.
 */
const [flag] = process.argv.slice(2)
if (flag === '--scale') await import('./scale.ts')
else if (flag === '--diff') await import('./settings-diff.ts')
else if (flag === '--service-memory') await import('./service-memory.ts')
else if (flag === '--service') {
  // It starts itself again with this word, as one of the servers.
  process.argv.splice(2, 1)
  await import('./service-load.ts')
} else await import('./bench.ts')
