/**
 * A long run of fault injection, of which the tests run a small share: networks, changes, lists, downloads, hostile text, keys,
 * floods, caches, disks, kills, the notifier and the databases of a team. Prints a row for each with the numbers of attempts and
 * failures, and below it the first five failures by round, or measurements. Rounds are reproducible with the same counts. Exits
 * with 1 if any attempt failed. Faults that this machine does not permit, because it cannot mount or openssl is missing, are
 * listed and not counted. The rows of `--only team` run on SQLite, on each PostgreSQL that is found, and behind PgBouncer.
 *
 *   npm run faults -- [--only NAME] [--share 0.1]
 *
 * A full run takes about two hours on two idle cores. --only runs the rows whose names contain a text, --share runs that part of
 * each count.
 */
import { parseArgs } from 'node:util'
import { cacheFaults } from './cache-faults.ts'
import { changeFaults } from './change-faults.ts'
import { clockAndCertificateFaults } from './clock-and-certificate-faults.ts'
import { diskFaults } from './disk-faults.ts'
import { downloadFaults } from './download-faults.ts'
import type { Fault } from './fault.ts'
import { floodFaults } from './flood-faults.ts'
import { networkFaults } from './network-faults.ts'
import { notifierFaults } from './notifier-faults.ts'
import { pagingFaults } from './paging-faults.ts'
import { screenFaults } from './screen-faults.ts'
import { stallFaults } from './stall-faults.ts'
import { teamDatabaseFaults } from './team-database-faults.ts'
import { teamFailoverFaults } from './team-failover-faults.ts'
import { teamImportFaults } from './team-import-faults.ts'
import { teamEngines } from './team-servers.ts'
import { teamSyncFaults } from './team-sync-faults.ts'
import { teamTextFaults } from './team-text-faults.ts'

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, share: { type: 'string', default: '1' } },
})
const share = Number(values.share)
if (!(share > 0 && share <= 1)) throw new Error('--share must be above 0 and at most 1')

/** All rows, in the order in which they run. */
const faults: readonly Fault[] = [
  ...networkFaults,
  ...changeFaults,
  ...pagingFaults,
  ...downloadFaults,
  ...clockAndCertificateFaults,
  ...cacheFaults,
  ...diskFaults,
  ...screenFaults,
  ...floodFaults,
  ...stallFaults,
  ...notifierFaults,
  ...teamDatabaseFaults,
  ...teamFailoverFaults,
  ...teamImportFaults,
  ...teamSyncFaults,
  ...teamTextFaults,
]

const chosen = faults.filter(({ name }) => name.includes(values.only))
if (chosen.length === 0) throw new Error(`--only matches none of: ${faults.map(({ name }) => name).join(', ')}`)

if (chosen.some(({ name }) => name.startsWith('team: '))) console.log(`Databases: ${teamEngines()}\n`)
console.log(`${'FAULT'.padEnd(52)} ${'TRIED'.padStart(7)} ${'BROKE'.padStart(7)}`)
for (const { name, count, run } of chosen) {
  const { tried, broke, notes } = await run(Math.max(1, Math.round(count * share)))
  console.log(`${name.padEnd(52)} ${String(tried).padStart(7)} ${String(broke).padStart(7)}`)
  for (const note of notes.slice(0, 5)) console.log(`  ${note}`)
  if (broke > 0) process.exitCode = 1
}
