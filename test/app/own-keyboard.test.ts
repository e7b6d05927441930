import { expect, test } from 'vitest'
import { remappableActions } from '../../src/app/own-keyboard.ts'

test("an action is listed with its keys, which may be the user's own", () => {
  const find = (own: Record<string, string>) =>
    remappableActions(own).actions.find(({ action }) => action === 'usage.nextMeasure')
  expect(find({})).toMatchObject({ keys: 'v' })
  expect(find({ 'usage.nextMeasure': 'i' })).toMatchObject({ keys: 'i' })
})

test('keys that cannot be used are rejected with the reason, and others are not', () => {
  const { problemOf } = remappableActions({})
  expect(problemOf('usage.nextMeasure', 'i')).toBeUndefined()
  expect(problemOf('usage.nextMeasure', '')).toBe('is empty')
  expect(problemOf('usage.nextMeasure', 'j')).toContain('j is already used by')
  expect(problemOf('usage.nextMeasure', 'Esc')).toContain("can't be remapped")
  expect(problemOf('usage.nextMeasure', 'Ctrl-X')).toContain('is not a key')
})
