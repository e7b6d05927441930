import { toTextTable } from '../../domain/output/output.ts'
import { CHECK_STATUSES, type CheckStatus } from '../../domain/policy/conclude.ts'
import { wrapText } from '../../domain/text/fit.ts'
import { counted, NONE } from '../../domain/text/format.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import type { CheckResult } from './run-checks.ts'

const countOf = (results: readonly CheckResult[], status: CheckStatus): number =>
  results.filter((result) => result.status === status).length

/** The result as a document: see the README. */
export const checkDocument = (results: readonly CheckResult[]) => ({
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

/** In terminals narrower than this, in cells, the reason stands below the table, so that names are not cut. */
const NARROW_COLUMNS = 100

/**
 * A table of all checks, and below it the items of those that did not pass.
 *
 * @param columns - Width of the terminal; undefined without one.
 */
export const checkText = (results: readonly CheckResult[], columns = Number.POSITIVE_INFINITY): string => {
  const isNarrow = columns < NARROW_COLUMNS
  const table = toTextTable(
    [
      { title: 'STATUS', shrinks: false },
      { title: 'CHECK', isAddress: true },
      { title: 'FOUND', align: 'right' },
      { title: 'LIMIT', align: 'right' },
      ...(isNarrow ? [] : [{ title: 'WHY', wraps: true }]),
    ],
    results.map(({ status, name, found, limit, why }) => [
      safeText(status),
      safeText(name),
      safeText(found === undefined ? NONE : String(found)),
      safeText(String(limit)),
      ...(isNarrow ? [] : [safeText(why)]),
    ]),
    columns,
  )
  const details = results.flatMap(({ status, name, why, items }) => {
    if (status === 'passed' || (items.length === 0 && !isNarrow)) return []
    const more = items.length - ITEMS_SHOWN
    const texts = items.slice(0, ITEMS_SHOWN).map(({ text }) => text)
    return [
      `\n${safeText(name)}\n`,
      ...(isNarrow ? [wrapped(why, '  ', columns)] : []),
      ...texts.map((text) => wrapped(text, '  - ', columns)),
      ...(more > 0 ? [`  - and ${counted(more, 'other')}\n`] : []),
    ]
  })
  return `${table}${details.join('')}\n${summaryText(results)}.\n`
}

/** A text in lines that fit, the first one after `start`, the others aligned with it. */
const wrapped = (text: string, start: string, columns: number): string => {
  const lines = Number.isFinite(columns)
    ? wrapText(safeText(text), Math.max(20, columns - start.length))
    : [safeText(text)]
  return lines.map((line, at) => `${at === 0 ? start : ' '.repeat(start.length)}${line}\n`).join('')
}

/** `7 passed, 1 failed, 1 unknown`. */
export const summaryText = (results: readonly CheckResult[]): string =>
  CHECK_STATUSES.map((status) => `${countOf(results, status)} ${status}`).join(', ')
