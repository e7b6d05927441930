import { expect, test } from 'vitest'
import { entryWithoutTarget } from '../../../../screens/app/navigation/navigation.ts'
import { createPlacesSeen, type SeenPlace } from '../../../../screens/app/navigation/places-seen.ts'
import { filter, rowKey } from '../../../../screens/kit/list/list-state.ts'
import { ScreenState, typedKey } from '../../../../screens/kit/screen/screen-state.ts'

const row = rowKey('row')
const at = (id: string) => ({ id, index: 0, top: 0 })
const firstPlace = (): SeenPlace => ({
  stack: [entryWithoutTarget('people')],
  session: { range: { is: 'last', days: 14 }, isComparing: true, at: undefined },
})

const start = () => {
  let now = firstPlace()
  const seen = createPlacesSeen(() => now)
  const state = () => now.stack.at(-1)?.state ?? new ScreenState()
  return {
    state,
    /** A key with its effect. */
    async press(act: () => void) {
      seen.beforeKey()
      act()
      await Promise.resolve()
    },
    setRange: (days: number) => {
      now = { ...now, session: { ...now.session, range: { is: 'last', days } } }
    },
    async go(step: 'back' | 'forward') {
      seen.beforeKey()
      const place = seen[step]()
      if (place) now = place
      await Promise.resolve()
      return place && [place.session.range, state().get(row).id, state().get(filter)]
    },
  }
}
const last = (days: number) => ({ is: 'last', days })

test('a change of the range or the filter is a place, a move is not, and going back restores the row', async () => {
  const it = start()
  await it.press(() => it.state().set(row, at('ann')))
  await it.press(() => it.setRange(30))
  await it.press(() => it.state().set(row, at('bob')))
  await it.press(() => it.state().set(filter, 'x'))
  expect(await it.go('back')).toEqual([last(30), 'bob', ''])
  expect(await it.go('back')).toEqual([last(14), 'ann', ''])
  expect(await it.go('back')).toBeUndefined()
  expect(await it.go('forward')).toEqual([last(30), 'bob', ''])
  expect(await it.go('forward')).toEqual([last(30), 'bob', 'x'])
  expect(await it.go('forward')).toBeUndefined()
})

test('a change after going back replaces the later places', async () => {
  const it = start()
  await it.press(() => it.setRange(30))
  await it.go('back')
  await it.press(() => it.setRange(90))
  expect(await it.go('forward')).toBeUndefined()
  expect(await it.go('back')).toEqual([last(14), undefined, ''])
})

test('a change between two keys, such as data that arrives, is no place', async () => {
  const it = start()
  it.state().set(filter, 'late')
  await it.press(() => {})
  expect(await it.go('back')).toBeUndefined()
})

test('a filter that was being typed is closed after going back', async () => {
  const it = start()
  await it.press(() => it.state().set(typedKey(filter), 'half'))
  await it.press(() => it.state().set(filter, 'half'))
  await it.go('back')
  expect(it.state().has(typedKey(filter))).toBe(false)
})
