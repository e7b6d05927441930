import { type Day, daysOf } from '../../../../src/domain/calendar/calendar.ts'
import { attentionOf, attentionText } from '../../../../src/domain/overview/attention/attention.ts'
import type { AttentionInput } from '../../../../src/domain/overview/attention/attention-kind.ts'
import { toCreditDays } from '../../../../src/domain/usage/credit-days.ts'

export const range = { from: '2026-11-07', to: '2026-11-20' }
export const now = Date.UTC(2026, 10, 21, 9)
export const HOUR = 3_600_000
export const DAY = 24 * HOUR

export type Input = Omit<AttentionInput, 'range' | 'now'> & Partial<AttentionInput>
export const found = (input: Input) => attentionOf({ range, now, ...input })

const words = {
  nameOf: (id: string, email: string | undefined) => email ?? id,
  repositoryOf: (url: string) => url.split('/').at(-1),
}
/** Each item in a line: its severity, subject, text and screen. */
export const listed = (input: Input): string[] =>
  found(input).map((item) => {
    const { subject, text } = attentionText(item, words)
    return `${item.severity === 'high' ? '!' : '~'} ${subject} | ${text} | ${item.target.screen}`
  })

/** A report with criteria that pass or fail. */
export const report = (reportId: string, repoUrl: string, createdAt: number, criteria: Record<string, boolean>) => ({
  reportId,
  repoUrl,
  createdAt,
  report: Object.fromEntries(
    Object.entries(criteria).map(([id, isPassed]) => [
      id,
      { numerator: Number(isPassed), denominator: 1, rationale: '' },
    ]),
  ),
})

export const revision = (number: number, day: string, settings: object) => ({
  revision: number,
  updatedAt: `${day}T10:00:00Z`,
  user: { id: 'u', email: 'm@example.com', name: 'M. Ito' },
  settings: settings as Record<string, unknown>,
})

/** Credits of users, each with a last day of use. */
export const usedUntil = (last: Record<string, Day>, email: (id: string) => string | null = () => null) =>
  toCreditDays(
    daysOf({ from: '2026-09-12', to: range.to }).map((date) => ({
      date,
      billable_tokens: 1000,
      by_user: Object.entries(last).flatMap(([user_id, until]) =>
        date <= until ? [{ user_id, user_email: email(user_id), billable_tokens: 5 }] : [],
      ),
    })),
  )
