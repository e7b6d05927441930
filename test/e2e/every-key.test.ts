import { expect, onTestFinished, test } from 'vitest'
import { everywhereKeys } from '../../screens/app/app-keys.ts'
import { SCREEN_NAMES, type ScreenName } from '../../screens/kit/screen/names.ts'
import { screens } from '../../screens/table.ts'
import { startService } from '../../src/service/start-service.ts'
import { type Binding, helpOf } from '../../src/ui/keys/bindings.ts'
import { open } from '../helpers/e2e.ts'
import { makeConfig, makeFolder } from '../helpers/make-folder.ts'
import { envOf, type Program } from '../helpers/pty.ts'

/** The observable effects of a key. */
type Seen = {
  screen: readonly string[]
  /** Number of texts that were copied. */
  copied: number
  /** Number of characters that the program has written. */
  drawn: number
  /** How often the program has set up the terminal: at its start, and after each pager or editor. */
  taken: number
}

const last = ({ screen }: Seen) => screen.at(-1) ?? ''
const hasPopup = ({ screen }: Seen) => screen.some((row) => /^(?:── | \/ )/.test(row))
const hasMessage = (after: Seen, before: Seen) => last(after) !== last(before) && !last(after).startsWith(' = qd')
const hasMessageLike = (words: RegExp) => (after: Seen, before: Seen) =>
  hasMessage(after, before) && words.test(last(after))
const hasChanged = (after: Seen, before: Seen) => after.screen.slice(0, -1).join() !== before.screen.slice(0, -1).join()

/** A pager or editor that ends immediately leaves its text until a key is pressed; if it ends later, the screen returns without a key. */
const hasEndedAtOnce = (after: Seen) => last(after).includes('Press any key to return')
const hasLent = (after: Seen, before: Seen) =>
  hasEndedAtOnce(after) || after.taken > before.taken || hasMessageLike(/nothing|Nothing/)(after, before)

/** Whether a key had any effect. The tests of the screens check which. */
const hasEffect = (after: Seen, before: Seen, { action }: Binding): boolean => {
  if (/^(page|edit)$/.test(action)) return hasLent(after, before)
  if (action === 'refreshAll') return after.drawn > before.drawn
  // On a view without names, only the command in the last row changes.
  if (SETTINGS.includes(action) && last(after) !== last(before)) return true
  return hasChanged(after, before) || after.copied > before.copied || hasMessage(after, before)
}

/** Actions that turn a setting on or off. */
const SETTINGS: readonly string[] = ['pause', 'private', 'compare']

/** Messages that say why a key has no effect here. The key is then pressed again on another part of the screen. */
const hasReason = hasMessageLike(
  /^ (There is no|There are|This is the|These names|Text has no|\d+ is the|No |Only |No program |Nothing |What a filter|The server lists all|The controls did not|The chart is)/,
)

/** Actions that may have no effect on any part of a screen. For these, a message with the reason is enough. */
const isAnsweredByReason = ({ action }: Binding) =>
  /^(?:copy|export|page|edit|refresh$|forward|interrupt|up$|leaveLevel$|down$|top$|bottom$|all$|sort|nextMatch$|previousMatch$)/.test(
    action,
  )

/** Keys without an effect so far, by screen. */
type Due = Map<ScreenName, Map<string, Binding>>
type Ways = Readonly<Partial<Record<ScreenName, readonly string[]>>>

/** Keys that lead to parts of a screen with other bindings; the first is the screen as it opens. */
const WAYS: Ways = {
  overview: ['Home j'],
  usage: ['Home j n', 'Home j n h', 'Home z_+', 'Tab F Enter F Enter', 'S-Tab Home Enter j'],
  people: ['Home j', 'Tab Home j', 'Tab Home j J', 'Home Space j Space', 'Home j Enter l l', 'Home Space j Space ='],
  readiness: [
    'Home j',
    'Home Space j Space',
    'Home j Enter j',
    'Home j Enter n n',
    'Home j Enter (',
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
    'Tab Home j',
    'Tab Home j J',
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

/** The same for a server without our extensions, and for data that the demo does not have. */
const OTHER_WAYS: Ways = {
  // Of 14 days none may be unusual, of 90 some always are. On the last of them the controls changed.
  usage: ['t 4'],
  readiness: ['Tab Home j'],
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

/** Keys that are not pressed: they suspend or quit the program, or are for screen readers. */
const isExcluded = ({ action }: Binding) => ['suspend', 'back', 'sayAll', 'saySelected'].includes(action)

/** Keys that change the rows or their order for the rest of the run: other keys come first. */
const changesLists = ({ action }: Binding) =>
  /^(?:quick|style|detail|sort|days|about$|way$|compare$|older|newer)/.test(action)

const hasNoBinding = hasMessageLike(/ works only in |does nothing here/)
const ownKeys = (name: ScreenName): readonly Binding[] =>
  name === 'usage' ? [...screens[name].keys, ...everywhereKeys] : screens[name].keys

/**
 * Presses all keys that have had no effect yet, on each screen and each of its parts.
 *
 * @returns The keys that did nothing and gave no reason.
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
    !/loading|still checking/.test(screen.join('\n'))
  /** Types keys, and waits until all of them are processed. */
  const settle = async (keys = '') => {
    const before = last(seen())
    const [key, expected] = before.startsWith(' F12 ') ? ['\x1b[23~', ' F11 '] : ['\x1b[24~', ' F12 ']
    const isProcessed = (screen: readonly string[]) => (screen.at(-1) ?? '').startsWith(expected) && isStill(screen)
    program.type(keys)
    // The message of a job that ends replaces the message of a key.
    for (let tries = 0; tries < 20; tries += 1) {
      program.type(key)
      if (await program.waitFor(isProcessed, { timeoutMs: 2_000 }).then(yes, no)) return
    }
    throw new Error(`no key is processed any more: ${program.screen().join('\n')}`)
  }
  /** Closes whatever a key has opened, and returns to the part of the screen. */
  const backTo = async (name: ScreenName, way: string) => {
    // No more popups than this can be open.
    await settle('\x1b'.repeat(7))
    program.press(screens[name].key ?? `g ${screens[name].letter}`)
    await program.waitFor((screen) => (screen[0] ?? '').includes(screens[name].title) && isStill(screen))
    // The screen may have been left inside a level.
    await settle('\x1b'.repeat(7))
    // Readiness shows the view that was left.
    if (program.screen().some((row) => row.includes('[criteria]'))) {
      program.press('Tab')
      await settle()
    }
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
        // The same message a second time would not be noticed.
        if (!last(seen()).startsWith(' = qd')) await settle()
        const before = seen()
        program.press(keys)
        const isThere = () => hasNoBinding(seen(), before) || hasEffect(seen(), before, binding)
        await program.waitFor(isThere).catch(() => failures.push(`${of} ${keys} (${way}): ${last(seen())}`))
        const after = seen()
        const isDone =
          hasChanged(after, before) ||
          after.copied > before.copied ||
          !hasReason(after, before) ||
          isAnsweredByReason(binding)
        if (!hasNoBinding(after, before) && isDone) left.delete(id)
        if (hasEndedAtOnce(seen())) await program.pressUntil('Space', isStill)
        // Other keys rely on the original settings, so toggle them back.
        if (SETTINGS.includes(binding.action)) program.press(keys)
        if (hasPopup(seen())) await settle('\x1b')
        if (hasChanged(seen(), home)) {
          await backTo(name, way)
          home = seen()
        }
      }
    }
  }
  return failures
}

test('every key of every screen has an effect or shows why not', async () => {
  // The detail of a channel has more lines than fit.
  const hooks = {
    channels: { team: { kind: 'webhook', url: 'https://hooks.example/team' }, desk: { kind: 'desktop' } },
  }
  const env = { PAGER: 'cat', EDITOR: 'cat', XDG_CONFIG_HOME: makeConfig({ hooks }) }
  const due: Due = new Map(
    SCREEN_NAMES.map((name) => [
      name,
      new Map(
        ownKeys(name)
          .filter((one) => !isExcluded(one))
          .map((one) => [`${one.action} ${one.keys[0]}`, one]),
      ),
    ]),
  )
  const failures: string[] = []
  // Screens keep their focus, folds and styles, so a key may have no effect after an earlier one. Press the remaining keys in a new
  // program.
  for (let run = 0; run < 2 && [...due.values()].some(({ size }) => size > 0); run += 1) {
    const args = ['demo', '--users', '12', '--days', '70', '--seed', '1']
    const program = open({ rows: 24, args, cwd: makeFolder(), env })
    await program.waitFor('NEEDS ATTENTION')
    failures.push(...(await pressKeys(program, due, WAYS)))
  }

  const service = await startService({
    demo: { users: 5, days: 120, seed: 1 },
    isStrict: true,
    prepare: async (store) => {
      await store.lists.ciJobs.put(NESTED_JOB)
      await store.revisions.put(YESTERDAYS.revision, JSON.stringify(YESTERDAYS))
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
