import { type CriterionResult, criterionOf, criterionResults } from '../../src/domain/readiness/criterion-results.ts'
import {
  evaluateReport,
  LEVELS,
  type Level,
  type LevelCount,
  levelTitle,
  missingToUnlock,
} from '../../src/domain/readiness/levels.ts'
import { type NextLevel, nextLevelText, STEP_KINDS, type StepKind } from '../../src/domain/readiness/next-level.ts'
import {
  CRITERION_CHANGES,
  type CriterionChangeKind,
  isRegressed,
  type ReportComparison,
} from '../../src/domain/readiness/report-comparison.ts'
import type { ListedCriterion } from '../../src/domain/readiness/report-filter.ts'
import { percent } from '../../src/domain/text/format.ts'
import type { Report } from './use-reports.ts'

export type CriterionEntry = ListedCriterion & {
  /** Unique in the list. */
  id: string
  /** Shown in place of the previous result: `new`, `gone`, `passes in 7 of 9`. */
  note?: string
}

/** Criteria under a heading that folds. */
export type CriteriaGroup = {
  id: string
  title: string
  /** The number of criteria, or of passed ones. */
  count: string
  /** What is still missing. @default nothing */
  needs?: string
  /** Sentences that explain the group. The first one is also the aim of an issue about its criteria. */
  sentences: readonly string[]
  entries: readonly CriterionEntry[]
  /** Whether the group starts folded. @default false */
  startsFolded?: boolean
}

const entryOf = (criterion: CriterionResult, older: Report | undefined): CriterionEntry => ({
  id: `criterion:${criterion.id}`,
  criterion,
  before: older && criterionOf(older, criterion.id),
})

/** The criteria of a report by level, compared with an older report. Levels without criteria are omitted. */
export const levelGroups = (report: Report, older: Report | undefined): CriteriaGroup[] => {
  const { level: reached, byLevel, other } = evaluateReport(report)
  const criteria = criterionResults(report)
  return [...LEVELS, undefined].flatMap((level): CriteriaGroup[] => {
    const entries = criteria
      .filter((criterion) => criterion.level === level)
      .map((criterion) => entryOf(criterion, older))
      .map((entry) => (older && !entry.before ? { ...entry, note: 'new' } : entry))
    if (entries.length === 0) return []
    const count = level === undefined ? other : byLevel[level]
    const { passed, failed } = count
    const missing = level === undefined || level === 5 ? 0 : missingToUnlock(count)
    const worse = entries.filter(({ before, criterion }) => isRegressed(before, criterion)).length
    return [
      {
        id: `level:${level ?? 'other'}`,
        title: levelTitle(level),
        count: passed + failed === 0 ? 'none' : `${passed}/${passed + failed}`,
        ...(missing && { needs: `needs ${missing} more` }),
        sentences: [
          gateText(level, count, missing, reached),
          resultText(count),
          ...(worse > 0 ? [`${worse} got worse since the previous report.`] : []),
        ],
        entries,
        startsFolded: failed === 0,
      },
    ]
  })
}

const resultText = ({ passed, failed, skipped, unknown }: LevelCount): string => {
  const evaluated = passed + failed
  return [
    evaluated === 0 ? 'None is evaluated' : `${passed} of ${evaluated} pass, ${percent(passed / evaluated)}`,
    ...(skipped > 0 ? [`, ${skipped} skipped`] : []),
    ...(unknown > 0 ? [`, ${unknown} unclear`] : []),
    '.',
  ].join('')
}

/** How the level affects the next one in this repository. */
const gateText = (
  level: Level | undefined,
  { passed, failed }: LevelCount,
  missing: number | undefined,
  reached: Level,
): string => {
  if (level === undefined) return 'Criteria without a known level count only in the pass rate.'
  if (level === 5) return 'This is the highest level.'
  const next = `L${level + 1}`
  const isReached = reached >= level
  if (missing === undefined) return `None of its criteria is evaluated, so ${next} stays locked.`
  if (missing === 0)
    return isReached ? `Enough pass: ${next} is unlocked.` : `Enough pass for ${next} once L${level} is unlocked.`
  const more = `${missing} more ${missing === 1 ? 'unlocks' : 'unlock'} ${next}`
  return `${more}${isReached ? '' : ` once L${level} is unlocked`}: ${passed + missing} of ${passed + failed} are needed.`
}

const steps: Record<StepKind, [title: string, sentence: string]> = {
  lost: [
    'lost since the previous report',
    'They passed in the previous report, or in more applications, and can be restored.',
  ],
  nearly: ['nearly passing', 'Some applications already pass; the closest come first.'],
  easiest: [
    'the rest, easiest first',
    'Criteria that most repositories pass come first, because they are likely the easiest.',
  ],
}

/** The criteria that unlock the next level, grouped by the reason for their order. */
export const wayGroups = (
  way: NextLevel,
  older: Report | undefined,
  note: (criterion: CriterionResult) => string,
): CriteriaGroup[] =>
  STEP_KINDS.flatMap((kind): CriteriaGroup[] => {
    const { to, missing, criteria } = way
    const stepCriteria = criteria.filter(({ step }) => step === kind)
    // If no criterion can unlock the level, there is only this heading.
    if (stepCriteria.length === 0 && (criteria.length > 0 || kind !== 'easiest')) return []
    const [title, sentence] = steps[kind]
    return [
      {
        id: `way:${kind}`,
        title,
        count: String(stepCriteria.length),
        ...(stepCriteria[0] === criteria[0] && {
          needs: missing === undefined ? 'not evaluated' : `L${to} needs ${missing}`,
        }),
        sentences: [nextLevelText(way), sentence, 'Press ym to copy this list as one issue.'],
        // A lost criterion shows its previous result instead, which is more useful than where else it passes.
        entries: stepCriteria.map((one) => ({ ...entryOf(one, older), ...(kind !== 'lost' && { note: note(one) }) })),
      },
    ]
  })

const changeTexts: Record<CriterionChangeKind, [title: string, sentence: string]> = {
  lost: ['lost: passed before', 'They passed in the older report and fail now.'],
  gained: ['gained: failed before', 'They failed in the older report and pass now.'],
  skipped: ['skipped now', 'They are skipped now but were not in the older report.'],
  evaluated: ['evaluated now, not before', 'They were skipped or unclear in the older report and are evaluated now.'],
  unclear: ['unclear now', 'Their numbers are invalid now.'],
  new: ['new criteria', 'The older report does not contain them.'],
  gone: ['removed criteria', 'The newer report does not contain them.'],
  moved: ['different numbers, same result', 'They pass in more or fewer applications than before.'],
}

/** The differences between two reports, grouped by kind of change. */
export const changeGroups = ({ changes }: ReportComparison): CriteriaGroup[] =>
  CRITERION_CHANGES.flatMap((kind): CriteriaGroup[] => {
    const entries = changes.flatMap((change): CriterionEntry[] => {
      const { id, before, after } = change
      const criterion = after ?? before
      if (change.kind !== kind || !criterion) return []
      const note = kind === 'new' || kind === 'gone' ? { note: kind } : {}
      return [{ id: `criterion:${id}`, criterion, before: after && before, kind, ...note }]
    })
    if (entries.length === 0) return []
    const [title, sentence] = changeTexts[kind]
    return [{ id: `change:${kind}`, title, count: String(entries.length), sentences: [sentence], entries }]
  })
