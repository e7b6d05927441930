import { expect, test } from 'vitest'
import {
  fillStatusTemplate,
  parseStatusFigures,
  type StatusFigures,
  statusDocument,
  statusText,
} from '../../../src/domain/status/status-text.ts'

const AT = Date.UTC(2026, 10, 27, 9, 12)
const HOUR = 3_600_000
const figures: StatusFigures = {
  at: AT,
  attention: 3,
  isAttentionComplete: true,
  monthStart: '2026-11-01',
  monthCredits: 2_340_123.4,
  forecast: 3_120_000,
  budget: 4_000_000,
}
const now = { now: AT + HOUR, isAscii: false }

test('the line has credits, budget, forecast and attention items', () => {
  expect(statusText(figures, now)).toBe('2.34M credits (59 %) ≈3.12M · ! 3')
  expect(statusText(figures, { ...now, isAscii: true })).toBe('2.34M credits (59 %) ~3.12M ; ! 3')
})

test('unknown parts are left out or marked', () => {
  expect(statusText({ ...figures, budget: undefined, forecast: undefined, attention: 0 }, now)).toBe('2.34M credits')
  expect(statusText({ ...figures, budget: 0 }, now)).toBe('2.34M credits ≈3.12M · ! 3')
  const without: StatusFigures = { at: AT, attention: 2, isAttentionComplete: false }
  expect(statusText(without, now)).toBe('? credits · ! 2?')
  expect(statusText({ ...without, attention: 0 }, now)).toBe('? credits · ! 0?')
})

test('figures older than a day end with their age', () => {
  expect(statusText(figures, { ...now, now: AT + 24 * HOUR })).toBe('2.34M credits (59 %) ≈3.12M · ! 3')
  expect(statusText(figures, { ...now, now: AT + 50 * HOUR })).toBe('2.34M credits (59 %) ≈3.12M · ! 3 · 2 d old')
})

test('a template has names in double braces', () => {
  const fill = (template: string) => fillStatusTemplate(template, figures, now)
  expect(fill('#[fg=red]{{credits}} {{ .budget }} {{forecast}} !{{attention}} {{age}}')).toEqual({
    text: '#[fg=red]2.34M 59 % 3.12M !3 1 h',
  })
  expect(fill('{{text}}')).toEqual({ text: '2.34M credits (59 %) ≈3.12M · ! 3' })
  expect(fill('{{toString}}')).toEqual({ problem: 'has the unknown name "toString"' })
  expect(fill('{{}}')).toEqual({ problem: 'has {{ without a name' })
  expect(fill('{{credits | x}}')).toEqual({ problem: 'has {{ without a name' })
  expect(
    fillStatusTemplate('{{budget}} {{credits}}', { at: AT, attention: 0, isAttentionComplete: true }, now),
  ).toEqual({ text: '– ?' })
})

test('the document has text, tooltip and class', () => {
  expect(statusDocument(figures, now)).toEqual({
    text: '2.34M credits (59 %) ≈3.12M · ! 3',
    tooltip:
      'Credits since 01 Nov Sun: 2,340,123\nExpected by the end of the month: 3,120,000\nBudget: 4,000,000, 58.5 % used\n3 items need attention\nFetched 2026-11-27 09:12 UTC',
    class: 'attention',
    monthStart: '2026-11-01',
    monthCredits: 2_340_123.4,
    forecast: 3_120_000,
    budget: 4_000_000,
    used: 0.58503085,
    attentionItems: 3,
    isAttentionComplete: true,
    fetchedAt: '2026-11-27T09:12:00.000Z',
    isStale: false,
  })
  expect(statusDocument({ ...figures, attention: 0 }, now).class).toBe('ok')
  expect(statusDocument(figures, { ...now, now: AT + 25 * HOUR }).class).toBe('stale')
  expect(statusDocument({ at: AT, attention: 0, isAttentionComplete: false }, now).tooltip).toBe(
    'Credits of the month: unknown\n0 items need attention in the loaded data\nFetched 2026-11-27 09:12 UTC',
  )
})

test('invalid figures are not used, and other members of the file are ignored', () => {
  expect(parseStatusFigures(JSON.parse(JSON.stringify(figures)))).toEqual(figures)
  for (const value of [null, [], 'x', {}, { ...figures, at: 1e20 }, { ...figures, attention: '3' }])
    expect(parseStatusFigures(value)).toBeUndefined()
  const hostile = {
    ...figures,
    monthStart: '\x1b[2J',
    monthCredits: '\x1b[2J',
    forecast: null,
    budget: Number.NaN,
    x: 1,
  }
  const parsed = parseStatusFigures(hostile)
  expect(parsed && statusText(parsed, now)).toBe('? credits · ! 3')
})
