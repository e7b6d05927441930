import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { startFront } from '../helpers/front-server.ts'
import { atEnd, compare, goals, home, node, path, program, type Service, say, serve } from './bench-kit.ts'
import { cellsOfMove } from './changed-cells.ts'
import { measure } from './measure-in-terminal.ts'
import { keepProfiles, profiled, profilesIn, timesOf, timesText } from './profile.ts'

/** As many as there are people to scroll through: samples are few. */
const PROFILED_KEYS = 800
/** Until V8 has compiled what a key runs: a key of the first 500 costs half as much again, most of it once and on other threads. */
const WARM = 600
const usualSize: Size = { cols: 120, rows: 40 }
const sizes: readonly Size[] = [{ cols: 80, rows: 24 }, usualSize, { cols: 200, rows: 60 }]

const run = promisify(execFile)

/** A program with a list that j and k walk through, and how to get there. */
type Subject = {
  command: string[]
  /** Text that stands in the first frame. */
  firstFrame: string
  enter: { press: string; expect: string }[]
  quit: string
}
/** A list of the explorer's. */
type List = Subject & {
  /** The organisation that it shows. @default the demo as it is */
  size?: string[]
  /** Made before the explorer is started; answers what to set in its environment. */
  prepare?: (env: Service['env']) => Promise<Service['env']>
  /** The keys that are pressed in turn; where there are none of a kind it is not measured. @default those that move by a row */
  keys?: Partial<Record<Kind, readonly string[]>>
  /** The CPU that a key may take, in ms, where hand-written escape codes are no measure. @default a multiple of theirs */
  cpuMs?: number
  /** The windows that it is measured in by name. @default all: what is scrolled by two keys may not fill the largest */
  sizes?: readonly Size[]
}
/** Whether a key moves the bar, or rows scroll. */
type Kind = 'move' | 'scroll'
type Size = { cols: number; rows: number }

export const explorer: Subject = {
  // Each run begins on Overview, wherever the one before was left.
  command: [node, program, '--no-restore'],
  firstFrame: 'Overview',
  // Nothing to press: the data has come.
  enter: [{ press: '', expect: 'month ends' }],
  quit: '\x03\x03',
}
const behind = (...enter: Subject['enter']): Subject => ({ ...explorer, enter: [...explorer.enter, ...enter] })
const usage = (name: string): Subject => behind({ press: '2', expect: 'figures' }, { press: 'F\r', expect: name })
const readiness = { press: '4', expect: 'median' }
const report = { press: '\r', expect: 'report 6' }
const ranking = { press: '3', expect: 'Enter a.chen' }
const jobs = { press: '9', expect: 'pending' }
// Paused, as some are asked for every two seconds while they are set up, which fell on some keys and not on others.
const computers = [
  { press: '6', expect: 'borealis' },
  { press: 'P', expect: 'paused' },
]
const history = { press: '5', expect: 'diff of' }
const diff = { press: '\r', expect: 'settings' }
/** All people are loaded by the first `G`. */
export const people: Subject = { ...explorer, enter: [{ press: '3', expect: 'MOVE' }] }
/** More people than keys are pressed, so that the list never ends. */
const manyPeople = ['--users', '2000', '--days', '45']

/** The server lists no accounts: the explorer shows the keys of those that were asked about. */
const askForKeys = async (env: Service['env']): Promise<Service['env']> => {
  for (const id of ['sa_ci-bot', 'sa_observability', 'sa_release'])
    await run(node, [program, 'keys', 'list', id], { env: { ...process.env, ...env } })
  return env
}

/** All people are kept, so that the list is whole from the start. */
const loadPeople = async (env: Service['env']): Promise<Service['env']> => {
  await run(node, [program, 'analytics', 'users', '--all', '--last', '60d', '--totals', '--format', 'csv'], {
    env: { ...process.env, ...env },
    maxBuffer: 1 << 26,
  })
  return env
}

/** The newest wiki is here as an archive. */
const exportWiki = async (env: Service['env']): Promise<Service['env']> => {
  await run(node, [program, 'wiki', 'export', 'latest', '-o', `${home}/wiki.zip`], { env: { ...process.env, ...env } })
  return env
}

const withChannels = async (env: Service['env']): Promise<Service['env']> => ({
  ...env,
  QUARTERDECK_WEBHOOK_URL: 'http://127.0.0.1:9/',
  QUARTERDECK_NTFY_URL: 'http://127.0.0.1:9/topic',
})

const familyNames = '陳佐藤金木村高橋田中李王張劉黃林吳周徐孫김박이최정강조윤장임'
const wideAddress = (_: string, first: string, last: string, end: string): string => {
  const signs = [first, last].map((letter) => familyNames[letter.charCodeAt(0) % familyNames.length])
  return `${signs.join('')}.${first}${last}${end}例え.example`
}
/** Names of signs that take two cells. */
const withWideNames = async (env: Service['env']): Promise<Service['env']> => {
  const front = await startFront({ url: env.QUARTERDECK_BASE_URL ?? '', key: '' })
  front.alter((body) =>
    JSON.parse(JSON.stringify(body).replaceAll(/([a-z])[a-z]*\.([a-z])[a-z]*(\d*@)northwind\.example/g, wideAddress)),
  )
  atEnd(() => void front.close())
  return { ...env, QUARTERDECK_BASE_URL: front.url, XDG_CACHE_HOME: `${home}/wide` }
}

/** An answer with so much in it that no schema knows of that what is told of its request fills more than a window; it is not kept. */
const withDepartures = async (env: Service['env']): Promise<Service['env']> => {
  const front = await startFront({ url: env.QUARTERDECK_BASE_URL ?? '', key: '' })
  const clients = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`${at} ${'client '.repeat(40)}`, 'many']))
  front.alter((body) =>
    JSON.parse(JSON.stringify(body), (member, value) => (member === 'daily_active_users_by_client' ? clients : value)),
  )
  atEnd(() => void front.close())
  return { ...env, QUARTERDECK_BASE_URL: front.url, XDG_CACHE_HOME: '/dev/null/nowhere' }
}

const withProfiles = async (env: Service['env']): Promise<Service['env']> => {
  const profiles = Object.fromEntries(
    ['acme', 'northwind', 'contoso', 'initech'].map((name) => [name, { baseUrl: `https://${name}.example` }]),
  )
  mkdirSync(`${home}/config/quarterdeck`, { recursive: true })
  writeFileSync(`${home}/config/quarterdeck/config.json`, JSON.stringify({ profiles }))
  return { ...env, XDG_CONFIG_HOME: `${home}/config` }
}

const byRow = { move: ['j', 'k'] }
/** Both, of a list that never ends. */
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
}

/** What is opened from those. */
const innerLists: Record<string, List> = {
  Person: { ...behind(ranking, { press: '\r', expect: 'DAY' }), prepare: loadPeople },
  Marked: { ...behind(ranking, { press: ' j =', expect: '2 marked' }), prepare: loadPeople },
  Reports: behind(readiness, report, { press: '\t', expect: 'compares' }),
  Criterion: behind(readiness, report, { press: 'jjj\r', expect: 'fails in' }),
  Beside: behind(readiness, { press: ' j =', expect: 'differ' }),
  Lines: behind(history, diff, { press: 'zs', expect: 'unchanged lines' }),
  Blame: behind(history, diff, { press: 'b', expect: 'first seen' }),
  Job: behind(jobs, { press: '\r', expect: 'yv value' }),
  Pages: {
    ...behind(
      { press: '8', expect: 'no bad sums' },
      { press: '\r', expect: 'extract' },
      { press: 'jjj', expect: '_01.md' },
    ),
    prepare: exportWiki,
  },
  Hooks: { ...behind({ press: '0', expect: 'env-ntfy' }), prepare: withChannels },
}

/** Where letters are typed, ^n and ^p move. */
const byControl = { move: ['\x0e', '\x10'] }
// Nothing is written there: it fails, and is listed.
const exportToNowhere = (wiki: string): Subject['enter'] => [
  { press: 'x', expect: `Export the wiki of ${wiki}` },
  { press: '\x15/dev/null/wiki\r', expect: `Export ${wiki} failed` },
]
/** What lies over the screen: the first ^c closes it. */
const over = (...enter: Subject['enter']): Subject => ({ ...behind(...enter), quit: '\x03\x03\x03' })
const popups: Record<string, List> = {
  Requests: over({ press: '@', expect: 'Requests' }),
  Request: {
    ...over({ press: '@', expect: 'Requests' }, { press: '/activity\r\r', expect: 'NOT AS' }),
    prepare: withDepartures,
    keys: { scroll: ['j', 'k'] },
    sizes: sizes.slice(0, 2),
  },
  // From end to end: row by row it would be over soon.
  Help: {
    ...over({ press: '?', expect: 'next row' }),
    keys: { ...byRow, scroll: ['\x1b[F', '\x1b[H'] },
    sizes: sizes.slice(0, 2),
  },
  Palette: { ...over({ press: ':', expect: 'Command' }), keys: byControl },
  Bookmarks: {
    // What is shown there is the same in each run, and so is its link.
    ...over(
      jobs,
      { press: 'ma', expect: 'Marked as a' },
      { press: 'mb', expect: 'Marked as b' },
      { press: "'", expect: 'Bookmarks' },
    ),
    keys: byControl,
  },
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
  Actions: over(...computers, { press: 'a', expect: 'restart' }),
  // The name has changed before, so the table of what will be sent stays open while a letter comes and goes.
  Form: {
    ...over(
      ...computers,
      { press: 'a', expect: 'restart' },
      { press: 'e', expect: 'remote user' },
      { press: 'y', expect: 'THEN' },
    ),
    keys: { move: ['x', '\x7f'] },
    cpuMs: 4,
  },
}
export const subjects: Record<string, List> = { ...mainLists, ...innerLists, ...popups }
export const floor: Subject = { command: [node, path('floor.ts')], firstFrame: 'row 1 of', enter: [], quit: 'q' }

/**
 * A key changes more in some lists than in others, a preview or a detail too, so the yardstick writes the same cells. There are many
 * inner lists: of them the usual size alone, unless they are asked for by name.
 */
export const measureKeys = async (list: string, isAskedFor: boolean): Promise<void> => {
  const { subject, env } = await ready(list)
  for (const { cols, rows } of isAskedFor || list in mainLists ? (subject.sizes ?? sizes) : [usualSize])
    for (const phase of phasesOf(subject, rows)) {
      const { name, before, keys } = phase
      const cells = { CELLS: JSON.stringify(await cellsOfMove(subject.enter, env, { cols, rows }, before, keys)) }
      const answer = await measure({ ...subject, cols, rows, phases: [phase], env, beside: { ...floor, env: cells } })
      const [mine, theirs] = [answer.phases[name], answer.beside[name]]
      const deaf = mine.unanswered + theirs.unanswered
      if (deaf > 0)
        throw new Error(`${deaf} keys were not answered at ${cols}x${rows} (${name}): the figures say nothing`)
      const what = `${list}: ${name} ${cols}x${rows}`
      const goal = name === 'move' ? goals.moveCpu : goals.scrollCpu
      if (subject.cpuMs === undefined) compare(`${what}, CPU a key`, [mine.cpuMs], [theirs.cpuMs], 'ms', goal)
      else say(`${what}, CPU a key`, `hand-written ${theirs.cpuMs.toFixed(2)} ms`, mine.cpuMs, subject.cpuMs, ' ms')
      compare(`${what}, bytes a key`, [mine.bytes], [theirs.bytes], 'B', goals.bytes)
      const beside = `hand-written ${theirs.p95Ms.toFixed(1)} ms`
      say(`${what}, p95 key to frame`, beside, mine.p95Ms, goals.keyToFrameMs, ' ms')
    }
}

const phasesOf = ({ keys: { move, scroll } = byRow }: { keys?: List['keys'] }, rows: number) => [
  ...(move === undefined ? [] : [{ name: 'move' as const, before: '', keys: move, warm: WARM, count: 400 }]),
  ...(scroll === undefined
    ? []
    : [
        // One key scrolls from the edge of the window on, to which it goes first.
        {
          name: 'scroll' as const,
          before: scroll.length > 1 ? '' : 'j'.repeat(rows),
          keys: scroll,
          warm: WARM,
          count: 400,
        },
      ]),
]

const ready = async (list: string): Promise<{ subject: List; env: Service['env'] }> => {
  const subject = subjects[list]
  if (!subject) throw new Error(`${list} is no list: there are ${Object.keys(subjects).join(', ')}`)
  const env = await serve(...(subject.size ?? []))
  return { subject, env: (await subject.prepare?.(env)) ?? env }
}

/** Prints where the time of a key goes in each of these lists. */
export const profileKeys = async (lists: readonly string[]): Promise<void> => {
  for (const list of lists) {
    const { subject, env } = await ready(list)
    const folder = `${home}/profile-${list}`
    const phases = phasesOf(subject, usualSize.rows).map((phase) => ({ ...phase, count: PROFILED_KEYS }))
    const command = [node, ...profiled(folder), ...subject.command.slice(1)]
    const answer = await measure({ ...subject, command, phases, env })
    for (const { name, count } of phases)
      for (const path of profilesIn(folder))
        console.log(`${list}: ${name}\n${timesText(timesOf(path, answer.phases[name].span), count)}\n`)
    console.log(`The profiles stand in ${keepProfiles(folder)}\n`)
  }
}
