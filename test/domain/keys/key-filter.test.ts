import { expect, test } from 'vitest'
import { filterRows } from '../../../src/domain/filter/row-columns.ts'
import { parseFilter } from '../../../src/domain/filter/where-terms.ts'
import { keySorts, keyTable, type ListedKey } from '../../../src/domain/keys/key-list.ts'
import { keyRow } from '../../../src/domain/keys/key-rows.ts'
import { expiryText, keyNote, keyOutput } from '../../../src/domain/keys/key-words.ts'

const now = Date.parse('2026-11-24T12:00:00Z')
const HOUR = 3_600_000
const DAY = 24 * HOUR
const row = (id: string, members: object) => keyRow('sa', { id, createdAt: now - 40 * DAY, ...members }, now)
const table = keyTable(now, (listed: ListedKey) => listed)
const matching = (filter: string, ...rows: ReturnType<typeof keyRow>[]): (string | undefined)[] => {
  const listed = rows.map((key) => ({ account: 'sa', key }))
  return filterRows(listed, table, parseFilter(filter, table)).map(({ key }) => key?.key.id)
}

test('the filter field "left" compares the remaining time of a key, not calendar days', () => {
  // Both expire on the seventh day from today, but one in more and one in less than a week.
  const more = row('more', { expiresAt: now + 7 * DAY + HOUR })
  const less = row('less', { expiresAt: now + 7 * DAY - HOUR })
  expect(matching('left<7d', more, less)).toEqual(['less'])
  expect(matching('left>=7d', more, less)).toEqual(['more'])
  expect(expiryText(less, now)).toBe('1 Dec, in 6 d')
  expect(matching('left=6d', more, less)).toEqual(['less'])
})

test('the filter age compares whole days, as displayed', () => {
  const young = row('young', { createdAt: now - 7 * DAY + HOUR })
  const old = row('old', { createdAt: now - 7 * DAY - HOUR })
  expect(matching('age<7d', young, old)).toEqual(['young'])
  expect(matching('age=7d', young, old)).toEqual(['old'])
})

test('the filter field "expires" also finds keys that were revoked before their expiry', () => {
  const past = row('past', { expiresAt: now - 30 * DAY })
  const revoked = row('revoked', { expiresAt: now - 20 * DAY, isRevoked: true })
  const ahead = row('ahead', { expiresAt: now + 30 * DAY })
  expect(matching('expires<2026-11-24', past, revoked, ahead, row('never', {}))).toEqual(['past', 'revoked'])
})

test.each([
  ['as text', { expiresAt: undefined }],
  ['in seconds', { expiresAt: Math.floor((now + DAY) / 1000) }],
  ['that is not a valid time', { expiresAt: 1e300 }],
])('an expiry %s is unknown', (_, members) => {
  const unknown = row('k', members)
  expect(unknown).toMatchObject({ state: 'active', expiresAt: undefined, concerns: [], isExpiryUnknown: true })
  expect([expiryText(unknown, now), keyNote(unknown, now), keyOutput(unknown, now).expiresAt]).toEqual(['?', '', null])
  expect(matching('needs=neverExpires', unknown)).toEqual([])
  expect(matching('expires<2026-11-24', unknown)).toEqual([])
})

test.each([[{}], [{ expiresAt: null }]])('without a time, %j, a key never expires', (members) => {
  expect(expiryText(row('k', members), now)).toBe('never')
})

test('keys are sorted by urgency, and so are keys that compare equal in any other order', () => {
  const keys = [
    row('revoked', { isRevoked: true, revokedAt: now - 9 * DAY }),
    row('expired', { expiresAt: now }),
    row('fine', { expiresAt: now + 300 * DAY }),
    row('old', { createdAt: now - 366 * DAY, expiresAt: now + 300 * DAY }),
    row('endless', {}),
    row('older', { createdAt: now - 50 * DAY }),
    row('soon', { expiresAt: now + 30 * DAY }),
    row('sooner', { expiresAt: now + DAY }),
  ]
  const listed: ListedKey[] = [{ account: 'a', key: undefined }, ...keys.map((key) => ({ account: 'b', key }))]
  const { sorted, begin } = keySorts((one: ListedKey) => one)
  const idsOf = (all: ListedKey[]) => all.map(({ key }) => key?.key.id ?? 'none').join(' ')
  const urgent = sorted(listed, begin('urgency'))
  expect(idsOf(urgent)).toBe('sooner soon older endless old fine expired revoked none')
  expect(sorted(listed, { by: 'urgency', isDescending: true })).toEqual(urgent.toReversed())
  expect(idsOf(sorted(listed, begin('created')))).toBe('sooner soon endless fine expired revoked older old none')
  expect(idsOf(sorted(listed, begin('account')))).toBe('none sooner soon older endless old fine expired revoked')
})
