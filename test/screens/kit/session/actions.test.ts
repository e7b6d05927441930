import { expect, test } from 'vitest'
import { actionRows } from '../../../../screens/app/overlays/actions/action-row.ts'
import { type ActionStart, createActions } from '../../../../screens/kit/session/actions.ts'
import { ANNOUNCED_MS, createAnnouncements } from '../../../../screens/kit/session/announcements.ts'
import { AppError } from '../../../../src/base/errors.ts'

/** A log with a manual clock. */
const create = (profileToName?: string) => {
  const state = { at: 1_000, isPrivate: false }
  const actions = createActions({ now: () => state.at, isPrivate: () => state.isPrivate, profileToName })
  return { state, actions }
}

test('an action has its times, and its end is reported once', () => {
  const { state, actions } = create()
  const ends: (string | undefined)[] = []
  actions.onEnd(({ what }) => ends.push(what))
  const action = actions.start({
    what: 'create key',
    target: 'sa_ci deploy',
    command: 'keys create sa_ci --name deploy',
  })
  expect(actions.list()).toMatchObject([{ startedAt: 1_000, endedAt: undefined, state: { is: 'running' } }])
  state.at = 1_400
  action.end({ is: 'done' })
  action.end({ is: 'cancelled' })
  expect(actions.list()).toMatchObject([{ endedAt: 1_400, state: { is: 'done' } }])
  expect(ends).toEqual(['create key'])
})

test('an action that is followed twice keeps its subject, and an ended one stays as it is', () => {
  const { actions } = create()
  const [one, two] = [1, 2].map(() => actions.start({ what: 'restart computer', target: 'atlas' }))
  one?.follow('cmp_atlas')
  one?.follow()
  two?.end({ is: 'done' })
  two?.follow()
  expect(actions.list()).toMatchObject([{ isFollowed: false }, { isFollowed: true, subject: 'cmp_atlas' }])
})

test('a promise ends its action as it ends itself', async () => {
  const { actions } = create()
  const fields: ActionStart = { what: 'export', target: 'people.csv' }
  await actions.track(
    fields,
    async () => 3,
    (count) => ({ text: `${count} rows` }),
  )
  const errors = (['failed', 'refused', 'outcomeUnknown'] as const).map((kind) => new AppError(kind, 'No.'))
  for (const error of errors) await expect(actions.track(fields, () => Promise.reject(error))).rejects.toBe(error)
  expect(actions.list().map(({ state }) => state)).toEqual([
    { is: 'unknown', error: errors[2] },
    { is: 'refused', error: errors[1] },
    { is: 'failed', error: errors[0] },
    { is: 'done', text: '3 rows' },
  ])
})

test('the newest 200 ended actions and all running ones are listed', () => {
  const { actions } = create()
  actions.start({ what: 'export wiki', target: 'first' })
  for (let count = 0; count < 250; count++) actions.start({ what: 'copy', target: `${count}` }).end({ is: 'done' })
  expect(actions.list()).toHaveLength(201)
  expect([actions.list()[0]?.target, actions.list().at(-1)?.target]).toEqual(['249', 'first'])
  expect(actionRows(actions.list(), false)[0]?.target).toBe('first')
})

test('without its own command, an action has that of the shown view, and commands name the profile', () => {
  const { actions } = create('work')
  actions.setShownView(() => ({ command: 'people --profile work', link: 'qd://work/people' }))
  const commands: ActionStart['command'][] = [
    'keys list',
    undefined,
    (shown) => `${shown} --format csv`,
    () => undefined,
  ]
  for (const command of commands) actions.start({ what: 'copy', target: 'the row', command })
  expect(actions.list().map(({ command }) => command)).toEqual([
    undefined,
    'people --profile work --format csv',
    'people --profile work',
    'keys list --profile work',
  ])
  expect(actions.list()[0]?.link).toBe('qd://work/people')
})

test('credentials in a target are masked, and a command with credentials is left out', () => {
  const { actions } = create()
  const secret = 'https://name:hunter2hunter2@git.example.com/repo'
  actions.start({ what: 'export wiki', target: secret, command: `wiki export '${secret}'` })
  expect(actions.list()[0]?.target).toContain('git.example.com')
  expect(JSON.stringify(actions.list())).not.toContain('hunter2')
})

test('what was recorded with names is hidden while pseudonyms are on', () => {
  const { actions, state } = create()
  const copy = () =>
    actions
      .start({ what: 'copy', target: 'ana@example.com', command: 'x --where ana', mayHaveNames: true })
      .end({ is: 'done' })
  copy()
  state.isPrivate = true
  copy()
  const [after, before] = actionRows(actions.list(), true)
  expect(after).toMatchObject({ command: 'x --where ana' })
  expect(before).toMatchObject({ target: 'hidden while pseudonyms are on', command: undefined })
})

test('each announcement is shown for 10 s, unless all are dismissed', () => {
  const timers: [ms: number, act: () => void][] = []
  const announcements = createAnnouncements((ms, act) => void timers.push([ms, act]))
  const texts = () => announcements.list().map(({ text }) => text)
  for (const text of ['first', 'second']) announcements.announce({ isGood: true, text })
  expect([texts(), timers.map(([ms]) => ms)]).toEqual([
    ['second', 'first'],
    [ANNOUNCED_MS, ANNOUNCED_MS],
  ])
  expect(ANNOUNCED_MS).toBe(10_000)
  timers[0]?.[1]()
  expect(texts()).toEqual(['second'])
  announcements.dismiss()
  expect(texts()).toEqual([])
  timers[1]?.[1]()
  expect(texts()).toEqual([])
})
