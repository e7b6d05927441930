import { isAsciiTerminal, localeOf } from '../../base/env.ts'
import { type LedgerStatus, ledgerDamage, ledgerStatus } from '../../cache/ledger/ledger-status.ts'
import type { Credentials } from '../../config/credentials.ts'
import { foldersOf } from '../../config/folders.ts'
import { bytes } from '../../domain/text/format.ts'
import { cacheTrouble } from '../kit/cache-use.ts'
import type { Deps } from '../kit/command.ts'
import type { Keyboard } from '../kit/world.ts'
import { type Check, ok, warning, wrong } from './check.ts'

type Here = Pick<Deps, 'env' | 'nodeVersion' | 'isOutputTerminal' | 'columns' | 'rows' | 'globals'>

const OLDEST_NODE = [22, 19] as const
/** What the explorer needs. */
const SMALLEST = { columns: 60, rows: 15 } as const

/** What can be judged without a request. */
export const localChecks = (here: Here): Check[] => [
  nodeCheck(here),
  ...terminalChecks(here),
  cacheCheck(ledgerStatus(foldersOf(here.env).cacheFile)),
]

const cacheCheck = (status: LedgerStatus): Check => {
  const trouble = cacheTrouble(status)
  if (trouble !== undefined) return warning('cache', trouble)
  const damage = ledgerDamage(status.path)
  if (damage !== undefined) return warning('cache', `${status.path} is damaged (${damage}): run qd cache clear.`)
  if (status.is === 'none') return ok('cache', `${status.path} is not there yet: it is made by the first answer.`)
  return ok('cache', `${status.path}, ${bytes(status.sizeBytes)}: qd cache status tells what it holds.`)
}

const nodeCheck = ({ nodeVersion }: Here): Check => {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number)
  const isOld = major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])
  return isOld
    ? wrong('node', `Node ${nodeVersion} is too old: install ${OLDEST_NODE.join('.')} or newer.`)
    : ok('node', `Node ${nodeVersion}.`)
}

const terminalChecks = (here: Here): Check[] => {
  const { env, isOutputTerminal } = here
  if (!isOutputTerminal)
    return [warning('terminal', 'Standard output is no terminal, so the explorer cannot open here.')]
  return [env.TERM === 'dumb' ? dumbTerminal : sizeCheck(here), colorCheck(here), charactersCheck(here)]
}

const dumbTerminal = wrong('terminal', 'TERM is dumb, so the explorer cannot draw: set TERM to what the terminal is.')

const sizeCheck = ({ env, columns, rows }: Here): Check => {
  const name = env.TERM ?? 'a terminal without TERM'
  if (columns === undefined || rows === undefined) return warning('terminal', `${name}, which does not say its size.`)
  return columns < SMALLEST.columns || rows < SMALLEST.rows
    ? warning(
        'terminal',
        `${name}, ${columns}x${rows}: the explorer needs ${SMALLEST.columns}x${SMALLEST.rows}, make it larger.`,
      )
    : ok('terminal', `${name}, ${columns}x${rows}.`)
}

const colorCheck = ({ env, globals }: Here): Check => {
  if (!globals.hasColor) return ok('colours', `None, as ${env.NO_COLOR ? 'NO_COLOR' : '--no-color'} says.`)
  if (/^(truecolor|24bit)$/i.test(env.COLORTERM ?? '')) return ok('colours', '16 million (COLORTERM).')
  if (/256/.test(env.TERM ?? '')) return ok('colours', '256 (TERM).')
  return ok('colours', '16, as neither COLORTERM nor TERM promises more.')
}

const charactersCheck = ({ env, globals }: Here): Check => {
  const locale = localeOf(env)
  if (env.TERM === 'linux') return ok('characters', 'ASCII only, as the Linux console has few others.')
  if (isAsciiTerminal(env))
    return warning('characters', `ASCII only, as the locale is ${locale}: set LANG to a UTF-8 one for finer charts.`)
  if (globals.isAscii) return ok('characters', 'ASCII only, as --ascii says.')
  if (locale !== undefined) return ok('characters', `Unicode (${locale}).`)
  return warning('characters', 'No locale is set: if charts look broken, set LANG to a UTF-8 one or use --ascii.')
}

/** What is wrong with keys of the user's own; nothing where there are none. */
export const keyboardChecks = ({ own, faults }: Keyboard): Check[] => [
  ...(own > 0 ? [ok('own keys', `${own} in force: qd keys lists all.`)] : []),
  ...faults.map((fault) => warning('own keys', fault)),
]

/** Where requests would go and with which key, without sending any. */
export const addressChecks = (credentials: Credentials, { env }: Pick<Deps, 'env'>): Check[] => {
  const { baseUrl, appUrl, keySource, profile, shadowed, whyReadOnly } = credentials
  const checks = [
    ...(profile === undefined ? [] : [ok('profile', `${profile}, of ${foldersOf(env).configFile}.`)]),
    ...(shadowed === undefined ? [] : [warning('profile', shadowed)]),
    ok(
      'addresses',
      baseUrl === appUrl ? `${baseUrl} for everything.` : `${baseUrl} for the API, ${appUrl} for readiness reports.`,
    ),
    ok('key', `From ${keySource}.`),
    ...(whyReadOnly === undefined ? [] : [ok('writes', `None: ${whyReadOnly}.`)]),
  ]
  const proxy = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].find((name) => env[name])
  if (proxy !== undefined)
    checks.push(ok('proxy', `Requests go through the proxy that ${proxy} names, save for NO_PROXY.`))
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    checks.push(wrong('certificates', 'NODE_TLS_REJECT_UNAUTHORIZED=0 turns their checks off: unset it.'))
  return checks
}
