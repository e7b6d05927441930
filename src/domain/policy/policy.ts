import * as z from 'zod'
import { idProblem } from '../../base/requests.ts'
import { isDay } from '../calendar/calendar.ts'

const MAX_COUNT = 1_000_000
const MAX_DAYS = 3_650
const MAX_PERCENT = 10_000
const MAX_TEXT_LENGTH = 300
const MAX_ACCOUNTS = 100
const MAX_CHECKS = 200

/** The error of a member, as the end of a sentence. @param what - Its valid values. */
const mustBe = (what: string) => ({
  error: ({ input }: { input?: unknown }) =>
    input === undefined ? `is missing; it must be ${what}` : `must be ${what}`,
})

const whole = (min: number, max: number) => {
  const error = mustBe(`a whole number from ${min} to ${max}`)
  return z.int(error).min(min, error).max(max, error)
}

const TEXT = mustBe(`a text of 1 to ${MAX_TEXT_LENGTH} characters`)
const text = z.string(TEXT).trim().min(1, TEXT).max(MAX_TEXT_LENGTH, TEXT)

const DURATION = mustBe(`a number of days from 1d to ${MAX_DAYS}d, such as 14d`)
const days = z
  .string(DURATION)
  .regex(/^[1-9]\d{0,3}d$/, DURATION)
  .transform((typed) => Number(typed.slice(0, -1)))
  .refine((count) => count <= MAX_DAYS, DURATION)

const DAY = mustBe('a day, such as 2026-11-01')
const day = z.string(DAY).refine(isDay, DAY)

const max = whole(0, MAX_COUNT)
const repositories = text.default('*')

const accounts = z
  .array(
    text.refine((id) => idProblem(id) === undefined, mustBe('the id of a service account')),
    mustBe('a list of ids of service accounts'),
  )
  .min(1, mustBe('a list of at least one id'))
  .max(MAX_ACCOUNTS, mustBe(`a list of at most ${MAX_ACCOUNTS} ids`))
  .optional()

const checkOf = <Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.strictObject({ check: z.literal(kind), name: text.optional(), ...shape })

/** The members of each kind of check. */
export const CHECKS = {
  'controls.loosened': checkOf('controls.loosened', {
    severity: z.enum(['critical', 'any'], mustBe('critical or any')).default('any'),
    since: day.optional(),
    sinceRevision: whole(0, Number.MAX_SAFE_INTEGER).optional(),
    max,
  }),
  'readiness.level': checkOf('readiness.level', { repositories, min: whole(1, 5) }),
  'readiness.criterion': checkOf('readiness.criterion', { criterion: text, repositories, maxFailing: max }),
  'keys.expiring': checkOf('keys.expiring', { within: days, accounts, max }),
  'keys.neverExpire': checkOf('keys.neverExpire', { accounts, max }),
  'seats.unused': checkOf('seats.unused', { after: days, max }),
  'budget.forecast': checkOf('budget.forecast', {
    scope: text,
    maxPercent: z
      .number(mustBe('a number'))
      .gt(0, mustBe('above 0'))
      .max(MAX_PERCENT, mustBe(`at most ${MAX_PERCENT}`)),
  }),
  'ci.failed': checkOf('ci.failed', { within: days, max }),
  attention: checkOf('attention', {
    severity: z.enum(['high', 'any'], mustBe('high or any')).default('any'),
    max,
  }),
}

export type CheckKind = keyof typeof CHECKS
export const CHECK_KINDS = Object.keys(CHECKS) as CheckKind[]

export type Check<Kind extends CheckKind = CheckKind> = z.infer<(typeof CHECKS)[Kind]>

/** The file around the checks, which are validated one by one. */
export const policyFile = z.strictObject(
  {
    version: z.literal(1, mustBe('1')),
    checks: z
      .array(z.unknown(), mustBe('a list of checks'))
      .min(1, mustBe('a list of at least one check'))
      .max(MAX_CHECKS, mustBe(`a list of at most ${MAX_CHECKS} checks`)),
  },
  mustBe('an object with version and checks'),
)
