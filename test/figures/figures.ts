/**
 * Compares what the commands print, verdicts of risk included, with independent sums of a server's raw answers. Nothing of what the
 * program reckons with is imported: the sums are written from the documented API and
 * src/contract/README.md. Prints by kind how many figures were compared,
 * how many differ, and the first of these; ends with status 1 when any differs.
 *
 *   npm run figures                                   the made-up organisation, on a service of its own
 *   npm run figures -- --profile acme                 an organisation of yours
 *   npm run figures -- --url https://api.example.com [--app-url U]    with the key in QUARTERDECK_API_KEY
 *   npm run figures -- --small                        the share that the tests run
 *
 * QUARTERDECK_BASE_URL stands in for --url. The program's cache and state are not touched.
 */
import { parseArgs } from 'node:util'
import { startService } from '../../src/service/start-service.ts'
import { compareFigures, FULL, SMALL } from './compare-figures.ts'
import { dayText } from './days.ts'
import { openServer } from './server.ts'

const { values } = parseArgs({
  options: {
    profile: { type: 'string' },
    url: { type: 'string' },
    'app-url': { type: 'string' },
    small: { type: 'boolean', default: false },
  },
})
const { QUARTERDECK_BASE_URL, QUARTERDECK_APP_URL, QUARTERDECK_API_KEY: key } = process.env
const url = values.url ?? QUARTERDECK_BASE_URL
if (url !== undefined && values.profile === undefined && !key)
  throw new Error('Put the key of the server into QUARTERDECK_API_KEY.')

const demo =
  url === undefined && values.profile === undefined
    ? await startService({ demo: { users: 24, days: 220, seed: 1 } })
    : undefined
const server = openServer(
  values.profile !== undefined
    ? { profile: values.profile }
    : demo
      ? { url: demo.url, key: demo.keys.owner }
      : { url: url ?? '', appUrl: values['app-url'] ?? QUARTERDECK_APP_URL, key: key ?? '' },
)
try {
  const kinds = await compareFigures(server, dayText(Date.now()), values.small ? SMALL : FULL)
  console.log(`${'FIGURES'.padEnd(40)} ${'COMPARED'.padStart(9)} ${'DIFFER'.padStart(9)}`)
  const row = (name: string, compared: number, differ: number) =>
    console.log(`${name.padEnd(40)} ${String(compared).padStart(9)} ${String(differ).padStart(9)}`)
  for (const { name, compared, differ, first } of kinds) {
    row(name, compared, differ)
    for (const line of first) console.log(`    ${line}`)
  }
  const total = (of: 'compared' | 'differ') => kinds.reduce((sum, kind) => sum + kind[of], 0)
  row('all', total('compared'), total('differ'))
  process.exitCode = total('differ') > 0 ? 1 : 0
} finally {
  server.close()
  await demo?.close()
}
