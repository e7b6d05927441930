import type { Day } from '../../domain/calendar/calendar.ts'
import { judgeAt } from '../../domain/calendar/known-at.ts'
import type { OptionsOf } from './option-row.ts'

export const atOption = { flags: '--at <day>', help: 'as it was known at the end of this day, UTC' } as const

/** @throws AppError of kind `usage`. */
export const parseAt = ({ at }: OptionsOf<readonly [typeof atOption]>, now: number): Day | undefined =>
  at === undefined ? undefined : judgeAt(at, now)
