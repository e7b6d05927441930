import { type AuditRow, sourceOf } from '../../../src/domain/audit/audit-row.ts'
import type { LastShownRevision } from '../../../src/domain/revisions/day-revisions.ts'
import { findingWords, riskSentence } from '../../../src/domain/risk/finding-text.ts'
import { levelOf } from '../../../src/domain/risk/risk-verdict.ts'
import { CHANGE_KINDS } from '../../../src/domain/settings-diff/change-counts.ts'
import { pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import { wrapText } from '../../../src/domain/text/fit.ts'
import { age, fullNumber, moment, UNKNOWN } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { cutStyled, joinFitting, justify, wrapParts } from '../../../src/ui/layout/columns.ts'
import { styledWidth } from '../../../src/ui/layout/styled-width.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { asWide, belowSizes, type PaneSizes, sideSizes } from '../../kit/detail/list-and-detail.ts'
import { NOT_KNOWN } from '../../kit/query/states.ts'
import { actorText } from '../audit/audit-columns.ts'
import type { QuickRevisions } from '../shared/controls-state.ts'
import { authorText, timeOf } from '../shared/revision-text.ts'
import { verdictText } from '../shared/risk-column.ts'
import type { LoadedRevisions } from '../shared/use-revisions.ts'
import { changedText, todayText } from './history-columns.ts'
import type { HistoryRow, RevisionSummary } from './history-rows.ts'
import type { HistoryList, OpenByRevision } from './use-history-list.ts'

/** Cells between the left and right part of the head. */
const GAP = 3

/** The number of revisions, the new ones, and the latest one. @param now - Reference time for ages, Unix ms. */
export const historyHead = (
  { revisions, state, hasMore, isLoadingMore, failure }: LoadedRevisions,
  rows: readonly HistoryRow[],
  lastVisit: (LastShownRevision & { agoMs: number }) | undefined,
  now: number,
  width: number,
  theme: Theme,
): string => {
  const [latest] = rows
  if (latest === undefined) {
    const words = { loading: 'loading revisions', failed: `revisions ${NOT_KNOWN}`, ready: 'no revisions' }
    return ` ${theme.muted(words[state.is])}`
  }
  const count = `${theme.strong(fullNumber(revisions.length))} ${revisions.length === 1 ? 'revision' : 'revisions'}`
  const when = latest.updatedAt === undefined ? '' : ` ${age(now - Date.parse(latest.updatedAt))} ago`
  const newCount = rows.filter(({ isNew }) => isNew).length
  const isMore = newCount === rows.length && hasMore
  const news =
    lastVisit && newCount > 0
      ? [
          `${theme.signs.news} ${theme.strong(`${fullNumber(newCount)}${isMore ? '+' : ''} new`)} since your last visit, ${age(lastVisit.agoMs)} ago`,
        ]
      : []
  const parts = [
    count,
    ...news,
    `${theme.muted('latest')} ${latest.revision ?? '?'}${when} ${theme.muted('by')} ${safeText(latest.who ?? '?')}`,
  ]
  const right = isLoadingMore
    ? 'loading older revisions '
    : failure
      ? "couldn't load older revisions: G retries "
      : hasMore && state.is !== 'loading'
        ? 'older revisions on the server '
        : ''
  // An error matters more than the latest author, who is also in the first row.
  const room = width - (failure && !isLoadingMore ? right.length + GAP : 0)
  const left = ` ${news.length > 0 || room < width ? joinFitting(parts, room - 1, '   ') : parts.join('   ')}`
  return justify(cutStyled(left, width), theme.muted(right && `  ${right}`), width)
}

/** The rule above the list: the active filters, and how many revisions match. */
export const historyDivider = (
  { filter, filtered, quick, rows, all }: HistoryList,
  { hasMore }: LoadedRevisions,
  width: number,
  theme: Theme,
): string => {
  if (filter.isActive || quick === 'all') return filtered.divider(all.length, width, theme, rows.length)
  const of = `${fullNumber(rows.length)} of ${fullNumber(all.length)} ${hasMore ? 'loaded revisions' : 'revisions'}`
  return ` ${theme.accent('f')} still open  ${theme.muted(`${of}${hasMore ? ', G loads older' : ''}, f shows all`)}`
}

export const emptyHistory = (
  { state, revisions }: LoadedRevisions,
  isFiltering: boolean,
  quick: QuickRevisions,
  isOpenKnown: boolean,
): string => {
  if (revisions.length > 0 && quick === 'open' && !isOpenKnown) return 'comparing…'
  if (revisions.length > 0 && quick === 'open' && !isFiltering)
    return 'no loosened setting is still in effect: f shows all'
  if (revisions.length > 0 && isFiltering) return 'no loaded revision matches: Esc shows all'
  if (state.is === 'failed') return `revisions ${NOT_KNOWN}`
  return state.is === 'loading' ? 'loading revisions' : 'The controls have never been changed.'
}

/** Rows of a preview below the list, and the minimum height of a body with room for it. */
const PREVIEW_ROWS = 6
const MIN_HEIGHT_FOR_PREVIEW = 18

/** The list, and the selected revision next to it or in a few rows below it. @param height - Rows of the body. */
export const historySizes = (width: number, room: number, height: number): PaneSizes =>
  sideSizes(width, room, asWide) ??
  belowSizes(width, room, height < MIN_HEIGHT_FOR_PREVIEW ? room : Math.max(0, room - PREVIEW_ROWS - 1))

/** The parts of a preview that are not from the row. */
type More = {
  open?: OpenByRevision | undefined
  /** The event of the audit log that made the revision, if it is loaded. */
  event?: AuditRow | undefined
}

/** The selected revision; the last row counts the lines without room. */
export const historyPreview = (
  row: HistoryRow | undefined,
  more: More,
  { detailWidth: width, detailHeight: height, isWide }: PaneSizes,
  theme: Theme,
): { shown: string[]; hidden: number } => {
  const lines = row ? (isWide ? wideLines : previewLines)(row, more, width, theme) : []
  const hidden = lines.length - height
  const rest = theme.muted(`and ${hidden + 1} more`)
  const shown = hidden > 0 ? [...lines.slice(0, height - 1), rest] : lines
  return { shown: shown.map((line) => cutStyled(line, width)), hidden: 0 }
}

const noFindingText = ({ names }: RevisionSummary): string =>
  names.length === 0 ? 'this revision changed no setting' : 'no rule classifies this change'

/** A revision in a few rows: author, time, changes and findings. */
const previewLines = (row: HistoryRow, { open, event }: More, width: number, theme: Theme): string[] => {
  if (!row.isKnown()) return [theme.muted('comparing…')]
  const summary = row.summary()
  return [
    [...identity(row, theme), ...newsOf(row, theme)].join('  '),
    ...(event ? [`${theme.muted('audit')}  ${eventParts(event, theme).join('  ')}`] : []),
    `${theme.muted('changed')}  ${summary ? countsText(summary, theme) : changedText(row)}`,
    ...(summary?.findings.length === 0 ? [theme.muted(noFindingText(summary))] : []),
    ...(open?.get(row.revision) ?? []).map(
      (each) =>
        `${verdictText(levelOf(each.finding), theme)}  ${riskSentence(each.finding)}, ${theme.muted(todayText(each, width))}`,
    ),
    ...(open ? [] : (summary?.findings ?? [])).map((finding) => {
      const head = `${verdictText(levelOf(finding), theme)}  `
      const words = findingWords(finding)
      // The words of a finding are never cut; a long path loses its start.
      const room = width - styledWidth(head) - words.length - 1
      return `${head}${endOf(safeText(pathText(finding.path)), room, theme)} ${theme.muted(words)}`
    }),
  ]
}

/** A revision in a narrow pane: nothing is cut, and each finding is a sentence below its verdict. */
const wideLines = (row: HistoryRow, { open, event }: More, width: number, theme: Theme): string[] => {
  if (!row.isKnown()) return [theme.muted('comparing…')]
  const summary = row.summary()
  const indented = (text: string) => wrapText(text, width - 2).map((line) => `  ${line}`)
  const findings = open
    ? (open.get(row.revision) ?? []).map((each) => ({
        level: levelOf(each.finding),
        text: `${riskSentence(each.finding)}, ${todayText(each, 3 * width)}`,
      }))
    : (summary?.findings ?? []).map((finding) => ({
        level: levelOf(finding),
        text: `${safeText(pathText(finding.path))} ${findingWords(finding)}`,
      }))
  return [
    ...wrapParts([...identity(row, theme), ...newsOf(row, theme)], width, '  '),
    '',
    `${theme.muted('changed')}  ${summary ? countsOf(summary) : changedText(row)}`,
    ...(summary ? wrapText(safeText(summary.names.join(', ')), width).map(theme.muted) : []),
    ...(summary?.findings.length === 0 ? ['', theme.muted(noFindingText(summary))] : []),
    ...findings.flatMap(({ level, text }) => ['', verdictText(level, theme), ...indented(text)]),
    ...(event ? ['', ...wrapParts([theme.muted('audit'), ...eventParts(event, theme)], width, '  ')] : []),
  ]
}

const identity = (row: HistoryRow, theme: Theme): string[] => [
  theme.strong(`revision ${row.revision ?? UNKNOWN}`),
  theme.muted(timeOf(row)),
  authorText(row, theme),
]
/** Who made the revision, from where and when, according to the audit log. */
const eventParts = (row: AuditRow, theme: Theme): string[] => {
  const source = sourceOf(row.event)
  return [
    actorText(row),
    ...(source === undefined ? [] : [`${theme.muted('from')} ${safeText(source)}`]),
    ...(row.at === undefined ? [] : [theme.muted(moment(row.at))]),
  ]
}
const newsOf = ({ isNew }: HistoryRow, { signs }: Theme): string[] => (isNew ? [`${signs.news} new`] : [])

/** The end of a path in `cells` cells, at least 8. */
const endOf = (path: string, cells: number, { signs }: Theme): string => {
  const room = Math.max(8, cells)
  if (textWidth(path) <= room) return path
  const characters = [...path]
  while (textWidth(characters.join('')) > room - 1) characters.shift()
  return `${signs.ellipsis}${characters.join('')}`
}

const countsOf = ({ counts }: RevisionSummary): string =>
  CHANGE_KINDS.flatMap((kind) => (counts[kind] > 0 ? [`${fullNumber(counts[kind])} ${kind}`] : [])).join('  ') ||
  'nothing'

const countsText = (summary: RevisionSummary, theme: Theme): string => {
  const names = summary.names.length === 0 ? '' : `   ${theme.muted(safeText(summary.names.join(', ')))}`
  return `${countsOf(summary)}${names}`
}
