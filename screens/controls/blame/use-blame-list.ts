import { useEffect, useMemo, useState } from 'react'
import { type Blame, type BlameEntry, blamePath } from '../../../src/domain/revisions/blame.ts'
import { findingsByChange } from '../../../src/domain/risk/change-findings.ts'
import { type RiskFinding, riskFindings } from '../../../src/domain/risk/revision-risk.ts'
import { levelOf, type RiskLevel, worstFirst, worstOf } from '../../../src/domain/risk/risk-verdict.ts'
import type { Change } from '../../../src/domain/settings-diff/diff-settings.ts'
import type { Path } from '../../../src/domain/settings-diff/setting-path.ts'
import { UNKNOWN } from '../../../src/domain/text/format.ts'
import { cutStyled } from '../../../src/ui/layout/columns.ts'
import { type Column, leftColumn, type PlacedColumn, rightColumn, tableRow } from '../../../src/ui/layout/data-table.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { useRowList } from '../../kit/list/use-rows.ts'
import { briefJson } from '../../kit/tree/value-text.ts'
import { changesText } from '../shared/changes-text.ts'
import { blameState } from '../shared/controls-state.ts'
import { dayOf, whoColumn } from '../shared/revision-text.ts'
import { riskColumn } from '../shared/risk-column.ts'
import type { LoadedRevisions, Revision } from '../shared/use-revisions.ts'

export type BlameList = ReturnType<typeof useBlameList>

/** Revisions that changed a setting. The selection moves without a render. @param height - Visible rows. */
export const useBlameList = (loaded: LoadedRevisions, path: Path, height: number) => {
  const { revisions, hasMore, isWhole, isLoadingMore, failure } = loaded
  const blame = useMemo(() => blamePath(revisions, path, { isEnd: isWhole }), [revisions, path, isWhole])
  const rows = useMemo(() => blameRows(blame, path, revisions), [blame, path, revisions])
  const listed = useRowList(blameState.row, rows, idOf, height)
  const { list } = listed
  const last = rows.length - 1

  const [isLoadingAll, setIsLoadingAll] = useState(false)
  useEffect(() => {
    if (!isLoadingAll) return
    if (!hasMore || failure) setIsLoadingAll(false)
    else if (!isLoadingMore) loaded.loadLargeBatch()
  })
  // While older revisions load, keep the oldest loaded change selected, because G jumps to the oldest of all.
  useEffect(() => {
    if (isLoadingAll && list.selected !== last) list.moveTo(last)
  })
  return {
    ...listed,
    blame,
    height,
    /** Whether the whole history is loading, page by page. */
    isLoadingAll,
    /** Starts to load the whole history. Returns false if there is nothing more to load. */
    loadAll: (): boolean => {
      if (!hasMore) return false
      loaded.loadLargeBatch()
      setIsLoadingAll(true)
      return true
    },
    stop: () => setIsLoadingAll(false),
    /** Wraps a move of `step` rows per press: a move past the last row also loads older revisions. */
    loadMoreAfter: (move: (times: number) => unknown, step: number) => (times: number) => {
      const why = list.selected < last || !hasMore ? move(times) : undefined
      const isBelow = times > Math.ceil((last - list.selected) / step)
      if (isBelow && hasMore && !isLoadingMore) loaded.more()
      return isBelow && isLoadingMore ? 'Older revisions are still loading.' : why
    },
  }
}

export type BlameRow = ReturnType<typeof blameRows>[number]
const idOf = ({ id }: BlameRow): string => id

/** @param revisions - The searched revisions, newest first. */
const blameRows = ({ entries, searched }: Blame, path: Path, revisions: readonly Revision[]) => {
  const places = new Map(revisions.map(({ revision }, at) => [revision, at]))
  return entries.map((entry, index) => {
    const { revision, kind } = entry
    const isOldest = revision === searched.oldest && revision !== 1
    let known: readonly RiskFinding[] | undefined
    const find = (): readonly RiskFinding[] => {
      const at = places.get(revision)
      const [after, before] = at === undefined ? [] : [revisions[at], revisions[at + 1]]
      if (!after || !before || kind === 'first seen') return []
      const found = findingsByChange(riskFindings(before.settings ?? {}, after.settings ?? {}))(changeOf(entry, path))
      return worstFirst(found)
    }
    return {
      id: String(revision ?? `#${index}`),
      entry,
      path,
      /** `known`, or why the start of this value is unknown: the history begins here, or nothing older was searched. */
      since: kind === 'first seen' ? ('unsearched' as const) : isOldest ? ('history' as const) : ('known' as const),
      /** Findings about the change, the most severe first. Computed on first use. */
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

const levelOfRow = (row: BlameRow): RiskLevel | undefined => {
  const worst = worstOf(row.findings())
  return worst && levelOf(worst)
}

/** Columns of the blame list. The last one is empty; {@link blameRowText} fills it with the values. */
export const blameColumns = (theme: Theme): Column<BlameRow>[] => [
  rightColumn('revision', 'REV', 5, 0, ({ entry }) => String(entry.revision ?? UNKNOWN)),
  leftColumn('day', 'DAY', 10, 2, ({ entry }) => dayOf(entry), 'muted'),
  whoColumn(({ entry }) => entry),
  riskColumn(levelOfRow, theme),
  leftColumn('what', 'WHAT', { grow: true, min: 18 }, 0, () => ''),
]

/** A row with its revision, day, author, risk, and values before and after. */
export const blameRowText = (row: BlameRow, placed: readonly PlacedColumn<BlameRow>[], theme: Theme): string => {
  const last = placed.at(-1)
  if (last?.column.id !== 'what') return tableRow(placed, row, theme)
  return `${tableRow(placed.slice(0, -1), row, theme)}  ${cutStyled(whatText(row, last.width, theme), last.width)}`
}

/** The values before and after, in one line of about `cells` cells. */
const whatText = ({ entry, since }: BlameRow, cells: number, theme: Theme): string => {
  const { kind, before, after, changes } = entry
  if (since === 'unsearched') return `${theme.muted('already there')} ${briefJson(after, cells)}`
  if (since === 'history' && kind === 'added') return `${theme.muted('first seen')} ${briefJson(after, cells)}`
  if (kind === 'added') return `${theme.good('+')} ${briefJson(after, cells)}`
  if (kind === 'removed') return `${theme.bad('-')} ${briefJson(before, cells)}`
  return changesText(changes, cells, theme)
}
