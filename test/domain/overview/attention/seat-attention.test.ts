import { expect, test } from 'vitest'
import { attentionLine, attentionOf, attentionText } from '../../../../src/domain/overview/attention/attention.ts'
import { pseudonymizeItem } from '../../../../src/domain/overview/pseudonymize.ts'
import type { SeatRow } from '../../../../src/domain/seats/seats.ts'

const row = (id: string, own: Partial<SeatRow> = {}): SeatRow => ({
  id,
  email: `${id}@x.example`,
  name: undefined,
  hasSeat: true,
  createdAt: Date.parse('2026-01-01'),
  signedInAt: undefined,
  lastUse: '2026-11-20',
  isNever: false,
  idleDays: 0,
  recent: 10,
  month: 5,
  limit: undefined,
  isOwnLimit: false,
  forecast: 20,
  reachesOn: undefined,
  ...own,
})

const found = (rows: readonly SeatRow[]) =>
  attentionOf({
    range: { from: '2026-11-07', to: '2026-11-20' },
    now: Date.parse('2026-11-21T12:00:00Z'),
    seats: { rows, lastDay: '2026-11-20', month: { from: '2026-11-01', to: '2026-11-30' } },
  })

test('seats without use for 30 days are one item, newer ones and users without a seat are not in it', () => {
  const [item, ...others] = found([
    row('never', { isNever: true, lastUse: undefined, idleDays: 45 }),
    row('new', { isNever: true, lastUse: undefined, idleDays: 29 }),
    row('idle', { idleDays: 30 }),
    row('guest', { hasSeat: false, idleDays: 90 }),
    row('active'),
  ])
  expect(others).toEqual([])
  expect(item).toMatchObject({
    id: 'seats',
    severity: 'medium',
    marks: ['seat:never', 'seat:idle'],
    target: { screen: 'people', view: 'seats', row: 'never' },
  })
  expect(item && attentionLine(item)).toBe('seats  2 unused for 30 days, 1 of them never used')
})

test('limits that are reached come before those that are expected to be', () => {
  const items = found([
    row('later', { limit: 100, reachesOn: '2026-11-28' }),
    row('soon', { limit: 100, reachesOn: '2026-11-25' }),
    row('over', { limit: 100, reachesOn: '2026-11-20' }),
  ])
  expect(items.map(attentionLine)).toEqual([
    '1 limit  reached: over@x.example',
    '2 limits  expected to be reached this month, the first on 25 Nov: soon@x.example, later@x.example',
  ])
  expect(items.map(({ id, severity }) => [id, severity])).toEqual([
    ['limits:2026-11-01:reached', 'high'],
    ['limits:2026-11-01:expected', 'medium'],
  ])
})

test('pseudonyms replace names, in texts and for scripts', () => {
  const items = found([row('over', { limit: 100, reachesOn: '2026-11-20', name: 'Olga Over' })])
  const hidden = items.map((item) => pseudonymizeItem(item, 'salt'))
  expect(JSON.stringify(hidden)).not.toMatch(/x\.example|Olga/)
  const [item] = items
  expect(item && attentionText(item, { nameOf: () => 'Person 1' }).text).toBe('reached: Person 1')
})
