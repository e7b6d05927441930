import { toTextTable } from '../../domain/output/output.ts'
import { CHECK_STATUSES, type CheckStatus } from '../../domain/policy/conclude.ts'
import { counted, NONE } from '../../domain/text/format.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import type { CheckResult } from './run-checks.ts'

const countOf = (results: readonly CheckResult[], status: CheckStatus): number =>
  results.filter((result) => result.status === status).length

/** The result as a document: see the README. */
export const checkDocument = (results: readonly CheckResult[]) => ({
  schema: 1,
  passed: results.every(({ status }) => status === 'passed'),
  checks: results.map(({ name, kind, status, found, limit, why, items }) => ({
    name,
    check: kind,
    status,
    found: found ?? null,
    limit,
    why,
    items: items.map(({ id, text, link }) => ({ id, text, link: link ?? null })),
  })),
})

/** The checks without their items, for tables. */
export const checkRow = ({ name, kind, status, found, limit, why, items, line }: CheckResult) => ({
  status,
  name,
  check: kind,
  found: found ?? null,
  limit,
  items: items.length,
  line,
  why,
})

export const CHECK_MEMBERS = ['status', 'name', 'check', 'found', 'limit', 'items', 'line', 'why']

/** Items that a table lists below a check. */
const ITEMS_SHOWN = 10

/** A table of all checks, and below it the items of those that failed. @param columns - Width of the terminal. */
export const checkText = (results: readonly CheckResult[], columns: number | undefined): string => {
  const table = toTextTable(
    [
      { title: 'STATUS', shrinks: false },
      { title: 'CHECK' },
      { title: 'FOUND', align: 'right' },
      { title: 'LIMIT', align: 'right' },
      { title: 'WHY', wraps: true },
    ],
    results.map(({ status, name, found, limit, why }) => [
      safeText(status),
      safeText(name),
      safeText(found === undefined ? NONE : String(found)),
      safeText(String(limit)),
      safeText(why),
    ]),
    columns,
  )
  const details = results.flatMap(({ status, name, items }) => {
    if (status === 'passed' || items.length === 0) return []
    const shown = items.slice(0, ITEMS_SHOWN).map(({ text }) => `  - ${safeText(text)}\n`)
    const more = items.length - shown.length
    return [`\n${safeText(name)}\n`, ...shown, ...(more > 0 ? [`  - and ${counted(more, 'other')}\n`] : [])]
  })
  return `${table}${details.join('')}\n${summaryText(results)}.\n`
}

/** `7 passed, 1 failed, 1 unknown`. */
export const summaryText = (results: readonly CheckResult[]): string =>
  CHECK_STATUSES.map((status) => `${countOf(results, status)} ${status}`).join(', ')
