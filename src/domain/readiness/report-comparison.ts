import type { Lenient } from '../../contract/lenient.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import { criterionOf, type JudgedCriterion, judgedCriteria, ratioText } from './judged-criteria.ts'
import { judgeReport, type Outcome } from './levels.ts'

type Report = Lenient<ReadinessReport>

/**
 * What became of a criterion from one report to a later one: `lost` passed and fails now, `gained` the other way; `skipped`
 * is skipped now and was not; `judged` was skipped or unclear and passes or fails now; `new` and `gone` stand in one of the
 * two only; `moved` has other numbers and the same outcome.
 */
export const CRITERION_CHANGES = ['lost', 'gained', 'skipped', 'judged', 'unclear', 'new', 'gone', 'moved'] as const
export type CriterionChangeKind = (typeof CRITERION_CHANGES)[number]

export type CriterionChange = {
  kind: CriterionChangeKind
  id: string
  /** Undefined: new. */
  before: JudgedCriterion | undefined
  /** Undefined: gone. */
  after: JudgedCriterion | undefined
}

export type ReportComparison = ReturnType<typeof compareReports>

/** What changed from an older report to a newer one. */
export const compareReports = (older: Report, newer: Report) => {
  const changes: CriterionChange[] = []
  let unchanged = 0
  for (const after of judgedCriteria(newer)) {
    const before = criterionOf(older, after.id)
    const kind = before ? kindOf(before, after) : 'new'
    if (kind === 'same') unchanged += 1
    else changes.push({ kind, id: after.id, before, after })
  }
  for (const before of judgedCriteria(older))
    if (!criterionOf(newer, before.id)) changes.push({ kind: 'gone', id: before.id, before, after: undefined })
  const [from, to] = [judgeReport(older), judgeReport(newer)]
  return {
    from: from.level,
    to: to.level,
    /** 0 to 1; undefined when nothing was judged. */
    passRateFrom: from.passRate,
    passRateTo: to.passRate,
    /** What changed, in the order of {@link CRITERION_CHANGES} and of the levels; what is the same is left out. */
    changes: CRITERION_CHANGES.flatMap((kind) => changes.filter((change) => change.kind === kind)),
    /** Criteria that are the same in both. */
    unchanged,
  }
}

const kindOf = (before: JudgedCriterion, after: JudgedCriterion): CriterionChangeKind | 'same' => {
  if (before.outcome === after.outcome) return ratioText(before) === ratioText(after) ? 'same' : 'moved'
  const byOutcome: Record<Outcome, CriterionChangeKind> = {
    passed: before.outcome === 'failed' ? 'gained' : 'judged',
    failed: before.outcome === 'passed' ? 'lost' : 'judged',
    skipped: 'skipped',
    unknown: 'unclear',
  }
  return byOutcome[after.outcome]
}

/** Whether a criterion got worse since the report before: it passed and fails now, or fewer applications pass it. */
export const isRegressed = (before: JudgedCriterion | undefined, after: JudgedCriterion): boolean => {
  if (before === undefined || after.outcome !== 'failed') return false
  if (before.outcome === 'passed') return true
  return before.outcome === 'failed' && shareOf(after) < shareOf(before)
}

/** The part of its applications that pass a criterion, 0 to 1. */
export const shareOf = ({ numerator, denominator }: JudgedCriterion): number => (numerator ?? 0) / (denominator || 1)
