import { expect, test } from 'vitest'
import { byUrgency, countKeys, keyRow } from '../../../src/domain/keys/key-rows.ts'
import { keyNote, keyOutput, lifeLine } from '../../../src/domain/keys/key-words.ts'

const now = Date.parse('2026-11-24T12:00:00Z')
const DAY = 86_400_000
const row = (members: object, id = 'k') => keyRow('sa', { id, createdAt: now - 40 * DAY, ...members }, now)

test.each([
  [{ expiresAt: now + 30 * DAY }, '! expiring', 'expiring'],
  [{ expiresAt: now + 30 * DAY + 1 }, '', null],
  [{ expiresAt: now + 99 * DAY, createdAt: now - 365 * DAY - 1 }, '◇ 1 y old', 'old'],
  [{ expiresAt: now + 99 * DAY, createdAt: now - 365 * DAY }, '', null],
  [{ createdAt: now - 730 * DAY }, '◇ never expires, 2 y old', 'neverExpires, old'],
  [{ revokedAt: Date.parse('2026-03-03T10:00:00Z') }, 'revoked 3 Mar', null],
  [{ revokedAt: Date.parse('2025-12-31T10:00:00Z') }, 'revoked 31 Dec 2025', null],
  [{ isRevoked: true }, 'revoked', null],
  [{ expiresAt: now }, 'expired 24 Nov', null],
])('%j has the note %j', (members, note, needs) => {
  const { needs: output } = keyOutput(row(members), now)
  expect([keyNote(row(members), now), output]).toEqual([note, needs])
})

test('the most urgent key is first', () => {
  const rows = [
    row({ expiresAt: now - 2 * DAY }, 'expired earlier'),
    row({ expiresAt: now - DAY }, 'expired'),
    row({ expiresAt: now + 90 * DAY }, 'fine for longer'),
    row({ expiresAt: now + 60 * DAY }, 'fine'),
    row({ expiresAt: now + 60 * DAY, createdAt: now - 400 * DAY }, 'old'),
    row({}, 'endless'),
    row({ createdAt: now - 50 * DAY }, 'endless and older'),
    row({ expiresAt: now + 9 * DAY }, 'expiring later'),
    row({ expiresAt: now + 8 * DAY }, 'expiring'),
  ]
  expect(rows.toSorted(byUrgency)).toEqual(rows.toReversed())
  expect(countKeys(rows)).toEqual({ all: 9, active: 7, expiring: 2, neverExpires: 2, old: 1 })
})

test.each([
  [{ expiresAt: now + 40 * DAY }, '├────●────┤', '|----*----|'],
  [{ expiresAt: now }, '├────×', '|----#'],
  [{}, '├────●', '|----*'],
  // The marks of a short life don't overlap.
  [{ createdAt: now - 1, expiresAt: now + 1 }, '├●┤', '|*|'],
  [{ createdAt: now - 90 * DAY, expiresAt: now + DAY }, '├────────●┤', '|--------*|'],
  [{ createdAt: undefined }, '', ''],
])('the life of %j is drawn as %s', (members, text, ascii) => {
  const options = { now, spanMs: 80 * DAY, cells: 11 }
  expect(lifeLine(row(members), { ...options, isAscii: false })).toBe(text)
  expect(lifeLine(row(members), { ...options, isAscii: true })).toBe(ascii)
})
