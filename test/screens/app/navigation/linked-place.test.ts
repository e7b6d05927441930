import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type LinkedPlace,
  linkedKeys,
  parsePlaceLink,
  placeLink,
} from '../../../../screens/app/navigation/linked-place.ts'
import { filter } from '../../../../screens/kit/list/list-state.ts'
import { SCREEN_NAMES, type ScreenName } from '../../../../screens/kit/screen/names.ts'
import { ScreenState } from '../../../../screens/kit/screen/screen-state.ts'
import type { Target } from '../../../../screens/kit/screen/target.ts'
import { screens } from '../../../../screens/table.ts'
import type { RangeChoice } from '../../../../src/domain/calendar/shift-range.ts'
import { NOW } from '../../../helpers/demos.ts'
import { forMany } from '../../../helpers/for-all.ts'

const OPTIONS = { profile: 'acme', isPrivate: false }
const id = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 20 }).filter((one) => !/^\.{1,2}$/.test(one))
const number = fc.nat({ max: 999_999_999 })
const day = fc.constantFrom('2026-02-01', '2026-11-20')

/** Possible values of each member of a target. */
const targetValues: { [M in keyof Required<Target>]: fc.Arbitrary<Required<Target>[M]> } = {
  view: id,
  row: id,
  day,
  person: id,
  model: id,
  revision: number,
  base: number,
  path: id,
  repository: id,
  criterion: id,
  key: id,
  job: id,
  archive: fc.constantFrom('/home/a/wiki.zip', '/a b/ü.zip'),
  page: id,
}

type TargetKinds = readonly (readonly (keyof Target)[])[]

/** The kinds of targets of screens, except no target. */
const targetKinds: Partial<Record<ScreenName, TargetKinds>> = {
  usage: [[], ['day'], ['model'], ['day', 'model']],
  people: [[], ['person'], ['person', 'day']],
  readiness: [[], ['repository'], ['repository', 'view', 'criterion'], ['criterion']],
  controls: [[], ['revision'], ['revision', 'path'], ['base', 'revision'], ['path'], ['view', 'path']],
  keys: [[], ['key']],
  wiki: [[], ['archive'], ['archive', 'page']],
  ci: [[], ['job']],
}

const ranges: fc.Arbitrary<RangeChoice> = fc.oneof(
  fc.integer({ min: 1, max: 300 }).map((days): RangeChoice => ({ is: 'last', days })),
  fc.constantFrom<RangeChoice>({ is: 'monthToDate' }, { is: 'lastMonth' }, { is: 'all' }),
  fc.constant<RangeChoice>({ is: 'between', range: { from: '2026-10-03', to: '2026-10-09' } }),
)

const targetKindsOf = (screen: ScreenName): TargetKinds => targetKinds[screen] ?? [[]]
const kindsOf = (screen: ScreenName) => fc.constantFrom(...targetKindsOf(screen))

/** The words that a member can parse. Among WORDS there is one for every kind of value. */
const samplesOf = (parse: (text: string) => unknown, words: readonly string[]) =>
  words.flatMap((word) => (parse(word) === undefined ? [] : [word]))

/** The names of the orders of every list. */
const ORDERS = SCREEN_NAMES.flatMap((name) =>
  screens[name].keys.flatMap(({ action }) => (action.startsWith('sort:') ? [action.slice('sort:'.length)] : [])),
)
const WORDS = [
  ...new Set(ORDERS.flatMap((order) => [order, `-${order}`])),
  ...'yes no 0 7 all failing active failed open loosened bars spark column row'.split(' '),
  ...'people use seats history days split attention controls Stop decisions criteria differing ü%&=?# u1,u2 criterion:x'.split(
    ' ',
  ),
  'a/b c',
]

const places = fc.constantFrom(...SCREEN_NAMES).chain((screen) =>
  kindsOf(screen).chain((members) =>
    fc
      .record({
        values: fc.record(Object.fromEntries(members.map((member) => [member, targetValues[member]]))),
        picks: fc.array(fc.nat({ max: 1_000 }), { minLength: 24, maxLength: 24 }),
        range: fc.option(ranges, { nil: undefined }),
        isComparing: fc.option(fc.boolean(), { nil: undefined }),
        at: fc.option(day, { nil: undefined }),
      })
      .map(({ values, picks, range, isComparing, at }): LinkedPlace => {
        const target = members.length > 0 ? (values as Target) : undefined
        const state = new ScreenState()
        const link = screens[screen].link
        const shown = link.targetOf ? link.targetOf(target, state) : target
        let next = 0
        for (const { state: kept, keys } of link.statesOf(shown, state, true)) {
          for (const [key, link] of linkedKeys(keys, kept)) {
            const samples = samplesOf(link.parse, WORDS)
            const pick = (picks[next++ % picks.length] ?? 0) % (samples.length + 1)
            const text = samples[pick]
            if (text !== undefined) kept.set(key, link.parse(text))
          }
        }
        return {
          screen,
          target: shown,
          state,
          session: {
            ...(range && { range }),
            ...(isComparing !== undefined && { isComparing }),
            ...(at !== undefined && { at }),
          },
        }
      }),
  ),
)

/** Expects that all values of the states are restored. Values whose default depends on the target may be added. */
const expectPreserved = (read: ScreenState, { screen, target, state }: LinkedPlace): void => {
  const { statesOf } = screens[screen].link
  const readStates = statesOf(target, read, false)
  for (const [at, { state: kept, keys }] of statesOf(target, state, false).entries())
    for (const [key] of linkedKeys(keys, kept))
      if (kept.has(key)) expect(readStates[at]?.state.get(key), key.name).toEqual(kept.get(key))
}

test('every place survives formatting and parsing as a link', () => {
  forMany(3_000, places, (place) => {
    const link = placeLink(place, OPTIONS) ?? ''
    const read = parsePlaceLink(link, NOW)
    expect(placeLink(read, OPTIONS)).toBe(link)
    expect({ screen: read.screen, profile: read.profile, session: read.session }).toEqual({
      screen: place.screen,
      profile: 'acme',
      session: place.session,
    })
    // In Keys, a link contains the selected row instead of the target.
    if (place.screen !== 'keys') expect(read.target).toEqual(place.target)
    expectPreserved(read.state, place)
  })
})

/** The states of every screen at every kind of target. */
const everyState = SCREEN_NAMES.flatMap((screen) =>
  targetKindsOf(screen).flatMap((members) => {
    const target = members.length > 0 ? (Object.fromEntries(members.map((one) => [one, 'x'])) as Target) : undefined
    return screens[screen].link.statesOf(target, new ScreenState(), true).map((one) => ({ screen, ...one }))
  }),
)

test('the generated places cover every state member of links', () => {
  for (const { screen, state, keys } of everyState)
    for (const [, link] of linkedKeys(keys, state))
      expect(samplesOf(link.parse, WORDS).length, `${screen} ${link.name}`).toBeGreaterThan(0)
})

test('no two keys of a state have the same name', () => {
  for (const { screen, state, keys } of everyState) {
    const names = Object.values(keys).map((key) => ('in' in key ? key.in(state) : key).name)
    expect([screen, ...new Set(names)]).toEqual([screen, ...names])
  }
})

test.each([
  ['qd://acme/nowhere', 'usage', /unknown screen/],
  ['qd://acme/overview/more', 'usage', /invalid part, "more"/],
  ['qd://acme/usage/credits?colour=red', 'usage', /invalid part, "colour"/],
  ['qd://acme/people?sort=-shoesize', 'usage', /invalid part, "sort"/],
  ['qd://acme/usage?view=tools&day=yesterday', 'usage', /"day"/],
  ['qd://acme/usage?last=9999d', 'usage', /starts before the first day/],
  ['qd://acme/usage?from=2026-10-09&to=2026-10-03', 'usage', /Swap the two days/],
  ['qd://acme/wiki?archive=/home/../etc/passwd', 'usage', /"archive"/],
  ['qd://acme/wiki?archive=//host/share/a.zip', 'usage', /"archive"/],
  ['qd://acme/wiki?archive=wiki.zip', 'usage', /"archive"/],
  ['qd://acme/overview?at=2026-13-01', 'usage', /not a valid date/],
  ['qd://acme/overview?at=2027-01-01', 'usage', /in the future/],
])('%s is rejected', (link, kind, why) => {
  expect(() => parsePlaceLink(link, NOW)).toThrow(
    expect.objectContaining({ kind, message: expect.stringMatching(why) }),
  )
})

test('links contain no names of users while pseudonyms are shown', () => {
  const place: LinkedPlace = {
    screen: 'people',
    target: { person: 'u_17', day: '2026-11-20' },
    state: new ScreenState().set(filter, 'chen'),
    session: {},
  }
  expect(placeLink(place, OPTIONS)).toBe('qd://acme/people/u_17?day=2026-11-20')
  expect(placeLink(place, { ...OPTIONS, isPrivate: true })).toBe('qd://acme/people?day=2026-11-20')
})

test('revisions and other parts of the path are not repeated in the params', () => {
  const link = (screen: ScreenName, target: Target) =>
    placeLink({ screen, target, state: new ScreenState(), session: {} }, { profile: undefined, isPrivate: false })
  expect(link('controls', { base: 41, revision: 42, path: 'sandbox.network' })).toBe(
    'qd:///controls/41..42?path=sandbox.network',
  )
  expect(link('ci', { job: 'acme/web' })).toBe('qd:///ci/acme%2Fweb')
})
