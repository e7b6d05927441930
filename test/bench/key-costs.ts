import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startFront } from '../helpers/front-server.ts'
import { compare, goals, home, median, node, path, program, type Service, say } from './bench-kit.ts'
import { cellsOfMove } from './changed-cells.ts'
import { measure, type Phase } from './measure-in-terminal.ts'
import { keepProfiles, profiled, profilesIn, timesOf, timesText } from './profile.ts'

const KEY_ROUNDS = 3
/** As many as there are people to scroll through: samples are few. */
const PROFILED_KEYS = 800
const sizes = [
  { cols: 80, rows: 24 },
  { cols: 120, rows: 40 },
  { cols: 200, rows: 60 },
]

const run = promisify(execFile)

/** A program with a list that j and k walk through, and how to get there. */
type Subject = {
  command: string[]
  /** Text that stands in the first frame. */
  firstFrame: string
  enter: { press: string; expect: string }[]
  quit: string
}

export const explorer: Subject = {
  // Each run begins on Overview, wherever the one before was left.
  command: [node, program, '--no-restore'],
  firstFrame: 'Overview',
  enter: [
    // Nothing to press: the data has come.
    { press: '', expect: 'month ends' },
    { press: '2', expect: 'figures' },
    { press: 'F\r', expect: '@northwind.example' },
  ],
  quit: '\x03\x03',
}
/** The same program at the list of people: all of them are loaded by the first `G`. */
export const people: Subject = { ...explorer, enter: [{ press: '3', expect: 'MOVE' }] }
/** The lists of revisions and of what one changed, and the tree of its settings. */
const history: Subject = { ...explorer, enter: [...explorer.enter.slice(0, 1), { press: '5', expect: 'diff of' }] }
const diff: Subject = { ...explorer, enter: [...history.enter, { press: '\r', expect: 'settings' }] }
const settings: Subject = { ...explorer, enter: [...diff.enter, { press: '\r', expect: 'fold' }] }
const computers: Subject = { ...explorer, enter: [...explorer.enter.slice(0, 1), { press: '6', expect: 'STATUS' }] }
const keys: Subject = { ...explorer, enter: [...explorer.enter.slice(0, 1), { press: '7', expect: 'ACCOUNT' }] }
export const subjects: Record<string, Subject> = {
  Usage: explorer,
  People: people,
  Revisions: history,
  Diff: diff,
  Settings: settings,
  Computers: computers,
  Keys: keys,
}
export const floor: Subject = { command: [node, path('floor.ts')], firstFrame: 'row 1 of', enter: [], quit: 'q' }

/**
 * A move changes more in some lists than in others, a preview or a detail too, so the yardstick writes the same cells. Where ours scrolls
 * it scrolls a list of its own.
 *
 * @param names - The phases that the list is long enough for.
 */
export const measureKeys = async (
  env: Service['env'],
  subject: Subject,
  list: string,
  names: readonly ('move' | 'scroll')[] = ['move', 'scroll'],
): Promise<void> => {
  for (const { cols, rows } of sizes)
    for (const name of names) {
      const phases = phasesOf(rows).filter((phase) => phase.name === name)
      const isMove = name === 'move'
      const cells = isMove ? { CELLS: JSON.stringify(await cellsOfMove(subject.enter, env, { cols, rows })) } : {}
      const mine: Phase[] = []
      const theirs: Phase[] = []
      for (let round = 0; round < KEY_ROUNDS; round++) {
        theirs.push((await measure({ ...floor, cols, rows, phases, env: cells })).phases[name])
        mine.push((await measure({ ...subject, cols, rows, phases, env })).phases[name])
      }
      const deaf = [...mine, ...theirs].reduce((sum, { unanswered }) => sum + unanswered, 0)
      if (deaf > 0)
        throw new Error(`${deaf} keys were not answered at ${cols}x${rows} (${name}): the figures say nothing`)
      const what = `${list}: ${name} ${cols}x${rows}`
      const of = (all: Phase[], member: 'cpuMs' | 'bytes' | 'p95Ms') => all.map((phase) => phase[member])
      const goal = isMove ? goals.moveCpu : goals.scrollCpu
      const note = isMove ? ', same cells' : ''
      compare(`${what}, CPU a key`, of(mine, 'cpuMs'), of(theirs, 'cpuMs'), 'ms', goal, note)
      compare(`${what}, bytes a key`, of(mine, 'bytes'), of(theirs, 'bytes'), 'B', goals.bytes, note)
      const [p95, floorP95] = [median(of(mine, 'p95Ms')), median(of(theirs, 'p95Ms'))]
      say(`${what}, p95 key to frame`, `hand-written ${floorP95.toFixed(1)} ms`, p95, goals.keyToFrameMs, ' ms')
    }
}

const phasesOf = (rows: number) => [
  { name: 'move' as const, before: '', keys: 'jk', warm: 100, count: 200 },
  // To the edge of the window first; from there on every key scrolls.
  { name: 'scroll' as const, before: 'j'.repeat(rows), keys: 'j', warm: 100, count: 200 },
]

/** The server lists no accounts: the explorer shows the keys of those that were asked about. */
const askForKeys = async (env: Service['env']): Promise<void> => {
  for (const id of ['sa_ci-bot', 'sa_observability', 'sa_release'])
    await run(node, [program, 'keys', 'list', id], { env: { ...process.env, ...env } })
}

/** The list of Usage where the names are of signs that take two cells. */
export const measureWideNames = async (env: Service['env']): Promise<void> => {
  const front = await startFront({ url: env.QUARTERDECK_BASE_URL ?? '', key: '' })
  front.alter((body) =>
    JSON.parse(JSON.stringify(body).replaceAll(/([a-z])[a-z]*\.([a-z])[a-z]*(\d*@)northwind\.example/g, wideAddress)),
  )
  const behind = { ...env, QUARTERDECK_BASE_URL: front.url, XDG_CACHE_HOME: `${home}/wide` }
  const enter = [...explorer.enter.slice(0, -1), { press: 'F\r', expect: '例え' }]
  await measureKeys(behind, { ...explorer, enter }, 'Usage, CJK')
  await front.close()
}
const familyNames = '陳佐藤金木村高橋田中李王張劉黃林吳周徐孫김박이최정강조윤장임'
const wideAddress = (_: string, first: string, last: string, end: string): string => {
  const signs = [first, last].map((letter) => familyNames[letter.charCodeAt(0) % familyNames.length])
  return `${signs.join('')}.${first}${last}${end}例え.example`
}

export const measureLists = async (env: Service['env']): Promise<void> => {
  // In the largest window these lists are too short to be scrolled.
  const only = ['move'] as const
  await measureKeys(env, history, 'Revisions', only)
  await measureKeys(env, diff, 'Diff', only)
  await measureKeys(env, settings, 'Settings', only)
  await measureKeys(env, computers, 'Computers', only)
  await askForKeys(env)
  await measureKeys(env, keys, 'Keys', only)
}

/** Prints where the time of a key goes. @param only - The lists. @default all of them */
export const profileKeys = async (env: Service['env'], only = Object.keys(subjects)): Promise<void> => {
  if (only.includes('Keys')) await askForKeys(env)
  for (const list of only) {
    const subject = subjects[list]
    if (!subject) throw new Error(`${list} is no list: there are ${Object.keys(subjects).join(', ')}`)
    const folder = `${home}/profile-${list}`
    const phases = phasesOf(40)
      .filter(({ name }) => name === 'move' || list === 'Usage' || list === 'People')
      .map((phase) => ({ ...phase, count: PROFILED_KEYS }))
    const command = [node, ...profiled(folder), ...subject.command.slice(1)]
    const answer = await measure({ ...subject, command, phases, env })
    for (const { name, count } of phases)
      for (const path of profilesIn(folder))
        console.log(`${list}: ${name}\n${timesText(timesOf(path, answer.phases[name].span), count)}\n`)
    console.log(`The profiles stand in ${keepProfiles(folder)}\n`)
  }
}
