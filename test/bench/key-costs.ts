import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { builtProgram, runBuilt } from '../helpers/built-program.ts'
import { startFront } from '../helpers/front-server.ts'
import { liveBody, liveRule } from '../helpers/live-bodies.ts'
import { compare, goals, home, node, path, type ServiceEnv, serve } from './bench-kit.ts'
import { cellsOfMove } from './changed-cells.ts'
import { measure } from './measure-in-terminal.ts'
import { profiled, timesIn } from './profile.ts'
import { record } from './results.ts'

/** A profile has few samples per key, so scroll through all users. */
const PROFILED_KEYS = 800
/** Warm-up until V8 has compiled the code: the first 500 keys cost 50 % more, mostly compilation on other threads. */
const WARM = 600
const usualSize: Size = { cols: 120, rows: 40 }
const sizes: readonly Size[] = [{ cols: 80, rows: 24 }, usualSize, { cols: 200, rows: 60 }]

type Env = Record<string, string>
/** A program with a list in which j and k move, and how to get there. */
type Subject = {
  command: string[]
  /** Text in the first frame. */
  firstFrame: string
  enter: { press: string; expect: string }[]
  quit: string
}
/** A list in the explorer. */
type List = Subject & {
  /** The organisation that it shows. @default the unchanged demo */
  size?: string[]
  /** Called before the explorer starts. Returns variables for its environment. */
  prepare?: (env: ServiceEnv) => Promise<Env>
  /** The keys that are pressed in turn; a kind without keys is not measured. @default those that move by a row */
  keys?: Partial<Record<Kind, readonly string[]>>
  /** Maximum CPU time of a key in ms, if it cannot be compared with hand-written escape codes. @default a multiple of theirs */
  cpuMs?: number
  /** Window sizes measured with `--only`. @default all. A list scrolled by two keys may not fill the largest window. */
  sizes?: readonly Size[]
}
/** Whether a key moves the bar, or rows scroll. */
type Kind = 'move' | 'scroll'
type Size = { cols: number; rows: number }

export const explorer: Subject = {
  // Each run begins on Overview, regardless of where the previous run ended.
  command: [node, builtProgram, '--no-restore'],
  firstFrame: 'Overview',
  // No key is needed: the data has arrived.
  enter: [{ press: '', expect: '≈' }],
  quit: '\x03\x03',
}
const behind = (...enter: Subject['enter']): Subject => ({ ...explorer, enter: [...explorer.enter, ...enter] })
const usage = (name: string): Subject => behind({ press: '2', expect: 'figures' }, { press: 'F\r', expect: name })
const readiness = { press: '4', expect: 'median' }
const report = { press: '\r', expect: 'report 6' }
const ranking = { press: '3', expect: 'Enter a.chen' }
const jobs = { press: '9', expect: 'pending' }
// Paused: computers in setup are requested every two seconds, which would affect only some keys.
const computers = [
  { press: '6', expect: 'borealis' },
  { press: 'P', expect: 'paused' },
]
const actions = [...computers, { press: 'a', expect: 'restart' }]
const pages = [
  { press: '8', expect: 'checksums match' },
  { press: '\r', expect: 'extract' },
  { press: 'jjj', expect: '_01.md' },
]
const marks = ['a', 'b'].map((letter) => ({ press: `m${letter}`, expect: `Bookmarked as ${letter}` }))
const history = { press: '5', expect: 'diff of' }
const diff = { press: '\r', expect: 'settings' }
/** Users load in the background, up to a limit. Pressing `G` loads all of them. */
export const people: Subject = { ...explorer, enter: [{ press: '3', expect: 'MOVE' }] }
/** More users than key presses, so the list never ends. */
const manyPeople = ['--users', '2000', '--days', '45']

/** Runs commands before the explorer starts, which fill its cache. */
const after =
  (...lines: readonly string[]) =>
  async (env: ServiceEnv): Promise<Env> => {
    for (const line of lines) await runBuilt(line.split(' '), { ...process.env, ...env })
    return env
  }
/** The server lists no accounts, so the explorer shows the keys of the ids in its cache. */
const askForKeys = after('keys list sa_ci-bot', 'keys list sa_observability', 'keys list sa_release')
/** All users are cached, so the list is complete from the start. */
const loadPeople = after('analytics users --all --last 60d --totals --format csv')
/** The newest wiki is stored as an archive. */
const exportWiki = after(`wiki export latest -o ${home}/wiki.zip`)

const withChannels = async (env: ServiceEnv): Promise<Env> => ({
  ...env,
  QUARTERDECK_WEBHOOK_URL: 'http://127.0.0.1:9/',
  QUARTERDECK_NTFY_URL: 'http://127.0.0.1:9/topic',
})

/** Changes the answers, as JSON, on their way. @param cache - The folder of the cache. */
const altered =
  (change: (json: string) => unknown, cache: string) =>
  async (env: ServiceEnv): Promise<Env> => {
    const front = await startFront({ url: env.QUARTERDECK_BASE_URL, key: '' })
    front.alter((body) => change(JSON.stringify(body)))
    return { ...env, QUARTERDECK_BASE_URL: front.url, XDG_CACHE_HOME: cache }
  }

/** All in the first response, so that none are loaded while keys are pressed. */
const ACTIVE_USERS = 10_000
const active = [
  { press: 'gl', expect: 'measured here' },
  { press: 'P', expect: 'paused' },
  { press: '\x1b[F', expect: `user0${ACTIVE_USERS - 1}` },
  { press: '\x1b[H', expect: 'user00000' },
]
const withActiveUsers = async (env: ServiceEnv): Promise<Env> => {
  const front = await startFront({ url: env.QUARTERDECK_BASE_URL, key: '' }, (path, query) =>
    path === '/api/v1/live'
      ? { status: 200, body: liveBody(ACTIVE_USERS, ACTIVE_USERS) }
      : liveRule(ACTIVE_USERS)(path, query),
  )
  return { ...env, QUARTERDECK_BASE_URL: front.url, XDG_CACHE_HOME: `${home}/active` }
}

const familyNames = '陳佐藤金木村高橋田中李王張劉黃林吳周徐孫김박이최정강조윤장임'
const wideAddress = (_: string, first: string, last: string, end: string): string => {
  const family = [first, last].map((letter) => familyNames[letter.charCodeAt(0) % familyNames.length])
  return `${family.join('')}.${first}${last}${end}例え.example`
}
/** Replaces users' names with names of characters that take two cells. */
const withWideNames = altered(
  (json) => JSON.parse(json.replaceAll(/([a-z])[a-z]*\.([a-z])[a-z]*(\d*@)northwind\.example/g, wideAddress)),
  `${home}/wide`,
)

const clients = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`${at} ${'client '.repeat(40)}`, 'many']))
/** An answer with so many values outside the schema that the details of its request fill more than a window; it is not stored. */
const withDepartures = altered(
  (json) => JSON.parse(json, (member, value) => (member === 'daily_active_users_by_client' ? clients : value)),
  '/dev/null/nowhere',
)

const withProfiles = async (env: ServiceEnv): Promise<Env> => {
  const profiles = Object.fromEntries(
    ['acme', 'northwind', 'contoso', 'initech'].map((name) => [name, { baseUrl: `https://${name}.example` }]),
  )
  mkdirSync(`${home}/profiles/quarterdeck`, { recursive: true })
  writeFileSync(`${home}/profiles/quarterdeck/config.json`, JSON.stringify({ profiles }))
  return { ...env, XDG_CONFIG_HOME: `${home}/profiles` }
}

const byRow = { move: ['j', 'k'] }
/** Keys for moving and for scrolling, in a list that never ends. */
const endless = { ...byRow, scroll: ['j'] }

const mainLists: Record<string, List> = {
  Overview: explorer,
  Usage: { ...usage('@northwind.example'), size: manyPeople, keys: endless },
  CJK: { ...usage('例え'), size: manyPeople, prepare: withWideNames, keys: endless },
  People: { ...people, size: manyPeople, prepare: loadPeople, keys: endless },
  Readiness: behind(readiness),
  Criteria: behind(readiness, report),
  Revisions: behind(history),
  Diff: behind(history, diff),
  Settings: behind(history, diff, { press: '\r', expect: 'fold' }),
  Computers: behind(...computers),
  Keys: { ...behind({ press: '7', expect: 'ACCOUNT' }), prepare: askForKeys },
  Wiki: behind({ press: '8', expect: 'listed by' }),
  CI: behind(jobs),
  Live: { ...behind(...active), prepare: withActiveUsers, keys: endless },
}

/** Opened from those. */
const innerLists: Record<string, List> = {
  Person: { ...behind(ranking, { press: '\r', expect: 'DAY' }), prepare: loadPeople },
  Marked: { ...behind(ranking, { press: ' j =', expect: '2 marked' }), prepare: loadPeople },
  Reports: behind(readiness, report, { press: '\t', expect: 'compares' }),
  Criterion: behind(readiness, report, { press: 'jjj\r', expect: 'fails in' }),
  SideBySide: behind(readiness, { press: ' j =', expect: 'differ' }),
  Lines: behind(history, diff, { press: 'zs', expect: 'unchanged lines' }),
  Blame: behind(history, diff, { press: 'b', expect: 'first seen' }),
  Job: behind(jobs, { press: '\r', expect: 'yv value' }),
  Pages: { ...behind(...pages), prepare: exportWiki },
  Hooks: { ...behind({ press: '0', expect: 'env-ntfy' }), prepare: withChannels },
}

/** Where letters are typed, ^n and ^p move. */
const byControl = { move: ['\x0e', '\x10'] }
// It fails and stays in the list.
const exportToNowhere = (wiki: string): Subject['enter'] => [
  { press: 'x', expect: `Export the wiki of ${wiki}` },
  { press: '\x15/dev/null/wiki\r', expect: `Export ${wiki} failed` },
]
/** A popup: the first ^c closes it. */
const over = (...enter: Subject['enter']): Subject => ({ ...behind(...enter), quit: '\x03\x03\x03' })
const popups: Record<string, List> = {
  Requests: over({ press: '@', expect: 'Requests' }),
  Request: {
    ...over({ press: '@', expect: 'Requests' }, { press: '/activity\r\r', expect: 'MISMATCHES' }),
    prepare: withDepartures,
    keys: { scroll: ['j', 'k'] },
    sizes: sizes.slice(0, 2),
  },
  // From end to end, because row by row the end would be reached soon.
  Help: {
    ...over({ press: '?', expect: 'next row' }),
    keys: { ...byRow, scroll: ['\x1b[F', '\x1b[H'] },
    sizes: sizes.slice(0, 2),
  },
  Palette: { ...over({ press: ':', expect: 'Command' }), keys: byControl },
  // The jobs are the same in each run, and so are their links.
  Bookmarks: { ...over(jobs, ...marks, { press: "'", expect: 'Bookmarks' }), keys: byControl },
  Profiles: { ...over({ press: 'O', expect: 'initech' }), prepare: withProfiles },
  Jobs: over(
    { press: '8', expect: 'listed by' },
    ...exportToNowhere('data-platform'),
    { press: 'j', expect: 'wiki_checkout' },
    ...exportToNowhere('checkout'),
    { press: '&', expect: 'Jobs' },
  ),
  Range: over({ press: 't', expect: 'last 7 days' }),
  Export: over({ press: 'E', expect: 'Export' }),
  Actions: over(...actions),
  // The name was changed before, so the preview table stays open while a letter is typed and deleted.
  Form: {
    ...over(...actions, { press: 'e', expect: 'remote user' }, { press: 'y', expect: 'CURRENT' }),
    keys: { move: ['x', '\x7f'] },
    cpuMs: 4,
  },
}
export const subjects: Readonly<Record<string, List>> = { ...mainLists, ...innerLists, ...popups }
export const floor: Subject = { command: [node, path('floor.ts')], firstFrame: 'row 1 of', enter: [], quit: 'q' }

/**
 * The hand-written program that a list is compared with writes the cells that a key changes in that list. Inner lists are
 * measured at the usual size alone, unless they are named.
 */
export const measureKeys = async (list: string, isAskedFor: boolean): Promise<void> => {
  const { subject, env } = await ready(list)
  for (const { cols, rows } of isAskedFor || list in mainLists ? (subject.sizes ?? sizes) : [usualSize])
    for (const phase of phasesOf(subject, rows)) {
      const { name, before, keys } = phase
      const cells = { CELLS: JSON.stringify(await cellsOfMove(subject.enter, env, { cols, rows }, before, keys)) }
      const answer = await measure({
        ...subject,
        cols,
        rows,
        phases: [phase],
        env,
        other: { ...floor, env: cells },
      })
      const [mine, theirs] = [answer.phases[name], answer.other[name]]
      const unanswered = mine.unanswered + theirs.unanswered
      if (unanswered > 0) throw new Error(`${unanswered} keys were not answered at ${cols}x${rows} (${name})`)
      const what = `${list}: ${name} ${cols}x${rows}`
      const goal = name === 'move' ? goals.moveCpu : goals.scrollCpu
      if (subject.cpuMs === undefined) compare(`${what}, CPU a key`, [mine.cpuMs], [theirs.cpuMs], 'ms', goal)
      else record(`${what}, CPU a key`, `hand-written ${theirs.cpuMs.toFixed(2)} ms`, mine.cpuMs, subject.cpuMs, ' ms')
      compare(`${what}, bytes a key`, [mine.bytes], [theirs.bytes], 'B', goals.bytes)
      const comparison = `hand-written ${theirs.p95Ms.toFixed(1)} ms`
      record(`${what}, p95 key to frame`, comparison, mine.p95Ms, goals.keyToFrameMs, ' ms')
    }
}

const phasesOf = ({ keys: { move, scroll } = byRow }: { keys?: List['keys'] }, rows: number) => {
  const pressed = { warm: WARM, count: 400 }
  // First move to the edge of the window; from there each key scrolls.
  const before = scroll && scroll.length > 1 ? '' : 'j'.repeat(rows)
  return [
    ...(move ? [{ name: 'move' as const, before: '', keys: move, ...pressed }] : []),
    ...(scroll ? [{ name: 'scroll' as const, before, keys: scroll, ...pressed }] : []),
  ]
}

const ready = async (list: string): Promise<{ subject: List; env: Env }> => {
  const subject = subjects[list] as List
  const env = await serve(...(subject.size ?? []))
  return { subject, env: (await subject.prepare?.(env)) ?? env }
}

/** Prints what takes the time of a key in each of these lists. */
export const profileKeys = async (lists: readonly string[]): Promise<void> => {
  for (const list of lists) {
    const { subject, env } = await ready(list)
    const folder = mkdtempSync(`${tmpdir()}/quarterdeck-profiles-`)
    const phases = phasesOf(subject, usualSize.rows).map((phase) => ({ ...phase, count: PROFILED_KEYS }))
    const command = [node, ...profiled(folder), ...subject.command.slice(1)]
    const answer = await measure({ ...subject, command, phases, env })
    for (const { name, count } of phases)
      for (const text of timesIn(folder, answer.phases[name].span, count)) console.log(`${list}: ${name}\n${text}\n`)
    console.log(`The profiles are in ${folder}\n`)
  }
}
