import { criterionOf, type JudgedCriterion, judgedCriteria } from '../../src/domain/readiness/judged-criteria.ts'
import {
  judgeReport,
  LEVELS,
  type Level,
  type LevelCount,
  levelTitle,
  missingToUnlock,
} from '../../src/domain/readiness/levels.ts'
import { type NextLevel, STEP_KINDS, type StepKind, wayText } from '../../src/domain/readiness/next-level.ts'
import {
  CRITERION_CHANGES,
  type CriterionChangeKind,
  isRegressed,
  type ReportComparison,
} from '../../src/domain/readiness/report-comparison.ts'
import { percent } from '../../src/domain/text/format.ts'
import type { Report } from './use-reports.ts'

/** All groups of criteria, undefined for those of no level. */
const LEVEL_GROUPS: readonly (Level | undefined)[] = [...LEVELS, undefined]

/** A criterion as a row of a list. */
export type CriterionEntry = {
  /** Unique in the list. */
  id: string
  criterion: JudgedCriterion
  /** The same criterion in the report that this one is seen beside. */
  before: JudgedCriterion | undefined
  /** Words behind it where there is no report before to be compared with: `new`, `gone`, `passes in 7 of 9`. */
  note?: string
  /** What became of it, where two reports are compared. */
  kind?: CriterionChangeKind
}

/** Criteria under a heading that folds. */
export type CriteriaGroup = {
  id: string
  title: string
  /** What they came to. */
  count: string
  /** What is still to be done; empty where there is nothing. */
  needs: string
  /** What that means, a sentence each; the first one also says what an issue over its criteria is for. */
  told: readonly string[]
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
    const worse = entries.filter(({ before, criterion }) => isRegressed(before, criterion)).length
    return [
      {
        id: `level:${level ?? 'other'}`,
        title: levelTitle(level),
        count: countText(count),
        needs: level === undefined || level === 5 ? '' : needsText(count),
        told: [
          gateText(level, count, judged.level),
          judgedText(count),
          ...(worse > 0 ? [`${worse} got worse since the report before.`] : []),
        ],
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

const judgedText = ({ passed, failed, skipped, unknown }: LevelCount): string =>
  [
    passed + failed === 0
      ? 'none is judged'
      : `${passed} of ${passed + failed} pass, ${percent(passed / (passed + failed))}`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(unknown > 0 ? [`${unknown} unclear`] : []),
  ]
    .join(', ')
    .replace(/^./, (letter) => letter.toUpperCase())
    .concat('.')

/** What a level does for the next one, in a repository that has reached one. */
const gateText = (level: Level | undefined, count: LevelCount, reached: Level): string => {
  if (level === undefined) return 'Criteria of no known level: they count in the pass rate only.'
  if (level === 5) return 'The highest level: it opens no other.'
  const next = `L${level + 1}`
  const missing = missingToUnlock(count)
  if (missing === undefined) return `Nothing of it is judged, so it does not open ${next}.`
  const isReached = reached >= level
  if (missing === 0)
    return isReached ? `Enough pass: ${next} is open.` : `Enough pass for ${next}, once L${level} is open.`
  const more = `${missing} more ${missing === 1 ? 'opens' : 'open'} ${next}`
  const needed = `${count.passed + missing} of ${count.passed + count.failed} are needed`
  return isReached ? `${more}: ${needed}.` : `${more}, once L${level} is open: ${needed}.`
}

const stepTitles: Record<StepKind, string> = {
  lost: 'lost since the report before',
  nearly: 'nearly passed',
  easiest: 'the rest, easiest first',
}

const stepSentences: Record<StepKind, string> = {
  lost: 'They passed in the report before, or in more applications: what was there can be brought back.',
  nearly: 'Some applications pass them already, most of them those that come first.',
  easiest: 'What most repositories pass comes first, as the easiest.',
}

/** What opens the next level, by why it is best taken up in this order. */
export const wayGroups = (
  { to, missing, criteria }: NextLevel,
  older: Report | undefined,
  note: (criterion: JudgedCriterion) => string,
): CriteriaGroup[] =>
  STEP_KINDS.flatMap((kind): CriteriaGroup[] => {
    const own = criteria.filter(({ step }) => step === kind)
    // Where there is no way one heading says so.
    if (own.length === 0 && (criteria.length > 0 || kind !== 'easiest')) return []
    return [
      {
        id: `way:${kind}`,
        title: stepTitles[kind],
        count: String(own.length),
        needs: own[0] !== criteria[0] ? '' : missing === undefined ? 'none judged' : `L${to} needs ${missing}`,
        told: [wayText({ to, missing, criteria }), stepSentences[kind], 'ym copies all of the way as one issue.'],
        entries: own.map((criterion) => ({
          id: `criterion:${criterion.id}`,
          criterion,
          before: older && criterionOf(older, criterion.id),
          // What it was says more of what was lost than where else it passes.
          ...(kind !== 'lost' && { note: note(criterion) }),
        })),
        isDone: false,
      },
    ]
  })

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

const changeSentences: Record<CriterionChangeKind, string> = {
  lost: 'They passed in the older report and fail now.',
  gained: 'They failed in the older report and pass now.',
  skipped: 'They are skipped now and were not in the older report.',
  judged: 'They were skipped or unclear in the older report and are judged now.',
  unclear: 'Their numbers make no sense now.',
  new: 'The older report does not speak of them.',
  gone: 'The newer report does not speak of them.',
  moved: 'They pass in more or fewer applications than before.',
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
          kind,
          ...(kind === 'new' && { note: 'new' }),
          ...(kind === 'gone' && { note: 'gone' }),
        },
      ]
    })
    return [
      {
        id: `change:${kind}`,
        title: changeTitles[kind],
        count: String(own.length),
        needs: '',
        told: [changeSentences[kind]],
        entries,
        isDone: false,
      },
    ]
  })
