import {
  type CriterionResult,
  type FailingSince,
  failingSince,
  numberProblem,
  ratioText,
  resultText,
} from '../../src/domain/readiness/criterion-results.ts'
import { appsOf, clientVersionOf, levelTitle } from '../../src/domain/readiness/levels.ts'
import { type CriterionTally, nextLevel, noTally } from '../../src/domain/readiness/next-level.ts'
import type { RepositoryRow } from '../../src/domain/readiness/repository-rows.ts'
import { fit, truncate, wrapText } from '../../src/domain/text/fit.ts'
import { counted, dayLabel, moment } from '../../src/domain/text/format.ts'
import { oneLine } from '../../src/domain/text/one-line.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { textWidth } from '../../src/domain/text/width.ts'
import { joinFitting } from '../../src/ui/layout/columns.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { type Fact, factLines } from '../kit/detail/fact-lines.ts'
import { type FoundLines, paintFound } from '../kit/detail/use-detail.ts'
import type { CriteriaGroup } from './criteria-groups.ts'
import { outcomeSign, previousText } from './criteria-rows.ts'
import type { Report } from './use-reports.ts'

/** Maximum width of prose, for readability. */
const MAX_PROSE_WIDTH = 90

type CriterionDetail = {
  criterion: CriterionResult
  before: CriterionResult | undefined
  /** The report that contains `before`. */
  older: Report | undefined
  /** The report that contains the criterion and the ones before it, newest first. */
  reports: readonly Report[]
  tally: CriterionTally | undefined
  /** Text to highlight, in lower case; empty highlights nothing. */
  wanted: string
}

/** Max rows of a detail that has no room for the heading, which the list also shows, and for blank lines. */
const MAX_SHORT_ROWS = 6

/** One criterion: its result, the previous result, the rationale, and the results in other repositories. */
export const criterionLines = (
  { criterion, before, older, reports, tally, wanted }: CriterionDetail,
  { width, height }: { width: number; height: number },
  theme: Theme,
): FoundLines => {
  const all: FoundLines = { lines: [], found: [] }
  const add = (...lines: string[]) => void all.lines.push(...lines)
  /** Adds lines with the searched text highlighted. */
  const addHighlighted = (lines: readonly string[], paint = (line: string) => line) => {
    const painted = paintFound(lines, wanted, theme.inverse)
    all.found.push(...painted.found.map((y) => all.lines.length + y))
    add(...painted.lines.map(paint))
  }
  const isShort = height <= MAX_SHORT_ROWS && !theme.isLinear
  const gap = isShort ? [] : ['']
  const prose = (text: string) => wrapText(safeText(text, 'text'), Math.min(width, MAX_PROSE_WIDTH))
  const numberNote = numberProblem(criterion)
  const was = previousText(before, criterion, theme)
  const since = sinceText(failingSince(criterion.id, reports), reports[0])
  const result = [`${outcomeSign(criterion.outcome, theme)}${resultText(criterion)}`, ...(was === '' ? [] : [was])]
  const withSince = joinFitting([...result, ...since.map(theme.muted)], width, '   ')

  if (!isShort) {
    const name = wrapText(safeText(criterion.id), width)
    const place = theme.muted(levelTitle(criterion.level))
    addHighlighted(name, (line) =>
      name.length > 1 ? theme.strong(line) : joinFitting([theme.strong(line), place], width, '   '),
    )
  }
  add(withSince)
  // Without room next to the result, it has a row of its own.
  if (since.length > 0 && withSince === joinFitting(result, width, '   ')) add(...since.map(theme.muted))
  if (numberNote !== undefined) add(...wrapText(`! ${numberNote}`, width).map(theme.warn))
  add(...gap)
  addHighlighted(prose(criterion.rationale || 'The report gives no rationale.'))
  if (before?.rationale && was !== '' && before.rationale !== criterion.rationale) {
    add(...gap, theme.muted(`${older ? reportDay(older) : 'before'}, when it was ${ratioText(before)}:`))
    addHighlighted(prose(before.rationale))
  }
  if (tally !== undefined) add(...gap, ...wrapText(tallyText(tally), width).map(theme.muted))
  return all
}

/** Since when a criterion fails; empty if it fails in this report only or does not fail. */
const sinceText = (since: FailingSince | undefined, shown: Report | undefined): string[] => {
  if (!since || !shown || (since.reports === 1 && !since.isFirst)) return []
  const { report, reports, isFirst } = since
  if (isFirst && reports === 1) return ['first report']
  return [`failing since ${isFirst ? 'the first report, ' : ''}${dayComparedWith(report, shown)}`]
}

/** The sentences of a group, followed by the facts about the report. */
export const groupLines = (
  { title, sentences }: CriteriaGroup,
  report: Report,
  width: number,
  theme: Theme,
): string[] => [
  theme.strong(title),
  ...sentences.flatMap((sentence) => wrapText(sentence, Math.min(width, MAX_PROSE_WIDTH))),
  '',
  ...aboutLines(report, width, theme),
]

/** Results of a criterion over all repositories: `fails in 3 of 9 repositories, skipped in 1`. */
export const tallyText = ({ passed, failed, skipped, unknown }: CriterionTally): string => {
  const all = passed + failed + skipped + unknown
  const parts = [
    `fails in ${failed} of ${counted(all, 'repository', 'repositories')}`,
    ...(skipped > 0 ? [`skipped in ${skipped}`] : []),
    ...(unknown > 0 ? [`unclear in ${unknown}`] : []),
  ]
  return parts.join(', ')
}

/** The facts about a report: time, commit, model, client, and applications. */
export const aboutLines = (report: Report, width: number, theme: Theme): string[] => {
  const yesNo = (value: boolean | undefined): string => (value === undefined ? '?' : value ? 'yes' : 'no')
  const known = (value: string | undefined) => (value === undefined ? undefined : safeText(value))
  const apps = appsOf(report)
  const facts: Fact[] = [
    ['report', safeText(report.reportId)],
    ['evaluated', moment(report.createdAt)],
    ['repository', safeText(report.repoUrl)],
    ['commit', known(report.commitHash)],
    ['branch', known(report.branch)],
    ['changes', `uncommitted: ${yesNo(report.hasLocalChanges)}   unpushed: ${yesNo(report.hasNonRemoteCommits)}`],
    ['model', modelText(report)],
    ['client', known(clientVersionOf(report))],
  ]
  return [
    ...factLines(facts, width, theme),
    '',
    theme.muted(appsTitle(report, apps.length)),
    ...apps.flatMap(({ path, description }) => [
      ...wrapText(safeText(path), width).map(theme.strong),
      ...wrapText(safeText(description, 'text'), width - 2).map((line) => `  ${line}`),
    ]),
  ]
}

const appsTitle = ({ apps }: Report, count: number): string => {
  if (apps === undefined) return 'The report has no list of applications.'
  if (count === 0) return 'The report has no applications.'
  return count === 1 ? '1 application' : `${count} applications`
}

/** The model of the evaluation and its effort; undefined if the report does not contain it. */
export const modelText = ({ modelUsed }: Report): string | undefined => {
  if (modelUsed === undefined) return undefined
  const effort = modelUsed.reasoningEffort
  return `${safeText(modelUsed.id)}${effort === undefined ? '' : `, ${safeText(effort)} effort`}`
}

/** `13 Nov`; `?` for a report without a time. */
export const reportDay = ({ createdAt }: Report): string => dayLabel(moment(createdAt).slice(0, 10)).slice(0, 6)

/** The day of a report, with its year if the other report is from another year. */
export const dayComparedWith = (report: Report, other: Report): string => {
  const [day, otherDay] = [moment(report.createdAt), moment(other.createdAt)]
  return day.slice(0, 4) === otherDay.slice(0, 4) ? reportDay(report) : day.slice(0, 10)
}

/** The shortest way to the next level of a repository, in at most `height` rows. */
export const wayLines = (
  { name, level, reports: [report, older] }: RepositoryRow,
  tallies: ReadonlyMap<string, CriterionTally>,
  { width, height }: { width: number; height: number },
  theme: Theme,
): string[] => {
  const way = report && nextLevel(report, tallies, older)
  if (!way) return [`${theme.strong(name)}  L${level}  ${theme.muted('this is the highest level')}`]
  const { to, missing, criteria } = way
  const [count, words] =
    missing === undefined
      ? ['', 'no criterion of this level was evaluated, so the next one stays locked']
      : [
          String(missing),
          `more of these ${criteria.length} ${missing === 1 ? 'unlocks' : 'unlock'} L${to}, lost ones first`,
        ]
  const passesIn = ({ id }: CriterionResult): string => {
    const { passed, failed, skipped, unknown } = tallies.get(id) ?? noTally()
    return `passes in ${passed} of ${passed + failed + skipped + unknown}`
  }
  const own = `${theme.strong(name)}  L${level}`
  if (width >= MIN_WIDTH_FOR_WAY_ROWS) {
    const head = `${own}   ${count === '' ? '' : `${theme.strong(count)} `}${theme.muted(words)}`
    return [head, ...wayRows(criteria, passesIn, { width, height: height - 1 }, theme)]
  }
  const heads = wrapText(`${count} ${words}`.trim(), width).map(theme.muted)
  return [own, ...heads, ...wayTexts(criteria, passesIn, { width, height: height - 1 - heads.length }, theme)]
}

type Size = { width: number; height: number }

/** One row for each criterion, with as much of its rationale as fits. */
const wayRows = (
  criteria: readonly CriterionResult[],
  passesIn: (criterion: CriterionResult) => string,
  { width, height }: Size,
  theme: Theme,
): string[] => {
  const rows = Math.max(0, height)
  const shown = criteria.slice(0, criteria.length > rows ? rows - 1 : rows)
  const names = Math.min(NAME_CELLS, Math.max(0, ...shown.map(({ id }) => textWidth(safeText(id)))))
  const passesCells = Math.max(0, ...shown.map((criterion) => passesIn(criterion).length))
  const line = (criterion: CriterionResult): string => {
    const { id, rationale } = criterion
    const ratio = fit(ratioText(criterion), RATIO_CELLS, 'right')
    const facts = `  ${fit(safeText(id), names)}  ${ratio}  ${fit(passesIn(criterion), passesCells)}   `
    const why = truncate(safeText(oneLine(rationale)), width - textWidth(facts) - 1)
    return facts + theme.muted(why.replace(/(?<!\s)\s+…$/, '…'))
  }
  return [...shown.map(line), ...moreLines(criteria.length - shown.length, theme)]
}

/** A few lines for each criterion, with its whole rationale. */
const wayTexts = (
  criteria: readonly CriterionResult[],
  passesIn: (criterion: CriterionResult) => string,
  { width, height }: Size,
  theme: Theme,
): string[] => {
  const blocks = criteria.map((criterion) => [
    '',
    ...wrapText(safeText(criterion.id), width),
    `  ${ratioText(criterion)}  ${theme.muted(passesIn(criterion))}`,
    ...wrapText(safeText(oneLine(criterion.rationale)), width - 2).map((line) => theme.muted(`  ${line}`)),
  ])
  const lines: string[] = []
  let count = 0
  for (const block of blocks) {
    // The last row counts the criteria without room.
    if (lines.length + block.length > height - (count < blocks.length - 1 ? 1 : 0)) break
    lines.push(...block)
    count += 1
  }
  return [...lines, ...moreLines(blocks.length - count, theme)]
}

const moreLines = (hidden: number, theme: Theme): string[] =>
  hidden > 0 ? [theme.muted(`  ${hidden} more; press w to list them`)] : []

/** In a narrower pane, each criterion has several lines. */
const MIN_WIDTH_FOR_WAY_ROWS = 79
const NAME_CELLS = 32
const RATIO_CELLS = 5
