import { checkName } from '../../domain/policy/check-name.ts'
import type { CheckOutcome } from '../../domain/policy/conclude.ts'
import { evaluateLoosened } from '../../domain/policy/evaluate-controls.ts'
import { evaluateKeys } from '../../domain/policy/evaluate-keys.ts'
import { evaluateAttention, evaluateJobs } from '../../domain/policy/evaluate-now.ts'
import { evaluateCriterion, evaluateLevel } from '../../domain/policy/evaluate-readiness.ts'
import { evaluateBudget, evaluateSeats } from '../../domain/policy/evaluate-usage.ts'
import type { Check } from '../../domain/policy/policy.ts'
import type { Deps } from '../kit/command.ts'
import { createParts, type Parts } from './load-parts.ts'
import type { PolicyCheck } from './parse-policy.ts'

/** A check with its outcome, and where it stands in the policy. */
export type CheckResult = CheckOutcome & Omit<PolicyCheck, 'check'> & { name: string; kind: Check['check'] }

type Options = { salt: string | undefined; teams: string | undefined }

/** Runs all checks of a policy, in their order. Each kind of data is loaded once. */
export const runChecks = async (
  checks: readonly PolicyCheck[],
  deps: Deps,
  options: Options,
): Promise<CheckResult[]> => {
  const source = await deps.source()
  const parts = createParts(
    checks.map(({ check }) => check),
    deps,
    options,
  )
  const isPrivate = options.salt !== undefined
  return Promise.all(
    checks.map(async ({ check, line, column }) => ({
      name: checkName(check),
      kind: check.check,
      line,
      column,
      ...(await evaluate(check, parts, source.now, isPrivate)),
    })),
  )
}

const evaluate = async (check: Check, parts: Parts, now: () => number, isPrivate: boolean): Promise<CheckOutcome> => {
  switch (check.check) {
    case 'controls.loosened':
      return evaluateLoosened(check, await parts.history())
    case 'readiness.level':
      return evaluateLevel(check, await parts.reports())
    case 'readiness.criterion':
      return evaluateCriterion(check, await parts.reports())
    case 'keys.expiring':
    case 'keys.neverExpire':
      return evaluateKeys(check, await parts.keys(check.accounts), now())
    case 'seats.unused':
      return evaluateSeats(check, await parts.seats(), isPrivate)
    case 'budget.forecast':
      return evaluateBudget(check, await parts.budgets(), isPrivate)
    case 'ci.failed':
      return evaluateJobs(check, await parts.jobs(), now())
    case 'attention':
      return evaluateAttention(check, await parts.attention(), isPrivate)
  }
}
