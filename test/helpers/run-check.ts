import { type Ran, type RunOptions, runQd } from './run-qd.ts'

/** A policy in which each kind of check finds something in the demo organisation, or is unknown. */
export const ALL_CHECKS = `version: 1
checks:
  - {check: controls.loosened, max: 0}
  - {check: readiness.level, min: 5}
  - {check: readiness.criterion, criterion: flaky_test_detection, maxFailing: 0}
  - {check: keys.expiring, within: 30d, accounts: [sa_ci-bot], max: 0}
  - {check: keys.neverExpire, accounts: [sa_ci-bot, sa_none], max: 0}
  - {check: seats.unused, after: 30d, max: 0}
  - {check: budget.forecast, scope: organization, maxPercent: 1}
  - {check: budget.forecast, scope: "team:none", maxPercent: 1}
  - {check: ci.failed, within: 90d, max: 0}
  - {check: attention, severity: high, max: 0, name: nothing urgent}
`

/** A check of the JSON output of qd check. */
export type PrintedCheck = {
  name: string
  check: string
  status: string
  found: number | null
  limit: number
  why: string
  items: { id: string; text: string; link: string | null }[]
}

/** Runs qd check with these checks, as JSON from standard input. */
export const runCheck = async (
  checks: readonly object[],
  options: RunOptions,
  words: readonly string[] = [],
): Promise<Ran & { checks: PrintedCheck[]; passed: boolean }> => {
  const policy = JSON.stringify({ version: 1, checks })
  const ran = await runQd(['check', '-', '--json', ...words], { ...options, readInput: async () => policy })
  const { passed = false, checks: printed = [] } = ran.out === '' ? {} : JSON.parse(ran.out)
  return { ...ran, checks: printed, passed }
}
