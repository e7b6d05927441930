import { expect, onTestFinished, test } from 'vitest'
import { everywhereKeys } from '../../screens/app/app-keys.ts'
import { SCREEN_NAMES, type ScreenName } from '../../screens/kit/screen/names.ts'
import { screens } from '../../screens/table.ts'
import { startService } from '../../src/service/start-service.ts'
import { type Binding, helpOf } from '../../src/ui/keys/bindings.ts'
import { open } from '../helpers/e2e.ts'
import { makeConfig, makeFolder } from '../helpers/make-folder.ts'
import { envOf, type Program } from '../helpers/pty.ts'

/** What a key found: the screen, what was copied, whether anything was drawn at all, and how often the terminal was taken. */
type Seen = { screen: readonly string[]; copied: number; drawn: number; taken: number }

const last = ({ screen }: Seen) => screen.at(-1) ?? ''
const place = ({ screen }: Seen) => (screen[0] ?? '').split(/ {3,}/)[0]
const bodyOf = ({ screen }: Seen) => screen.slice(3, -2).join('\n')
const barsOf = ({ screen }: Seen) => screen.flatMap((row, y) => (row.includes('▌') ? [`${y} ${row}`] : [])).join('\n')
const hasPopup = ({ screen }: Seen) => screen.some((row) => /^(?:── | \/ )/.test(row))
const isPopup = (title: string) => (after: Seen) => after.screen.some((row) => row.startsWith(`── ${title}`))
/** Whether the key says why there is nothing to do. */
const tells = (words: RegExp) => (after: Seen, before: Seen) => last(after) !== last(before) && words.test(last(after))
const hasChanged = (after: Seen, before: Seen) => after.screen.slice(0, -1).join() !== before.screen.slice(0, -1).join()

type Effect = (after: Seen, before: Seen, binding: Binding) => boolean
const either =
  (...effects: readonly Effect[]): Effect =>
  (...seen) =>
    effects.some((effect) => effect(...seen))
const hasMoved: Effect = (after, before) => barsOf(after) !== barsOf(before)
const endsAtOnce: Effect = (after) => last(after).includes('any key goes back')
/** On a busy machine a program that ends at once may not: the terminal is then taken again without a key. */
const hasTaken: Effect = (after, before) => after.taken > before.taken
const isElsewhere: Effect = (after, before) => place(after) !== place(before)

/** What is seen after a key of some kind, by its screen and action: the first that fits. Of any other, that the body is another. */
const effects: readonly [of: RegExp, effect: Effect][] = [
  [/\.copy/, either((after, before) => after.copied > before.copied, tells(/[Nn]othing|no pull request/))],
  [/\.open:/, ({ screen }, _before, binding) => (screen[0] ?? '').includes(` ${helpOf(binding).replace('open ', '')}`)],
  [/\.export$/, either(isPopup('Export'), tells(/nothing here to export/))],
  [/\.(page|edit)$/, either(endsAtOnce, hasTaken, tells(/nothing|Nothing/))],
  [/\.filter$/, ({ screen }) => screen.some((row) => row.startsWith(' / '))],
  [/^everywhere\.help$/, ({ screen }) => (screen.at(-2) ?? '').includes('/ find')],
  [/^everywhere\.palette$/, isPopup('Command')],
  [/^everywhere\.range$/, isPopup('Range')],
  [/^everywhere\.(earlierDays|laterDays|compare)$/, (after, before) => after.screen[0] !== before.screen[0]],
  [/^everywhere\.requests$/, isPopup('Requests')],
  [/^everywhere\.mark$/, isPopup('Mark as')],
  [/^everywhere\.bookmarks$/, isPopup('Bookmarks')],
  [/^everywhere\.jobs$/, isPopup('Jobs')],
  [/^everywhere\.profiles$/, isPopup('Profile')],
  [/^everywhere\.connect$/, isPopup('Connect')],
  [/^everywhere\.browse$/, either(isPopup('Open '), tells(/no web address/))],
  [/^everywhere\.private$/, (after) => last(after).includes('--pseudonyms')],
  [/^everywhere\.refresh$/, either(hasChanged, tells(/Nothing shown is stale/))],
  [/^everywhere\.refreshAll$/, (after, before) => after.drawn > before.drawn],
  [/^everywhere\.pause$/, ({ screen }) => (screen[0] ?? '').includes('paused')],
  [/^everywhere\.(last|backward)$/, isElsewhere],
  [/^everywhere\.forward$/, either(isElsewhere, tells(/no screen to go forward to/))],
  [/^everywhere\.interrupt$/, tells(/Nothing is being fetched|Cancelled/)],
  [/^everywhere\.count$/, isPopup('1')],
  [/^everywhere\.(back|up)$/, either(isElsewhere, tells(/nothing to go back to/))],
  [/\.(down|pageDown|bottom|all)$/, either(hasMoved, tells(/This is the last|There (is|are)/))],
  [/\.(up|pageUp|top)$/, either(hasMoved, tells(/This is the first|There (is|are)/))],
  [
    /\.(actions|add|chooseGroup)$/,
    either((after) => after.screen.some((row) => row.startsWith('── ')), tells(/[Nn]othing/)),
  ],
  [/\.(nextView|previousView|person|changes|blame)$/, either(isElsewhere, hasChanged)],
  [/\.sort/, either((after, before) => bodyOf(after) !== bodyOf(before), tells(/\./))],
  [/\.(mute|why)$/, (after, before) => bodyOf(after) !== bodyOf(before)],
  [/\.muted$/, tells(/^ What is muted (stands|is hidden)/)],
]

/** Why there is nothing to do: the key is pressed again in another place. */
const isTold = tells(
  /^ (There is no|There are|This is the|These names|Text has no|\d+ is the|No |Only |Nobody |Nothing |What a filter|The server lists all|The controls did not|The chart is)/,
)

/** Keys that were not yet seen to do what their help says, by screen. */
type Due = Map<ScreenName, Map<string, Binding>>
type Ways = Readonly<Partial<Record<ScreenName, readonly string[]>>>

/** What goes inside of a screen, where other keys are heard; the first is the screen as it opens. */
const WAYS: Ways = {
  overview: ['Home j'],
  usage: ['Home j n', 'Home j n h', 'Home z_+', 'Tab F Enter F Enter'],
  people: ['Home j', 'Home Space j Space', 'Home j Enter l l', 'Home Space j Space ='],
  readiness: [
    'Home j',
    'Home Space j Space',
    'Home j Enter j',
    'Home j Enter j J',
    'Home j Enter Home J',
    'Home j Enter h',
    'Home j Enter d',
    'Home j Enter d <',
    'Home j Enter Tab',
    'Home Space j Space =',
    'Home Space j Space = l',
  ],
  controls: [
    'Home j',
    'Home Space j Space',
    'Home j Enter j J',
    'Home j Enter h',
    // The older side is two revisions back, so the newer one can move.
    'Home j Enter (',
    'Home j Enter b',
    'Home j Enter Enter j',
    'Home j Enter Enter j h',
    // The first change that holds a secret.
    'Home j j j j j j Enter J',
  ],
  computers: ['Home j', 'Home j j J'],
  keys: ['Home', 'Home J'],
  wiki: ['', 'Home x Enter', 'Home Tab j', 'Home J', 'Home Tab j h', 'Home i J', 'Home Enter', 'Home Tab Home Enter'],
  hooks: ['Home', 'Home J'],
  ci: ['Home', 'Home n J', 'G', 'Home Enter', 'Home Enter h'],
}

/** The same before a server without lists, and with what the made-up organisation lacks, today or always. */
const OTHER_WAYS: Ways = {
  // Of 14 days none may be unusual, of 90 some always are. On the last of them the controls changed.
  usage: ['t 4'],
  computers: [''],
  ci: ['Home Enter G', 'Home Enter G h'],
}
const NESTED_JOB = { id: 'nested', status: 'failed', updatedAt: 9e15, steps: [{ name: 'build', runs: [1, 2] }] }

const YESTERDAYS = {
  revision: 9_000,
  settings: {},
  user: { id: 'u', email: 'ann@example.com', name: 'Ann' },
  updatedAt: new Date(Date.now() - 86_400_000).toISOString(),
}

const yes = () => true
const no = () => false

/** Keys that leave the program, stop it, or are heard by those alone who hear the screen. */
const isApart = ({ action }: Binding) => ['suspend', 'sayAll', 'saySelected'].includes(action)

/** What changes which rows there are and how they stand for as long as the program runs: other keys come first. */
const changesLists = ({ action }: Binding) =>
  /^(?:quick|style|detail|sort|days|about$|way$|compare$|older|newer)/.test(action)

const isUnheard = tells(/ is for (another view|[A-Z])|does nothing here/)
const ownKeys = (name: ScreenName): readonly Binding[] =>
  name === 'usage' ? [...screens[name].keys, ...everywhereKeys] : screens[name].keys

/**
 * Presses all keys that are due in each screen and on each of its ways. Those that do what their help says are not due any more; those
 * that do nothing and do not say why are told.
 */
const pressKeys = async (program: Program, due: Due, ways: Ways): Promise<string[]> => {
  const failures: string[] = []
  const seen = (): Seen => ({
    screen: program.screen(),
    copied: program.copies(),
    drawn: program.raw().length,
    taken: program.takes(),
  })
  const isStill = (screen: readonly string[]) =>
    / 0 req\s*$|paused\s*$/.test(screen[0] ?? '') &&
    !/ jobs \d/.test(screen[0] ?? '') &&
    !/loading|still looking/.test(screen.join('\n'))
  /** Types something, and waits until all of it was heard. */
  const settle = async (keys = '') => {
    const before = last(seen())
    const [key, told] = before.startsWith(' F12')
      ? ['\x1b[23~', ' F11 does nothing']
      : ['\x1b[24~', ' F12 does nothing']
    const isHeard = (screen: readonly string[]) => (screen.at(-1) ?? '').startsWith(told) && isStill(screen)
    program.type(keys)
    // What a job has come to takes the place of what a key was told.
    for (let tries = 0; tries < 20; tries += 1) {
      program.type(key)
      if (await program.waitFor(isHeard, { timeoutMs: 2_000 }).then(yes, no)) return
    }
    throw new Error(`nothing was heard any more: ${program.screen().join('\n')}`)
  }
  /** Back to where a way leads, whatever a key has opened. */
  const backTo = async (name: ScreenName, way: string) => {
    // As often as anything can lie over something.
    await settle('\x1b'.repeat(7))
    program.press(screens[name].key ?? `g ${screens[name].letter}`)
    await program.waitFor((screen) => (screen[0] ?? '').includes(screens[name].title) && isStill(screen))
    for (const key of way.split(' ').filter(Boolean)) {
      program.press(key.replace('_', ' '))
      await settle()
    }
  }
  await program.waitFor((screen) => isStill(screen))
  for (const [name, left] of due) {
    const own = ways[name] ?? ['']
    for (const [isLate, way] of [false, true].flatMap((isLate) => own.map((way) => [isLate, way] as const))) {
      const pressed = [...left].filter(([, binding]) => changesLists(binding) === isLate)
      if (pressed.length === 0) continue
      await backTo(name, way)
      let home = seen()
      for (const [id, binding] of pressed) {
        const keys = binding.keys[0] ?? ''
        const of = `${everywhereKeys.includes(binding) ? 'everywhere' : name}.${binding.action}`
        const [, effect = hasChanged] = effects.find(([pattern]) => pattern.test(of)) ?? []
        // The same sentence a second time would not be seen.
        if (!last(seen()).startsWith(' = qd')) await settle()
        const before = seen()
        program.press(keys)
        // Of what has the terminal for a while only the end counts: before it, nothing else would be heard.
        const isLent = /\.(page|edit)$/.test(of)
        const isThere = () =>
          isUnheard(seen(), before) || (!isLent && isTold(seen(), before)) || effect(seen(), before, binding)
        await program.waitFor(isThere).catch(() => failures.push(`${of} ${keys} (${way}): ${last(seen())}`))
        if (!isUnheard(seen(), before) && (effect(seen(), before, binding) || !isTold(seen(), before))) left.delete(id)
        if (endsAtOnce(seen(), before, binding)) {
          await program.pressUntil('Space', isStill)
        }
        // Back to how everything else is to be found.
        if (['pause', 'private', 'compare'].includes(binding.action)) program.press(keys)
        // What lies over everything closes, and nothing is drawn anew below it.
        if (hasPopup(seen())) await settle('\x1b')
        // What has only copied or told something has changed nothing.
        if (hasChanged(seen(), home)) {
          await backTo(name, way)
          home = seen()
        }
      }
    }
  }
  return failures
}

test('every key of every screen does what its help says, or says why there is nothing to do', async () => {
  // A channel of which there is more to say than has room.
  const hooks = {
    channels: { team: { kind: 'webhook', url: 'https://hooks.example/team' }, desk: { kind: 'desktop' } },
  }
  const env = { PAGER: 'cat', EDITOR: 'cat', XDG_CONFIG_HOME: makeConfig({ hooks }) }
  const openDemo = () => {
    const program = open({
      rows: 24,
      args: ['demo', '--users', '12', '--days', '70', '--seed', '1'],
      cwd: makeFolder(),
      env,
    })
    return program
  }
  const due: Due = new Map(
    SCREEN_NAMES.map((name) => [
      name,
      new Map(
        ownKeys(name)
          .filter((one) => !isApart(one))
          .map((one) => [`${one.action} ${one.keys[0]}`, one]),
      ),
    ]),
  )
  const failures: string[] = []
  // Screens keep their focus, folds and styles, so an earlier key can leave nothing to do for a later one: what is left then gets a
  // program in which nothing has been pressed.
  for (let run = 0; run < 2 && [...due.values()].some(({ size }) => size > 0); run += 1) {
    const program = openDemo()
    await program.waitFor('NEEDS ATTENTION')
    failures.push(...(await pressKeys(program, due, WAYS)))
  }

  const service = await startService({
    demo: { users: 5, days: 120, seed: 1 },
    isStrict: true,
    prepare: (store) => {
      store.ciJobs.put(NESTED_JOB.id, NESTED_JOB.updatedAt, JSON.stringify(NESTED_JOB))
      store.revisions.put(YESTERDAYS.revision, JSON.stringify(YESTERDAYS))
    },
  })
  onTestFinished(() => service.close())
  const other = open({
    rows: 24,
    cwd: makeFolder(),
    env: { ...env, ...envOf(service.url, service.keys.owner) },
  })
  await other.waitFor('NEEDS ATTENTION')
  failures.push(
    ...(await pressKeys(
      other,
      new Map([...due].filter(([name, left]) => left.size > 0 && OTHER_WAYS[name])),
      OTHER_WAYS,
    )),
  )

  for (const [name, left] of due)
    for (const binding of left.values())
      failures.push(`${name}.${binding.action} ${binding.keys[0]} (${helpOf(binding)}) did nothing anywhere`)
  expect(failures).toEqual([])
}, 1_200_000)
