import { isObject } from '../../base/json.ts'
import { USER_FIGURES, type UserFigure } from '../../contract/per-user-rows.ts'
import type { TableRows } from '../db/tables.ts'

type Fact = TableRows['user_facts']

/**
 * The largest figure of a user's day that counts, so that the sums of a window are exact and never overflow. A larger
 * one is treated as missing.
 */
const MAX_FIGURE = 1e12

/** The figures of a stored row. A figure that is missing or not a number is null. */
export const factOf = ({ day, user_id, row }: TableRows['person_days']): Fact => {
  const value: unknown = JSON.parse(row)
  const members = isObject(value) ? value : {}
  return {
    day,
    user_id,
    user_email: textOf(members.user_email),
    model: textOf(members.primary_model) ?? '',
    ...(Object.fromEntries(USER_FIGURES.map((figure) => [figure, figureOf(members[figure])])) as Record<
      UserFigure,
      number | null
    >),
  }
}

/** Texts that both databases store: PostgreSQL refuses U+0000. */
const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\ufffd') : null

/** Figures are whole numbers. Others are rounded to thousandths, as their sums are: see sumOf. */
const figureOf = (value: unknown): number | null => {
  if (typeof value !== 'number' || !(Math.abs(value) <= MAX_FIGURE)) return null
  return Number.isInteger(value) ? value + 0 : Math.round(value * 1_000) / 1_000 + 0
}
