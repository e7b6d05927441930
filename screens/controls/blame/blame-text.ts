import type { Blame, BlameEntry } from '../../../src/domain/revisions/blame.ts'
import { changeLines, changeText } from '../../../src/domain/risk/change-lines.ts'
import { findingWords } from '../../../src/domain/risk/finding-text.ts'
import { levelOf } from '../../../src/domain/risk/risk-verdict.ts'
import { pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import { unifiedLines } from '../../../src/domain/settings-diff/unified-text.ts'
import { wrapText } from '../../../src/domain/text/fit.ts'
import { counted, fullNumber, UNKNOWN } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { cutStyled, wrapParts } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import type { FoundLines } from '../../kit/detail/use-detail.ts'
import { briefJson, isLargeValue } from '../../kit/tree/value-text.ts'
import { indentedLines } from '../shared/changes-text.ts'
import { authorText, timeOf } from '../shared/revision-text.ts'
import { verdictText } from '../shared/risk-column.ts'
import type { LoadedRevisions } from '../shared/use-revisions.ts'
import type { BlameRow } from './use-blame-list.ts'

/** How much of the history is loaded and searched. */
type SearchStatus = Pick<LoadedRevisions, 'hasMore' | 'isWhole' | 'isLoadingMore'> & {
  isOffline: boolean
  isFailed: boolean
  /** The current frame of the spinner while the whole history is loading; otherwise undefined. */
  spinner: string | undefined
}

/** The number of changes found and how much of the history was searched, in the longest form that fits `width`. */
export const blameStatus = (
  rows: readonly BlameRow[],
  blame: Blame,
  status: SearchStatus,
  width: number,
  theme: Theme,
): string => {
  const counted = ` ${countText(rows, status.isWhole)}   `
  const texts = searchedTexts(blame, status)
  const text = texts.find((each) => counted.length + each.length <= width) ?? texts.at(-1) ?? ''
  return `${counted}${theme.muted(text)}`
}

const countText = (rows: readonly BlameRow[], isWhole: boolean): string => {
  const count = rows.filter(({ since }) => since === 'known').length
  if (count === 0) return rows.length === 0 ? 'nothing found' : isWhole ? 'never changed' : 'no change so far'
  return counted(count, 'change')
}

/** How much was searched and whether older revisions exist. The last form is the shortest, for narrow windows. */
const searchedTexts = ({ searched }: Blame, status: SearchStatus): string[] => {
  const { hasMore, isWhole, isLoadingMore, isOffline, isFailed, spinner } = status
  const oldest = searched.oldest ?? UNKNOWN
  if (spinner !== undefined)
    return [`searching: ${counted(searched.count, 'revision')}, at ${oldest} ${spinner}  Esc stops`]
  const count = counted(searched.count, 'revision')
  if (isWhole) return [`searched all ${count} of the history`, `searched all ${count}`]
  const behind = isLoadingMore
    ? ['loading older revisions']
    : isFailed
      ? ["couldn't load older revisions: G retries", "couldn't load the rest: G retries"]
      : hasMore
        ? ['older revisions on the server: G continues', 'G continues']
        : [isOffline ? 'older revisions are not cached' : 'older revisions are missing']
  return [`searched ${count}, back to ${oldest}; ${behind[0]}`, `searched back to ${oldest}; ${behind.at(-1)}`]
}

export const emptyBlame = ({ searched, isWhole }: Blame, isSearching: boolean): string => {
  if (searched.count === 0) return isSearching ? 'loading revisions' : 'The controls have never been changed.'
  if (isWhole) return 'No revision has this path: check its spelling.'
  const count = searched.count === 1 ? 'the only revision' : `the ${fullNumber(searched.count)} revisions`
  return `Not found in ${count} searched so far${isSearching ? '.' : ': G searches further back.'}`
}

/** Maximum number of lines shown of the values, which can be megabytes. */
const MAX_LINES = 400

/** One change: author, time, findings, and a diff of its values. `found` has the indexes of the differing lines. */
export const blameDetail = (row: BlameRow, width: number, theme: Theme): FoundLines => {
  const { entry, since } = row
  const { revision } = entry
  const findings = row.findings()
  const shown = findings.slice(0, MAX_FINDINGS)
  const hidden = findings.length - shown.length
  // Several findings can come from one rule, so each reason is printed once.
  const whys = new Set(shown.map(({ rule, why }) => `${rule}: ${why}`))
  const head = [
    ...wrapParts(
      [theme.strong(`revision ${revision ?? UNKNOWN}`), theme.muted(timeOf(entry)), authorText(entry, theme)],
      width,
      '  ',
    ),
    ...(since === 'known' ? [] : wrapText(unknownStartTexts[since], width).map(theme.muted)),
    ...shown.flatMap((finding) => {
      const below = finding.path.slice(row.path.length)
      const about = below.length > 0 ? `${safeText(pathText(below))}  ` : ''
      const words = `${verdictText(levelOf(finding), theme)}  ${about}${findingWords(finding)}`
      return wrapParts([words, theme.muted(`rule ${finding.rule}`)], width, '  ')
    }),
    ...(hidden > 0 ? [theme.muted(`and ${fullNumber(hidden)} more`)] : []),
    '',
  ]
  const values = valueLines(entry, width, theme)
  return {
    lines: [
      ...head,
      ...values.map(({ text }) => text),
      ...(shown.length > 0 ? [''] : []),
      ...[...whys].flatMap((why) => wrapText(why, width).map(theme.muted)),
    ],
    found: values.flatMap(({ isChanged }, at) => (isChanged ? [head.length + at] : [])),
  }
}

/** Maximum number of findings listed one by one. */
const MAX_FINDINGS = 5

const unknownStartTexts = {
  history: 'The history begins here; the value may be older.',
  unsearched: 'Older revisions were not searched; the value may be older.',
} as const

type ValueLine = { text: string; isChanged: boolean }

const valueLines = ({ kind, before, after, changes }: BlameEntry, width: number, theme: Theme): ValueLine[] => {
  const plain = (text: string): ValueLine => ({ text, isChanged: false })
  // Two masked secrets look the same, so a diff would be empty.
  const isDifferenceMasked =
    kind === 'changed' && briefJson(before, 200) === briefJson(after, 200) && typeof after === 'string'
  if (isDifferenceMasked) return [plain(`${briefJson(after, width)} ${theme.muted('changed')}`)]
  if (isLargeValue(before) || isLargeValue(after)) {
    const lines = changeLines({ changes: changes.slice(0, MAX_LINES), findings: [] })
    return lines.map((line) => plain(cutStyled(changeText(line, theme.isAscii), width)))
  }
  const lines = unifiedLines(before, after)
  const shown = lines.slice(0, MAX_LINES).flatMap(({ sign, text }) => {
    const paint = sign === '-' ? theme.bad : sign === '+' ? theme.good : theme.muted
    // Without its list or object around it, a value needs no trailing comma.
    const own = /^[^ ]/.test(text) ? text.replace(/,$/, '') : text
    return indentedLines(own, width - 2).map((row, y) => ({
      text: `${y === 0 ? paint(sign) : ' '} ${sign === ' ' ? theme.muted(row) : row}`,
      isChanged: sign !== ' ',
    }))
  })
  const hidden = lines.length - MAX_LINES
  return hidden > 0
    ? [...shown, plain(theme.muted(`and ${counted(hidden, 'more line')}: Enter shows what changed`))]
    : shown
}
