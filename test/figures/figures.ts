/**
 * Compares what the commands print, including risk verdicts, with independent sums of a server's raw responses. It imports none of
 * the program's calculations: the sums are written from the documented API and src/contract/README.md. Prints for each
 * kind how many figures were compared and how many differ, and the first of those that differ; exits with 1 if any does.
 *
 *   npm run figures                                   the demo, on a service of its own
 *   npm run figures -- --profile acme                 an organisation of yours
 *   npm run figures -- --url https://api.example.com  with the key in QUARTERDECK_API_KEY
 *
 * The program's cache and state are not touched.
 */
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startService } from '../../src/service/start-service.ts'
import { runBuilt, withFolder } from '../helpers/built-program.ts'
import { compareFigures, FULL } from './compare-figures.ts'
import { dayText } from './days.ts'
import { type At, openServer } from './server.ts'

const { values } = parseArgs({ options: { profile: { type: 'string' }, url: { type: 'string' } } })
const { QUARTERDECK_APP_URL: appUrl, QUARTERDECK_API_KEY: key = '' } = process.env

const startDemo = async (): Promise<At> => {
  const { url, keys } = await startService({ demo: { users: 24, days: 220, seed: 1 } })
  return { url, key: keys.owner ?? '' }
}
const placeOf = ({ profile, url }: typeof values): At | Promise<At> => {
  if (profile !== undefined) return { profile }
  if (url === undefined) return startDemo()
  if (key === '') throw new Error('Put the key of the server into QUARTERDECK_API_KEY.')
  return { url, appUrl, key }
}

/** Runs the built program, with new folders for each server, so that no earlier data is compared. */
const printerIn = (home: string) => (at: At) => {
  const folder = mkdtempSync(join(home, 'server-'))
  const folders = { XDG_CACHE_HOME: folder, XDG_STATE_HOME: folder }
  const place =
    'url' in at
      ? {
          QUARTERDECK_BASE_URL: at.url,
          QUARTERDECK_APP_URL: at.appUrl ?? at.url,
          QUARTERDECK_API_KEY: at.key,
          XDG_CONFIG_HOME: folder,
        }
      : {}
  const words = 'url' in at ? [] : ['--profile', at.profile]
  return async (...commandWords: readonly string[]): Promise<string> => {
    const { code, out, err } = await runBuilt([...words, ...commandWords], { ...process.env, ...place, ...folders })
    if (code !== 0) throw new Error(`qd ${commandWords.join(' ')} ended with ${code}: ${err}`)
    return out
  }
}

const print = (name: string, compared: string | number, differ: string | number): void =>
  console.log(`${name.padEnd(40)} ${String(compared).padStart(9)} ${String(differ).padStart(9)}`)

const at = await placeOf(values)
const kinds = await withFolder((home) => compareFigures(openServer(at, printerIn(home)), dayText(Date.now()), FULL))
print('FIGURES', 'COMPARED', 'DIFFER')
for (const { name, compared, differ, first } of kinds) {
  print(name, compared, differ)
  for (const line of first) console.log(`    ${line}`)
}
const total = (of: 'compared' | 'differ') => kinds.reduce((sum, kind) => sum + kind[of], 0)
print('all', total('compared'), total('differ'))
process.exit(total('differ') > 0 ? 1 : 0)
