import { isContainer } from '../../../src/base/json.ts'
import type { Blame, BlameEntry } from '../../../src/domain/revisions/blame.ts'
import { findingWords, wordsAndRule } from '../../../src/domain/risk/finding-text.ts'
import type { RiskFinding } from '../../../src/domain/risk/revision-risk.ts'
import { levelOf, worstFirst } from '../../../src/domain/risk/risk-verdict.ts'
import { countChanges, countsInWords } from '../../../src/domain/settings-diff/change-counts.ts'
import type { Change } from '../../../src/domain/settings-diff/diff-settings.ts'
import { isJsonObject } from '../../../src/domain/settings-diff/json-value.ts'
import { matchItems, stayingItems } from '../../../src/domain/settings-diff/match-items.ts'
import { ITEM_KEYS, pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import { wrapText } from '../../../src/domain/text/fit.ts'
import { fullNumber, UNKNOWN } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { cutStyled, wrapParts } from '../../../src/ui/layout/columns.ts'
import type { Paint, Theme } from '../../../src/ui/layout/theme.ts'
import { briefJson, entryText, prettyJson } from '../../kit/tree/value-text.ts'
import { changesText, indentedLines, longPieces, markedLines } from '../shared/changes-text.ts'
import { whoOf } from '../shared/revision-text.ts'
import { verdictText } from '../shared/risk-column.ts'
import { isHeading, signOf, type TreeRow } from './diff-tree-rows.ts'

/** Maximum number of lines shown of one value, which can be megabytes. */
const MAX_LINES = 400

/** The path and the kind of a change in the first two lines, then its findings, values and reasons. */
export const changeDetail = (row: TreeRow, findings: readonly RiskFinding[], width: number, theme: Theme): string[] => {
  const shown = worstFirst(findings).slice(0, MAX_FINDINGS)
  const hidden = findings.length - shown.length
  return [
    theme.strong(cutStyled(safeText(pathText(row.node.path)), width)),
    kindText(row, theme),
    ...shown.flatMap((finding) => findingLines(finding, row, width, theme)),
    ...(hidden > 0 ? [theme.muted(`and ${fullNumber(hidden)} more`)] : []),
    ...(isHeading(row) ? [] : [...changeLines(row.changes, width, theme), ...reasonLines(shown, width, theme)]),
  ]
}

const changeLines = (changes: readonly Change[], width: number, theme: Theme): string[] =>
  changes.length > 1 || changes[0]?.path.at(-1)?.is === 'entry'
    ? entryLines(changes, width, theme)
    : changes.flatMap((change) => valueLines(change, width, theme))

const kindText = (row: TreeRow, theme: Theme): string => {
  if (isHeading(row)) return countsInWords(row.node.counts)
  const [first, ...others] = row.changes
  if (!first) return ''
  if (others.length === 0 && first.path.at(-1)?.is !== 'entry') {
    return `${signOf(row.changes, theme)} ${first.kind}`
  }
  const { added, removed } = countChanges(row.changes)
  const counted = [
    ...(added > 0 ? [`${fullNumber(added)} added`] : []),
    ...(removed > 0 ? [`${fullNumber(removed)} removed`] : []),
    ...row.changes.flatMap((change) => (change.kind === 'reordered' ? [`${fullNumber(change.moved)} moved`] : [])),
  ]
  return `${signOf(row.changes, theme)} ${counted.join(', ')}`
}

/** Maximum number of findings shown; the most severe come first. */
const MAX_FINDINGS = 5

/** A finding, with its path if that is below the row. Headings also get the rule, because no reasons follow them. */
const findingLines = (finding: RiskFinding, row: TreeRow, width: number, theme: Theme): string[] => {
  const words = findingWords(finding)
  const below = finding.path.slice(row.node.path.length)
  const name = safeText(pathText(below))
  const verdict = verdictText(levelOf(finding), theme)
  if (!isHeading(row)) return [cutStyled(`${verdict}  ${below.length > 0 ? `${name}  ` : ''}${words}`, width)]
  return [
    cutStyled(`${verdict}  ${below.length > 0 ? name : words}`, width),
    ...wrapText(
      below.length > 0 ? wordsAndRule(finding) : `${finding.why} (rule ${finding.rule})`,
      Math.max(8, width - 2),
    ).map((line) => theme.muted(`  ${line}`)),
  ]
}

/** The reasons of the findings, one line per rule. */
const reasonLines = (findings: readonly RiskFinding[], width: number, theme: Theme): string[] => {
  const reasons = new Set(findings.map(({ why, what, rule }) => (what === 'unknown' ? why : `${why} Rule ${rule}.`)))
  const lines = [...reasons].flatMap((reason) => wrapText(reason, width).map(theme.muted))
  return lines.length > 0 ? ['', ...lines] : []
}

const entryLines = (changes: readonly Change[], width: number, theme: Theme): string[] => {
  const lines: string[] = []
  for (const change of changes) {
    if (lines.length > MAX_LINES) break
    if (change.kind === 'removed') lines.push(...signed(theme.bad('-'), entryText(change.before), width))
    else if (change.kind === 'added') lines.push(...signed(theme.good('+'), entryText(change.after), width))
    else lines.push(...valueLines(change, width, theme))
  }
  return lines
}

const signed = (sign: string, text: string, width: number): string[] =>
  wrapText(text, Math.max(8, width - 2)).map((line, y) => `${y === 0 ? sign : ' '} ${line}`)

const valueLines = (change: Change, width: number, theme: Theme): string[] => {
  if (change.kind === 'reordered') return movedLines(change, width, theme)
  const pieces = change.kind === 'changed' ? longPieces(change.before, change.after) : undefined
  if (pieces) return markedLines(pieces, width, theme)
  const [old, now] = [
    change.kind === 'added' ? undefined : prettyJson(change.before, MAX_LINES),
    change.kind === 'removed' ? undefined : prettyJson(change.after, MAX_LINES),
  ]
  // Two masked secrets look the same: only the fact that they differ is shown.
  if (old !== undefined && now !== undefined && old.lines.join() === now.lines.join()) {
    return [...block(now, theme.signs.changed, theme.accent, width, theme), theme.muted('Only the secret differs.')]
  }
  return [...block(old, '-', theme.bad, width, theme), ...block(now, '+', theme.good, width, theme)]
}

const block = (
  value: { lines: string[]; isCut: boolean } | undefined,
  sign: string,
  paint: Paint,
  width: number,
  theme: Theme,
): string[] =>
  value === undefined
    ? []
    : [
        ...value.lines.flatMap((line) => indentedLines(line, width - 2).map((row) => `${paint(sign)} ${row}`)),
        ...(value.isCut ? [theme.muted('  and more: Enter shows all settings')] : []),
      ]

/** Maximum number of moved items listed. */
const MAX_MOVED = 50

/** The moved items with their old and new positions, counted from 1. */
const movedLines = (
  { before, after, moved }: Extract<Change, { kind: 'reordered' }>,
  width: number,
  theme: Theme,
): string[] => {
  const match = matchItems(before, after)
  const { from } = match
  const stays = new Set(stayingItems(match))
  const lines: string[] = []
  for (let index = 0; index < from.length && lines.length < MAX_MOVED; index += 1) {
    const place = from[index] ?? -1
    if (place < 0 || stays.has(index)) continue
    const way = `${place + 1} ${theme.signs.to} ${index + 1}`
    lines.push(cutStyled(`${theme.accent(theme.signs.moved)} ${itemName(after[index])}  ${theme.muted(way)}`, width))
  }
  const hidden = moved - lines.length
  return hidden > 0 ? [...lines, theme.muted(`and ${fullNumber(hidden)} more moved`)] : lines
}

const ITEM_CELLS = 60

const itemName = (item: unknown): string => {
  if (!isJsonObject(item)) return entryText(item)
  const key = ITEM_KEYS.find((name) => Object.hasOwn(item, name))
  return key === undefined ? briefJson(item, ITEM_CELLS) : `${key} ${entryText(item[key])}`
}

/** Maximum number of revisions in the BLAME section of the detail. */
export const MAX_BLAMED_REVISIONS = 4

/** `last changed in 418 by m.ito`, or a shorter form that fits. Empty if none fits, and until the blame is loaded. */
export const lastChangedText = (blame: Blame | undefined, cells: number): string => {
  const newest = blame?.entries[0]
  if (!newest) return ''
  const verb = newest.kind === 'first seen' ? 'first seen' : newest.kind === 'removed' ? 'removed' : 'last changed'
  const short = `${verb} in ${newest.revision ?? UNKNOWN}`
  const whole = `${short} by ${whoOf(newest)}`
  return [whole, short, `since ${newest.revision ?? UNKNOWN}`].find((text) => textWidth(text) <= cells) ?? ''
}

/** The revisions that changed a part, newest first, with its value from then on, in a row of its own if both do not fit. */
export const blameRows = (blame: Blame | undefined, width: number, theme: Theme): string[] => {
  if (!blame || blame.entries.length === 0) return []
  return [
    `${theme.muted('BLAME')}${theme.muted('   b shows all changes')}`,
    ...blame.entries.slice(0, MAX_BLAMED_REVISIONS).flatMap((entry) => {
      const what = whatText(entry, width, theme)
      const seen = entry.kind === 'first seen' ? theme.muted(' first seen') : ''
      return wrapParts([`${entry.revision ?? UNKNOWN} ${theme.muted(whoOf(entry))}${seen} `, what], width, ' ')
    }),
  ]
}

/** The entries added to and removed from a list, the changed members of an object, or the new value of anything else. */
const whatText = ({ kind, after, changes }: BlameEntry, width: number, theme: Theme): string => {
  if (kind === 'removed') return theme.muted('removed')
  return kind === 'changed' && changes.length > 0 && isContainer(after)
    ? changesText(changes, width, theme)
    : briefJson(after, width)
}
