import type { Blame, BlameEntry } from '../../../src/domain/revisions/blame.ts'
import { findingsByChange } from '../../../src/domain/risk/change-findings.ts'
import { changeLines, changeText } from '../../../src/domain/risk/change-lines.ts'
import { findingWords } from '../../../src/domain/risk/finding-text.ts'
import { gravestFirst, gravestOf } from '../../../src/domain/risk/gravest-findings.ts'
import { type RiskFinding, riskFindings } from '../../../src/domain/risk/revision-risk.ts'
import type { VerdictName } from '../../../src/domain/risk/risk-verdict.ts'
import type { Change } from '../../../src/domain/settings-diff/diff-settings.ts'
import { type Path, pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import { unifiedLines } from '../../../src/domain/settings-diff/unified-text.ts'
import { wrapText } from '../../../src/domain/text/fit.ts'
import { fullNumber, moment, UNKNOWN } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { cutStyled } from '../../../src/ui/layout/columns.ts'
import { type Column, type PlacedColumn, tableRow } from '../../../src/ui/layout/data-table.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { changesText } from '../shared/changes-text.ts'
import { riskColumn } from '../shared/risk-column.ts'
import { areLarge } from '../shared/settings-size.ts'
import type { Revision } from '../shared/use-revisions.ts'
import { briefJson } from '../shared/value-text.ts'
import { verdictText } from '../shared/verdict-text.ts'

/** A revision that changed a path, as a row. */
export type BlameRow = {
  id: string
  entry: BlameEntry
  /** Where in the settings. */
  path: Path
  /** Whether nobody knows since when it was like this: history begins here, or nothing older was looked at. */
  since: 'known' | 'history' | 'looked'
  /** What the rules say about it, the gravest first. Worked out when it is asked for. */
  findings: () => readonly RiskFinding[]
}

/** @param revisions - Newest first, those that were looked at. */
export const blameRows = ({ entries, looked }: Blame, path: Path, revisions: readonly Revision[]): BlameRow[] => {
  const places = new Map(revisions.map(({ revision }, at) => [revision, at]))
  return entries.map((entry, index): BlameRow => {
    const { revision, kind } = entry
    const isOldest = revision === looked.oldest && revision !== 1
    let known: readonly RiskFinding[] | undefined
    const find = (): readonly RiskFinding[] => {
      const at = places.get(revision)
      const [after, before] = at === undefined ? [] : [revisions[at], revisions[at + 1]]
      if (!after || !before || kind === 'first seen') return []
      const found = findingsByChange(riskFindings(before.settings ?? {}, after.settings ?? {}))(changeOf(entry, path))
      return gravestFirst(found)
    }
    return {
      id: String(revision ?? `#${index}`),
      entry,
      path,
      since: kind === 'first seen' ? 'looked' : isOldest ? 'history' : 'known',
      findings: () => {
        known ??= find()
        return known
      },
    }
  })
}

const changeOf = ({ kind, before, after }: BlameEntry, path: Path): Change => {
  if (kind === 'removed') return { kind, path, before }
  return kind === 'changed' ? { kind, path, before, after } : { kind: 'added', path, after }
}

const verdictOf = (row: BlameRow): VerdictName | undefined => gravestOf(row.findings())?.verdict

/** Columns of who changed a path; what it was and is stands behind them. */
export const blameColumns = (theme: Theme): Column<BlameRow>[] => [
  {
    id: 'revision',
    title: 'REV',
    align: 'right',
    width: 5,
    priority: 0,
    text: ({ entry }) => String(entry.revision ?? UNKNOWN),
  },
  {
    id: 'day',
    title: 'DAY',
    align: 'left',
    width: 10,
    priority: 2,
    text: ({ entry }) => dayOf(entry),
    role: () => 'muted',
  },
  {
    id: 'who',
    title: 'BY',
    align: 'left',
    width: 16,
    priority: 1,
    text: ({ entry }) => safeText(entry.who ?? UNKNOWN),
  },
  riskColumn(verdictOf, theme),
  { id: 'what', title: 'WHAT', align: 'left', width: { grow: true, min: 18 }, priority: 0, text: () => '' },
]

const momentOf = ({ updatedAt }: BlameEntry): string =>
  updatedAt === undefined ? UNKNOWN : moment(Date.parse(updatedAt))

const dayOf = (entry: BlameEntry): string => momentOf(entry).slice(0, 10)

/** A row: who changed it when, and what it was and is. */
export const blameRowText = (row: BlameRow, placed: readonly PlacedColumn<BlameRow>[], theme: Theme): string => {
  const last = placed.at(-1)
  if (last?.column.id !== 'what') return tableRow(placed, row, theme)
  return `${tableRow(placed.slice(0, -1), row, theme)}  ${cutStyled(whatText(row, last.width, theme), last.width)}`
}

/** What it was and is in one line of about `cells`. */
const whatText = ({ entry, since }: BlameRow, cells: number, theme: Theme): string => {
  const { kind, before, after, changes } = entry
  if (since === 'looked') return `${theme.muted('already there')} ${briefJson(after, cells)}`
  if (since === 'history' && kind === 'added') return `${theme.muted('first seen')} ${briefJson(after, cells)}`
  if (kind === 'added') return `${theme.good('+')} ${briefJson(after, cells)}`
  if (kind === 'removed') return `${theme.bad('-')} ${briefJson(before, cells)}`
  return changesText(changes, cells, theme)
}

/** Lines of values that are shown; there may be megabytes of them. */
const MOST_LINES = 400

/** One change in full: who made it and when, what the rules say, and the whole values before and after laid over each other. */
export const blameDetail = (row: BlameRow, width: number, theme: Theme): BlameDetail => {
  const { entry, since } = row
  const { revision, who, email } = entry
  const findings = row.findings()
  const shown = findings.slice(0, MOST_FINDINGS)
  const hidden = findings.length - shown.length
  // Several may be found by one rule.
  const whys = new Set(shown.map(({ rule, why }) => `${rule}: ${why}`))
  const name = `${safeText(who ?? UNKNOWN)}${email === undefined || email === who ? '' : `  ${theme.muted(safeText(email))}`}`
  const head = [
    `${theme.strong(`revision ${revision ?? UNKNOWN}`)}  ${theme.muted(momentOf(entry))}  ${name}`,
    ...(since === 'known' ? [] : [theme.muted(sinceWords[since])]),
    ...shown.map((finding) => {
      const below = finding.path.slice(row.path.length)
      const about = below.length > 0 ? `${safeText(pathText(below))}  ` : ''
      const said = `${verdictText(finding.verdict, theme)}  ${about}${findingWords(finding)}`
      return cutStyled(`${said}  ${theme.muted(`rule ${finding.rule}`)}`, width)
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

/** Lines, and which of them tell a difference. */
export type BlameDetail = { lines: string[]; found: number[] }

/** Findings that are told one by one. */
const MOST_FINDINGS = 5

const sinceWords = {
  history: 'History begins here: it may have been like this before.',
  looked: 'Nothing older was looked at: it may have been like this before.',
} as const

type ValueLine = { text: string; isChanged: boolean }

const valueLines = ({ kind, before, after, changes }: BlameEntry, width: number, theme: Theme): ValueLine[] => {
  const plain = (text: string): ValueLine => ({ text, isChanged: false })
  const isHidden = kind === 'changed' && briefJson(before, 200) === briefJson(after, 200) && typeof after === 'string'
  if (isHidden) return [plain(`${briefJson(after, width)} ${theme.muted('changed')}`)]
  if (areLarge(before) || areLarge(after)) {
    const lines = changeLines({ changes: changes.slice(0, MOST_LINES), findings: [] })
    return lines.map((line) => plain(cutStyled(changeText(line, theme.isAscii ? '->' : undefined), width)))
  }
  const lines = unifiedLines(before, after)
  const shown = lines.slice(0, MOST_LINES).flatMap(({ sign, text }) => {
    const paint = sign === '-' ? theme.bad : sign === '+' ? theme.good : theme.muted
    // Of one value alone the comma would be a riddle.
    const own = /^[^ ]/.test(text) ? text.replace(/,$/, '') : text
    const safe = safeText(own, 'text')
    const indent = /^ */.exec(safe)?.[0].length ?? 0
    const rows = wrapText(safe.slice(indent), Math.max(8, width - 2 - indent))
    return rows.map((part, y) => ({
      text: `${y === 0 ? paint(sign) : ' '} ${' '.repeat(indent)}${sign === ' ' ? theme.muted(part) : part}`,
      isChanged: sign !== ' ',
    }))
  })
  const hidden = lines.length - MOST_LINES
  return hidden > 0
    ? [...shown, plain(theme.muted(`and ${fullNumber(hidden)} more lines: Enter shows what changed`))]
    : shown
}
