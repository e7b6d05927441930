import { isAsciiTerminal, localeOf } from '../../base/env.ts'
import { AppError } from '../../base/errors.ts'
import { ledgerDamage, ledgerStatus } from '../../cache/ledger/ledger-status.ts'
import type { CallOptions, Client } from '../../client/client.ts'
import type { Credentials } from '../../config/credentials.ts'
import { foldersOf } from '../../config/folders.ts'
import { NOTHING_CONFIGURED } from '../../config/keys/find-credentials.ts'
import { loadConfigWarnings } from '../../config/profiles/choose-profile.ts'
import type { EndpointName } from '../../contract/endpoints.ts'
import { requestLines } from '../../contract/request-lines.ts'
import { yesterdayOf } from '../../domain/calendar/calendar.ts'
import type { ClipboardPlan } from '../../domain/clipboard/clipboard-plan.ts'
import { age, bytes, counted } from '../../domain/text/format.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { type SignName, signsFor } from '../../domain/text/signs.ts'
import { clockSkewText, isClockOff } from '../../domain/text/time-text.ts'
import { forwardFolders } from '../../notify/forward/forward-line.ts'
import { forwardStatus } from '../../notify/forward/forward-status.ts'
import { command, type Deps } from '../kit/command.ts'
import { cacheProblem, callOptions } from '../kit/load-options.ts'
import type { Keyboard } from '../kit/world.ts'
import { printRows } from '../output/print-rows.ts'
import { columnsOf, type RowLayout } from '../output/row-layout.ts'

/** `warning`: works with limitations. `wrong`: does not work until the user changes it. */
type CheckState = 'ok' | 'warning' | 'wrong'

/** One line of output. */
type Check = {
  /** The subject, in one or two words. */
  check: string
  state: CheckState
  /** One sentence. May contain untrusted text. */
  text: string
}

const ok = (check: string, text: string): Check => ({ check, state: 'ok', text })
const warning = (check: string, text: string): Check => ({ check, state: 'warning', text })
const wrong = (check: string, text: string): Check => ({ check, state: 'wrong', text })

const MIN_NODE_VERSION = [22, 19] as const
/** Minimum size of a terminal for the explorer, in cells. */
const MIN_TERMINAL_SIZE = { columns: 60, rows: 15 } as const

const cacheCheck = ({ env }: Deps): Check => {
  const status = ledgerStatus(foldersOf(env).cacheFile)
  const problem = cacheProblem(status)
  if (problem !== undefined) return warning('cache', problem)
  const damage = ledgerDamage(status.path)
  if (damage !== undefined) return warning('cache', `${status.path} is corrupt (${damage}): run qd cache clear.`)
  if (status.is === 'none') return ok('cache', `${status.path} does not exist yet; the first response creates it.`)
  return ok('cache', `${status.path}, ${bytes(status.sizeBytes)}; see qd cache status.`)
}

/** A sender usually needs some seconds. */
const FORWARD_LATE_MS = 10 * 60_000

/** Whether events of hooks reach the server; empty if no hook has forwarded one. */
const forwardingChecks = ({ env, now }: Deps): Check[] => {
  const status = forwardStatus(forwardFolders(foldersOf(env).notifierFolder))
  if (!status) return []
  const { waiting, oldestAt, lastError } = status
  if (oldestAt === undefined) return [ok('forwarding', 'No hook events are waiting to be sent.')]
  const text = `${counted(waiting, 'event')} of hooks not sent, the oldest ${age(now() - oldestAt)} old`
  if (lastError === undefined && now() - oldestAt < FORWARD_LATE_MS) return [ok('forwarding', `${text}.`)]
  const why = lastError === undefined ? '' : ` (${lastError})`
  return [warning('forwarding', `${text}${why}: run qd hooks forward --profile with the name of its profile.`)]
}

const nodeCheck = ({ nodeVersion }: Deps): Check => {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number)
  const isOld = major < MIN_NODE_VERSION[0] || (major === MIN_NODE_VERSION[0] && minor < MIN_NODE_VERSION[1])
  return isOld
    ? wrong('node', `Node ${nodeVersion} is too old: install ${MIN_NODE_VERSION.join('.')} or newer.`)
    : ok('node', `Node ${nodeVersion}.`)
}

const terminalChecks = (here: Deps): Check[] => {
  const { env, isOutputTerminal } = here
  if (!isOutputTerminal)
    return [warning('terminal', 'Standard output is not a terminal, so the explorer cannot open here.')]
  const dumb = wrong('terminal', 'TERM is dumb, so the explorer cannot draw: set TERM to your terminal type.')
  return [env.TERM === 'dumb' ? dumb : sizeCheck(here), colorCheck(here), charactersCheck(here)]
}

const sizeCheck = ({ env, columns, rows }: Deps): Check => {
  const name = env.TERM ?? 'a terminal without TERM'
  if (columns === undefined || rows === undefined) return warning('terminal', `${name}; its size is unknown.`)
  const size = `${name}, ${columns}x${rows}`
  if (columns >= MIN_TERMINAL_SIZE.columns && rows >= MIN_TERMINAL_SIZE.rows) return ok('terminal', `${size}.`)
  return warning(
    'terminal',
    `${size}, too small for the explorer: enlarge it to ${MIN_TERMINAL_SIZE.columns}x${MIN_TERMINAL_SIZE.rows}.`,
  )
}

const colorCheck = ({ env, globals }: Deps): Check => {
  if (!globals.hasColor) return ok('colours', `None: ${env.NO_COLOR ? 'NO_COLOR' : '--no-color'} is set.`)
  if (/^(truecolor|24bit)$/i.test(env.COLORTERM ?? '')) return ok('colours', '16 million (COLORTERM).')
  if (/256/.test(env.TERM ?? '')) return ok('colours', '256 (TERM).')
  return ok('colours', '16: neither COLORTERM nor TERM reports more.')
}

const charactersCheck = ({ env, globals }: Deps): Check => {
  const locale = localeOf(env)
  if (env.TERM === 'linux') return ok('characters', 'ASCII only: the Linux console has few other characters.')
  if (isAsciiTerminal(env))
    return warning(
      'characters',
      `ASCII only, because the locale is ${locale}: set LANG to a UTF-8 locale for finer charts.`,
    )
  if (globals.isAscii) return ok('characters', 'ASCII only: --ascii is set.')
  if (locale !== undefined) return ok('characters', `Unicode (${locale}).`)
  return warning('characters', 'No locale is set. If charts look broken, set LANG to a UTF-8 locale or use --ascii.')
}

/** How the explorer copies. */
const clipboardCheck = ({ ways: [first], why, whyNoProgram }: ClipboardPlan): Check => {
  if (!first) return warning('clipboard', `None: this terminal has no clipboard, and ${whyNoProgram}.`)
  if (first.is === 'program') return ok('clipboard', `${first.program.argv[0]}, because ${why}.`)
  const where = first.is === 'tmux' ? 'A tmux buffer and the terminal' : 'The terminal (OSC 52)'
  return ok('clipboard', `${where}, because ${why}; the terminal does not confirm it, and secrets are not copied.`)
}

/** The state of the user's key bindings; empty without any. */
const keyboardChecks = ({ own, problems }: Keyboard): Check[] => [
  ...(own > 0 ? [ok('own keys', `${own} active; see qd keys.`)] : []),
  ...problems.map((problem) => warning('own keys', problem)),
]

/** Members of config.json without an effect; empty if there are none, or if it is invalid. */
const configChecks = async ({ env }: Deps): Promise<Check[]> =>
  (await loadConfigWarnings(env)).map((text) => warning('config', text))

/** The addresses and the key source. Sends no request. */
const addressChecks = (credentials: Credentials, { env }: Pick<Deps, 'env'>): Check[] => {
  const { baseUrl, appUrl, keySource, history, profile, shadowed, whyReadOnly } = credentials
  const proxy = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].find((name) => env[name])
  const isUnchecked = env.NODE_TLS_REJECT_UNAUTHORIZED === '0'
  const rest = history ? 'everything else' : 'everything'
  // The team's server answers the readiness reports, the only endpoint of the application host.
  const where = baseUrl === appUrl || history ? rest : `the API, ${appUrl} for readiness reports`
  return [
    profile !== undefined && ok('profile', `${profile}, from ${foldersOf(env).configFile}.`),
    shadowed !== undefined && warning('profile', shadowed),
    history && ok('history', `${history.url} for analytics, readiness, controls, seats, limits and the audit log.`),
    ok('addresses', `${baseUrl} for ${where}.`),
    history && ok(HISTORY_KEY, `From ${history.keySource}.`),
    ok('key', `From ${keySource}.`),
    whyReadOnly !== undefined && ok('writes', `None: ${whyReadOnly}.`),
    proxy !== undefined && ok('proxy', `Requests use the proxy in ${proxy}, except for hosts in NO_PROXY.`),
    isUnchecked && wrong('certificates', 'NODE_TLS_REJECT_UNAUTHORIZED=0 disables certificate checks: unset it.'),
  ].filter((check) => check !== false && check !== undefined)
}

const HISTORY_KEY = 'history key'

const ONE = { query: { limit: 1 } }

/** What a key may be allowed to read, with the smallest request for each. */
type Probe = {
  check: string
  what: string
  endpoint: EndpointName
  ask: () => Promise<unknown>
}

const probesOf = ({ call }: Client, options: CallOptions, day: string): Probe[] => {
  const range = { query: { startDate: day, endDate: day } }
  const controls = 'the history of the enterprise controls'
  return [
    {
      check: 'analytics',
      what: 'usage analytics',
      endpoint: 'activity',
      ask: () => call('activity', range, options),
    },
    {
      check: 'readiness',
      what: 'readiness reports',
      endpoint: 'readinessReports',
      ask: () => call('readinessReports', ONE, options),
    },
    {
      check: 'controls',
      what: controls,
      endpoint: 'controlsHistory',
      ask: () => call('controlsHistory', ONE, options),
    },
    { check: 'ci', what: 'CI automation jobs', endpoint: 'ciJobs', ask: () => call('ciJobs', {}, options) },
  ]
}

/** Requests a page of each kind from each server, to check the address, the rights of the key and the clock. */
const serverChecks = async (client: Client, now: number, options: CallOptions): Promise<Check[]> => {
  const checks: Check[] = []
  /** Whether the team's server, or the other one, is unreachable or rejects its key. */
  const failed = new Set<boolean>()
  for (const { check, what, endpoint, ask } of probesOf(client, { ...options, tries: 1 }, yesterdayOf(now))) {
    const isHistory = client.isSplit && (requestLines[endpoint].isHistory ?? false)
    // An unreachable server or a rejected key is reported once, not four times.
    if (failed.has(isHistory)) continue
    const found = await ask().then(
      () => ok(check, `The key can read ${what}.`),
      (error) => failedCheck(check, what, error, isHistory),
    )
    checks.push(found)
    if (found.check !== check) failed.add(isHistory)
  }
  return [...checks, ...clockChecks(client.clockSkewMs())]
}

const failedCheck = (check: string, what: string, error: unknown, isHistory: boolean): Check => {
  if (!(error instanceof AppError) || error.kind === 'interrupted') throw error
  const { kind, status, message } = error
  if (kind === 'unreachable') return wrong('server', message)
  if (status === 401) return wrong(isHistory ? HISTORY_KEY : 'key', message)
  if (status === 404) return warning(check, `The server has no ${what} (404).`)
  if (status !== 402 && status !== 403) return wrong(check, message)
  const why = check === 'analytics' ? ' It requires the role Manager or Owner.' : ''
  return warning(check, `The key cannot read ${what} (${status}).${why}`)
}

const clockChecks = (skewMs: number | undefined): Check[] => {
  if (skewMs === undefined) return []
  if (isClockOff(skewMs))
    return [
      wrong('clock', `${clockSkewText(skewMs)}: correct it, because "yesterday" may be a different day on the server.`),
    ]
  // An HTTP date has no fractions of a second.
  const isSame = Math.abs(skewMs) < 2_000
  return [ok('clock', isSame ? "The clock agrees with the server's." : `${clockSkewText(skewMs)}.`)]
}

const connectionChecks = async (deps: Deps): Promise<Check[]> => {
  try {
    const found = addressChecks(await deps.credentials(), deps)
    if (deps.globals.isOffline) return found
    const answers = await serverChecks(await deps.client(), deps.now(), callOptions(deps))
    // Join the two lines about a key: its source, and that the server rejects it.
    const rejected = answers.filter(({ check }) => check === 'key' || check === HISTORY_KEY)
    const textOf = new Map(rejected.map(({ check, text }) => [check, text]))
    return [
      ...found.map((one) => {
        const text = textOf.get(one.check)
        return text === undefined ? one : wrong(one.check, `${one.text} ${text}`)
      }),
      ...answers.filter((one) => !rejected.includes(one)),
    ]
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'interrupted') throw error
    const { message, problems } = error
    if (message === NOTHING_CONFIGURED) return [warning('key', message)]
    return problems.length > 0 ? problems.map((text) => wrong('config', text)) : [wrong('key', message)]
  }
}

const SIGNS = { ok: 'good', warning: 'attention', wrong: 'bad' } as const satisfies Record<CheckState, SignName>

const checksText = (checks: readonly Check[], { globals }: Deps): string => {
  const width = Math.max(...checks.map(({ check }) => check.length))
  const signs = signsFor(globals.isAscii)
  return checks
    .map(({ check, state, text }) => `${signs[SIGNS[state]]} ${check.padEnd(width)}  ${safeText(text)}\n`)
    .join('')
}

const layout: RowLayout = {
  columns: columnsOf('text', { check: 'CHECK', state: 'STATE', text: 'RESULT' }),
  members: ['check', 'state', 'text'],
}

export const doctor = command({
  name: 'doctor',
  summary: 'Check the clock, addresses, key, terminal, cache and hooks',
  reads: true,
  description: 'Needs no configuration. Exits with 1 when a check fails (✗).',
  pipeFormat: 'table',
  cacheOptions: ['offline'],
  reportsProblems: true,
  globals: { '--no-color': true },
  members: layout.members,
  examples: ['doctor', 'doctor --json'],
  /** Prints one line for each check; returns 1 if something is wrong. */
  run: async (_options, deps) => {
    const clipboard = clipboardCheck(await deps.clipboardPlan())
    const here = [nodeCheck(deps), ...terminalChecks(deps), clipboard, cacheCheck(deps), ...forwardingChecks(deps)]
    const own = [...keyboardChecks(await deps.keyboard()), ...(await configChecks(deps))]
    const checks = [...here, ...own, ...(await connectionChecks(deps))]
    const isWrong = checks.some(({ state }) => state === 'wrong')
    const table = () => checksText(checks, deps)
    printRows({ rows: checks, envelope: { ok: !isWrong, checks }, layout, table }, deps)
    return isWrong ? 1 : 0
  },
})
