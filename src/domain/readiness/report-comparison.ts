import type { Lenient } from '../../contract/lenient.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import { type CriterionResult, criterionOf, criterionResults, ratioText } from './criterion-results.ts'
import { evaluateReport, type Outcome } from './levels.ts'

type Report = Lenient<ReadinessReport>

/**
 * The change of a criterion between two reports. `lost` passed before and fails now; `gained` is the opposite.
 * `skipped` is skipped now and wasn't before. `evaluated` was skipped or unclear before and passes or fails now. `unclear`
 * has no valid numbers now. `new` and `gone` exist in only one of the reports. `moved` has the same outcome with other
 * numbers.
 */
export const CRITERION_CHANGES = ['lost', 'gained', 'skipped', 'evaluated', 'unclear', 'new', 'gone', 'moved'] as const
export type CriterionChangeKind = (typeof CRITERION_CHANGES)[number]

export type CriterionChange = {
  kind: CriterionChangeKind
  id: string
  /** Undefined for a new one. */
  before: CriterionResult | undefined
  /** Undefined if the newer report doesn't contain it. */
  after: CriterionResult | undefined
}

export type ReportComparison = ReturnType<typeof compareReports>

export const compareReports = (older: Report, newer: Report) => {
  const changes: CriterionChange[] = []
  let unchanged = 0
  for (const after of criterionResults(newer)) {
    const before = criterionOf(older, after.id)
    const kind = before ? kindOf(before, after) : 'new'
    if (kind === 'same') unchanged += 1
    else changes.push({ kind, id: after.id, before, after })
  }
  for (const before of criterionResults(older))
    if (!criterionOf(newer, before.id)) changes.push({ kind: 'gone', id: before.id, before, after: undefined })
  const [from, to] = [evaluateReport(older), evaluateReport(newer)]
  return {
    from: from.level,
    to: to.level,
    /** 0 to 1; undefined if no criterion passed or failed. */
    passRateFrom: from.passRate,
    passRateTo: to.passRate,
    /** Changed criteria in the order of {@link CRITERION_CHANGES} and of the levels. */
    changes: CRITERION_CHANGES.flatMap((kind) => changes.filter((change) => change.kind === kind)),
    /** Number of unchanged criteria. */
    unchanged,
  }
}

const kindOf = (before: CriterionResult, after: CriterionResult): CriterionChangeKind | 'same' => {
  if (before.outcome === after.outcome) return ratioText(before) === ratioText(after) ? 'same' : 'moved'
  const byOutcome: Record<Outcome, CriterionChangeKind> = {
    passed: before.outcome === 'failed' ? 'gained' : 'evaluated',
    failed: before.outcome === 'passed' ? 'lost' : 'evaluated',
    skipped: 'skipped',
    unknown: 'unclear',
  }
  return byOutcome[after.outcome]
}

/** Whether a criterion is worse than in the previous report: it passed and fails now, or fewer applications pass. */
export const isRegressed = (before: CriterionResult | undefined, after: CriterionResult): boolean => {
  if (before === undefined || after.outcome !== 'failed') return false
  if (before.outcome === 'passed') return true
  return before.outcome === 'failed' && shareOf(after) < shareOf(before)
}

/** Share of a criterion's applications that pass, 0 to 1. */
export const shareOf = ({ numerator, denominator }: CriterionResult): number => (numerator ?? 0) / (denominator || 1)
