import { expect, test } from 'vitest'
import { type PaletteContext, searchProviders } from '../../../../../screens/app/overlays/palette/place.ts'
import { verbPlaces, verbProblem } from '../../../../../screens/app/overlays/palette/verb-places.ts'
import { verbs } from '../../../../../screens/app/overlays/palette/verbs.ts'
import { historyState } from '../../../../../screens/controls/shared/controls-state.ts'
import { hooksState } from '../../../../../screens/hooks/hooks-keys.ts'
import { filter } from '../../../../../screens/kit/list/list-state.ts'
import { ScreenState } from '../../../../../screens/kit/screen/screen-state.ts'
import { AS_OF, BACK_TO_NOW } from '../../../../../screens/kit/session/use-range.ts'
import type { Binding } from '../../../../../src/ui/keys/bindings.ts'
import { NOW } from '../../../../helpers/demos.ts'

const done: unknown[] = []
const spy =
  (what: string) =>
  (...given: unknown[]) =>
    void done.push([what, ...given])

const bound = (action: string, help: string, ...keys: string[]) => ({
  binding: { keys, action, help, group: 'Act' } satisfies Binding,
  run: spy(action),
})

const sorting = (action: string, sortsBy: string, ...keys: string[]) => ({
  binding: { keys, action, sortsBy, group: 'Shape' } satisfies Binding,
  run: spy(action),
})

const world: PaletteContext = {
  read: (name) => (name === 'revisions' ? [{ revision: 47 }, { revision: 41 }] : undefined) as never,
  known: () => undefined,
  screen: 'usage',
  enter: () => undefined,
  recent: () => [],
  range: { from: '2026-11-07', to: '2026-11-20' },
  now: NOW,
  salt: undefined,
  actions: [
    bound('range', 'choose the range of days', 't'),
    sorting('sort:credits', 'credits', 's c'),
    sorting('sort:name', 'name', 's n'),
    bound('actions', 'list actions and running jobs', '&'),
  ],
  openScreen: spy('open'),
  openDialog: spy('dialog'),
  setRange: spy('range'),
  set: spy('set'),
  changeSetting: (name, value) => void done.push(['setting', name, value]),
  profiles: [
    { name: 'acme', isShown: true, baseUrl: 'https://a.example', key: '', isReadOnly: false },
    { name: 'work', isShown: false, baseUrl: 'https://w.example', key: '', isReadOnly: false },
  ],
  openProfile: spy('profile'),
  linkProfile: undefined,
  wordsOf: () => '',
  openLink: spy('link'),
  offer: {
    filter: {
      set: spy('filter'),
      completions: (before) => ({ from: before.length, texts: ['credits>'] }),
      syntax: () => undefined,
      problemOf: (text) => (text.includes('<>') ? 'That is no condition.' : undefined),
    },
    exports: { formats: () => [{ id: 'md', title: 'Markdown', extension: 'markdown' }], choose: spy('export') },
  },
  quit: spy('quit'),
}

const find = (typed: string, where = world) => verbPlaces.find(typed, where)
const texts = (typed: string) => find(typed).map(({ text }) => text)

/** The calls after Enter on the first result. */
const enter = (typed: string): unknown[] => {
  done.length = 0
  find(typed)[0]?.run?.()
  return done
}

/** The state of Controls in which two revisions are compared. */
const comparisonState = (paths?: string): ScreenState => {
  const inner = paths === undefined ? new ScreenState() : new ScreenState().set(filter, paths)
  return new ScreenState().set(historyState.firstInnerState, inner)
}
const failedDecisions = new ScreenState()
  .set(hooksState.view, 'decisions')
  .set(hooksState.filter.at('decisions'), 'failed')

test.each<[string, unknown[]]>([
  ['range 30d', ['range', { is: 'last', days: 30 }]],
  ['compare prev', ['set', { isComparing: true }]],
  ['compare off', ['set', { isComparing: false }]],
  ['diff 41 47', ['open', 'controls', { base: 41, revision: 47 }, comparisonState()]],
  ['diff latest 41 sandbox.**', ['open', 'controls', { base: 41, revision: 47 }, comparisonState('sandbox.**')]],
  ['diff 1 2', ['open', 'controls', { base: 1, revision: 2 }, expect.any(ScreenState)]],
  ['people model=opus', ['open', 'people', undefined, new ScreenState().set(filter, 'model=opus')]],
  ['people', ['open', 'people']],
  ['filter credits>1k', ['filter', 'credits>1k']],
  ['filter', ['filter', '']],
  ['sort credits', ['sort:credits']],
  ['export md', ['export', 'md']],
  ['export markdown', ['export', 'md']],
  ['at NOW', ['set', { at: undefined, notice: BACK_TO_NOW }]],
  ['at 2026-11-01', ['set', { at: '2026-11-01', notice: AS_OF }]],
  ['at 1 nov', ['set', { at: '2026-11-01', notice: AS_OF }]],
  ['profile work', ['profile', 'work']],
  ['theme dark', ['setting', 'theme', 'dark']],
  ['mouse on', ['setting', 'mouse', true]],
  ['hooks failed', ['open', 'hooks', undefined, failedDecisions]],
  ['jobs', ['actions']],
  ['actions', ['actions']],
  ['settings', ['dialog', expect.any(Function), {}]],
  ['quit', ['quit']],
])(':%s runs its action', (typed, expected) => {
  expect(enter(typed)).toEqual([expected])
  expect(verbProblem(typed, world)).toBeUndefined()
})

test('a verb is found by its start, with help and key, and Enter completes it', () => {
  expect(find('ra')).toMatchObject([{ text: 'range DAYS', label: 't', line: 'range ', fit: 'word' }])
  expect(find('ra')[0]?.run).toBeUndefined()
  const ranges = 'DAYS,7d,14d,30d,90d,month,last month,all,oct,2026-10,1 oct..'
  expect(texts('range')).toEqual(ranges.split(',').map((days) => `range ${days}`))
  expect(find('range 3')).toMatchObject([{ text: 'show Nov 18–20' }, { text: 'range 30d', detail: 'Oct 22–Nov 20' }])
  expect(texts('diff 4')).toEqual(['diff A B [PATHS]', 'diff 47', 'diff 41'])
  expect(texts('diff 41 4')).toContain('diff 41 47')
  expect(texts('diff 41')).toEqual(['diff A B [PATHS]'])
  expect(texts('diff 41 47 4')).toEqual(['compare 41 and 47 in 4'])
  expect(texts('people mod')).toEqual(['open People, filtered by mod', 'people mode=', 'people model='])
  expect(texts('sort')).toEqual(['sort BY', 'sort credits', 'sort name'])
  expect(texts('profile w')).toEqual(['profile work'])
  expect(find('theme l')).toMatchObject([{ text: 'theme light', detail: 'for a light terminal' }])
})

test.each([
  ['range 30x', /is not a valid day/],
  ['compare last', 'Write prev or off.'],
  ['diff 41 fourty', '"fourty" is not a revision: use a number, latest or latest~1.'],
  ['diff 41 99', 'Revision 99 does not exist.'],
  ['diff 0 latest', 'Revision 0 does not exist.'],
  ['diff latest latest~47', 'Revision 0 does not exist.'],
  ['at oct', 'Write one day: 2026-11-01 or 1 nov.'],
  ['diff 41 41', 'Choose two different revisions.'],
  ['diff 41 47 a b', /one path pattern/],
  ['people credits>x', /.+/],
  ['filter <>', 'That is no condition.'],
  ['sort size', 'These rows can be sorted by credits, name.'],
  ['export pdf', 'Write md.'],
  ['profile none', /Unknown profile "none"/],
  ['theme pink', 'Write auto or dark or light or contrast or mono.'],
])(':%s shows its problem and runs nothing', (typed, why) => {
  expect(verbProblem(typed, world)).toMatch(why)
  expect(find(typed).filter(({ run, line }) => run || line === typed)).toEqual([])
})

test('revisions can be compared by number before they are loaded, but not relative to the latest', () => {
  const unloaded = { ...world, read: () => undefined as never }
  expect(verbProblem('diff 41 47', unloaded)).toBeUndefined()
  expect(verbProblem('diff latest 41', unloaded)).toBe('Revisions are still loading.')
  expect(verbProblem('diff 41 latest~1', unloaded)).toBe('Revisions are still loading.')
})

test('a verb that does not apply to the view is not offered, and typing it shows why', () => {
  const bare = { ...world, offer: {}, actions: [] }
  expect(find('', bare).map(({ line }) => line?.trim())).toEqual(
    verbs.map(({ name }) => name).filter((name) => !['filter', 'sort', 'export'].includes(name)),
  )
  expect(verbProblem('sort credits', bare)).toBe('sort is not available on this screen.')
})

test('verbs are unique, have help, and parse empty and strange input without throwing', () => {
  expect(new Set(verbs.map(({ name }) => name)).size).toBe(verbs.length)
  for (const verb of verbs) {
    expect(verb.help).not.toBe('')
    for (const typed of ['', '\u202e', 'a b c d e', '~', '"', '9'.repeat(400)]) {
      verb.read(typed, world)
      verb.complete?.(typed, world)
    }
  }
})

test('a failing provider is named and does not hide the others', () => {
  const broken = {
    kind: 'people',
    find: () => {
      throw new Error('no')
    },
  }
  const { places, failedKinds } = searchProviders('range 30d', [broken, verbPlaces], () => world)
  expect(places.length).toBeGreaterThan(0)
  expect(failedKinds).toEqual(['people'])
})
