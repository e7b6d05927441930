import { criterionOf, type JudgedCriterion, judgedCriteria } from '../../src/domain/judged-criteria.ts'
import { judgeReport, type LevelCount, missingToUnlock } from '../../src/domain/levels.ts'
import type { NextLevel } from '../../src/domain/next-level.ts'
import {
  CRITERION_CHANGES,
  type CriterionChangeKind,
  type ReportComparison,
} from '../../src/domain/report-comparison.ts'
import type { Report } from './use-reports.ts'
import { LEVEL_GROUPS, levelTitle } from './verdicts.ts'

/** A criterion as a row of a list. */
export type CriterionEntry = {
  /** Unique in the list. */
  id: string
  criterion: JudgedCriterion
  /** The same criterion in the report that this one is seen beside. */
  before: JudgedCriterion | undefined
  /** Words behind it where there is no report before to be compared with: `new`, `gone`, `passes in 7 of 9`. */
  note?: string
}

/** Criteria under a heading that folds. */
export type CriteriaGroup = {
  id: string
  title: string
  /** What they came to. */
  count: string
  /** What is still to be done; empty where there is nothing. */
  needs: string
  entries: readonly CriterionEntry[]
  /** Whether it is folded until the user says otherwise. */
  isDone: boolean
}

/** The criteria of a report by level, beside those of an older one; a group that has none is left out. */
export const levelGroups = (report: Report, older: Report | undefined): CriteriaGroup[] => {
  const judged = judgeReport(report)
  const criteria = judgedCriteria(report)
  return LEVEL_GROUPS.flatMap((level): CriteriaGroup[] => {
    const entries = criteria
      .filter((criterion) => criterion.level === level)
      .map((criterion) => ({
        id: `criterion:${criterion.id}`,
        criterion,
        before: older && criterionOf(older, criterion.id),
        ...(older && !criterionOf(older, criterion.id) && { note: 'new' }),
      }))
    if (entries.length === 0) return []
    const count = level === undefined ? judged.other : judged.byLevel[level]
    return [
      {
        id: `level:${level ?? 'other'}`,
        title: levelTitle(level),
        count: countText(count),
        needs: level === undefined || level === 5 ? '' : needsText(count),
        entries,
        isDone: count.failed === 0,
      },
    ]
  })
}

const countText = ({ passed, failed }: LevelCount): string =>
  passed + failed === 0 ? 'none judged' : `${passed}/${passed + failed}`

const needsText = (count: LevelCount): string => {
  const missing = missingToUnlock(count)
  return missing === undefined || missing === 0 ? '' : `needs ${missing} more`
}

/** What opens the next level, easiest first. */
export const wayGroups = (
  { to, missing, criteria }: NextLevel,
  older: Report | undefined,
  note: (criterion: JudgedCriterion) => string,
): CriteriaGroup[] => [
  {
    id: 'way',
    title: `to L${to}, easiest first`,
    count: String(criteria.length),
    needs: missing === undefined ? 'none judged' : `needs ${missing}`,
    entries: criteria.map((criterion) => ({
      id: `criterion:${criterion.id}`,
      criterion,
      before: older && criterionOf(older, criterion.id),
      note: note(criterion),
    })),
    isDone: false,
  },
]

const changeTitles: Record<CriterionChangeKind, string> = {
  lost: 'lost: passed before',
  gained: 'gained: failed before',
  skipped: 'skipped now',
  judged: 'judged now, not before',
  unclear: 'unclear now',
  new: 'new criteria',
  gone: 'criteria that are gone',
  moved: 'other numbers, same verdict',
}

/** What changed between two reports, by what became of it. */
export const changeGroups = ({ changes }: ReportComparison): CriteriaGroup[] =>
  CRITERION_CHANGES.flatMap((kind): CriteriaGroup[] => {
    const own = changes.filter((change) => change.kind === kind)
    if (own.length === 0) return []
    const entries = own.flatMap(({ id, before, after }): CriterionEntry[] => {
      const criterion = after ?? before
      if (!criterion) return []
      return [
        {
          id: `criterion:${id}`,
          criterion,
          before: after && before,
          ...(kind === 'new' && { note: 'new' }),
          ...(kind === 'gone' && { note: 'gone' }),
        },
      ]
    })
    return [
      { id: `change:${kind}`, title: changeTitles[kind], count: String(own.length), needs: '', entries, isDone: false },
    ]
  })
