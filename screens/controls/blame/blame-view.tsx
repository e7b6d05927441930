import { useMemo } from 'react'
import { memoize } from '../../../src/base/memoize.ts'
import { type OutputRow, toJson } from '../../../src/domain/output/output.ts'
import { BLAME_MEMBERS, blameOutput } from '../../../src/domain/revisions/revision-output.ts'
import { MASK, shownSettings } from '../../../src/domain/secrets/mask-settings.ts'
import { type Path, pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import { valueAt } from '../../../src/domain/settings-diff/value-at.ts'
import { moment } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { type Binding, EVERYWHERE, noKeys } from '../../../src/ui/keys/bindings.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { cutStyled } from '../../../src/ui/layout/columns.ts'
import { headingRow, placeColumns } from '../../../src/ui/layout/data-table.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { asWide, belowSizes, joinOrAlone, sideSizes } from '../../kit/detail/list-and-detail.ts'
import { MAX_DETAILS, noLines, useLiveDetail } from '../../kit/detail/use-detail.ts'
import { copiedCells, shellWord } from '../../kit/export/command-options.ts'
import { type Exports, listExports, useExports } from '../../kit/export/exports.ts'
import { ListBody } from '../../kit/list/list-body.tsx'
import { backHint } from '../../kit/list/list-screen-keys.ts'
import { NO_ROW } from '../../kit/list/use-list.ts'
import { useRowLines } from '../../kit/list/use-rows.ts'
import { failureLines } from '../../kit/query/states.ts'
import { useSpinner } from '../../kit/query/ticks.ts'
import { changesLabel } from '../../kit/screen/enter-hint.ts'
import { rule } from '../../kit/screen/frame.ts'
import type { ScreenProps } from '../../kit/screen/screen.ts'
import { detailLevel, type Level, useReport } from '../../kit/screen/screen-report.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import { usePrivateSalt } from '../../kit/session/person-name.ts'
import { useSession, useSessionState } from '../../kit/session/session.ts'
import { useLastRow } from '../../kit/session/use-last-row.ts'
import { briefJson } from '../../kit/tree/value-text.ts'
import { blameKeys, stopSearchKeys } from '../shared/controls-keys.ts'
import { blameState } from '../shared/controls-state.ts'
import type { LoadedRevisions } from '../shared/use-revisions.ts'
import { blameDetail, blameStatus, emptyBlame } from './blame-text.ts'
import { type BlameList, type BlameRow, blameColumns, blameRowText, useBlameList } from './use-blame-list.ts'

type BlameViewProps = Pick<ScreenProps, 'width' | 'height'> & {
  loaded: LoadedRevisions
  path: Path
  /** Shows the changes of a revision, by its number. */
  showChanges: (revision: number) => void
  /** The open levels, up to this view. */
  levels: readonly Level[]
}

/** Rows of the head, rule and heading; and the fewest rows below them that have room for a detail. */
const HEAD = 4
const MIN_ROOM_FOR_DETAIL = 10

/**
 * All revisions that changed a setting, newest first, from the loaded pages of the history. Moving below the last row
 * loads one more page; G loads all of them and can be stopped.
 */
export const BlameView = (props: BlameViewProps) => {
  const { width, height, loaded, path } = props
  const { theme } = useSession()
  const connection = useSessionState('connection')
  const isPrivate = usePrivateSalt() !== undefined
  const { revisions, isWhole, isLoadingMore, failure, state } = loaded
  const [isDetail, setIsDetail] = useScreenState(blameState.alone)
  const failures = failureLines([state], width, theme)
  const room = Math.max(1, height - HEAD - failures.length)
  const hasDetail = room >= MIN_ROOM_FOR_DETAIL
  const sideBySide = isDetail ? undefined : sideSizes(width, room, asWide)
  const below = belowSizes(width, room, hasDetail ? Math.ceil((room - 1) * 0.45) : room)
  const panes = sideBySide ?? (isDetail ? { ...below, detailHeight: room } : below)
  const { listWidth, listHeight, detailWidth, detailHeight } = panes
  const blamed = useBlameList(loaded, path, listHeight)
  const { blame, rows, list, isLoadingAll } = blamed
  const spinner = useSpinner(isLoadingAll || isLoadingMore, theme)
  const aboutOf = useMemo(
    () => memoize((row: BlameRow) => blameDetail(row, detailWidth, theme), MAX_DETAILS),
    [detailWidth, theme],
  )
  const getDetail = useLiveDetail(() => {
    const row = blamed.getSelected()
    return { id: row?.id, ...(row && detailHeight > 0 ? aboutOf(row) : noLines) }
  }, detailHeight)
  useBlameKeys(blamed, getDetail, () => setIsDetail(!isDetail), props)
  useReport('controls', {
    levels: isDetail ? [...props.levels, detailLevel(setIsDetail)] : props.levels,
    enter: () => {
      const revision = blamed.getSelected()?.entry.revision
      return revision === undefined ? undefined : changesLabel(revision, revision !== revisions.at(-1)?.revision)
    },
    command: `controls blame ${shellWord(safeText(pathText(typablePath(path))))}${isPrivate ? ' --pseudonyms' : ''}`,
    fieldKeys: isWhole ? fullyLoadedKeys : hinted,
    states: [state],
  })

  const placed = useMemo(() => placeColumns(blameColumns(theme), [], listWidth - 1), [listWidth, theme])
  const getRows = useRowLines(blamed, {
    textOf: (row) => blameRowText(row, placed, theme),
    top: HEAD + failures.length,
    height: isDetail ? 0 : listHeight,
    width: listWidth,
  })
  const empty = state.is === 'failed' ? '' : emptyBlame(blame, isLoadingAll || state.is === 'loading')
  const status = {
    ...loaded,
    isOffline: connection.is === 'ready' && connection.queries.isOffline,
    isFailed: failure !== undefined,
    spinner: isLoadingAll ? spinner : undefined,
  }
  const above = [
    ` ${theme.strong(safeText(pathText(path)))}   ${currentText(revisions[0]?.settings, path, width, theme)}`,
    blameStatus(rows, blame, status, width, theme),
    rule(width, theme),
    ` ${headingRow(placed, undefined, theme)}`,
    ...failures,
  ].map((line) => cutStyled(line, width))
  const lines = () => [...above, ...joinOrAlone(getRows(empty), getDetail(), { room, isDetail, width }, panes, theme)]
  return <ListBody list={list} lines={lines} height={height} />
}

const currentText = (settings: unknown, path: Path, width: number, theme: Theme): string => {
  const current = valueAt(settings, path)
  return current === undefined ? theme.muted('not set now') : `${theme.muted('now')} ${briefJson(current, width)}`
}

/** The key bindings once the whole history is loaded: G has no hint. */
const hinted: readonly Binding[] = [...blameKeys, backHint]
const fullyLoadedKeys = hinted.map((key: Binding): Binding => {
  const { hint: _, ...unhinted } = key
  return key.action === 'bottom' ? unhinted : key
})

/** The part of a path that can be typed: a masked step cannot. */
const typablePath = (path: Path): Path => {
  const at = path.findIndex((step) => pathText([step]).includes(MASK))
  return at < 0 ? path : path.slice(0, at)
}

/** @param toggleDetail - Toggles between the detail alone and the list. */
const useBlameKeys = (
  blamed: BlameList,
  getDetail: ReturnType<typeof useLiveDetail>,
  toggleDetail: () => void,
  { path, showChanges }: BlameViewProps,
): void => {
  const { getSelected, onRow, handlers, height, isLoadingAll, loadAll, stop, loadMoreAfter } = blamed
  const { showNotice, copy } = useLastRow()
  useKeys(blameKeys, {
    ...handlers,
    ...useExports(() => blameExports(blamed, path)),
    down: loadMoreAfter(handlers.down, 1),
    pageDown: loadMoreAfter(handlers.pageDown, Math.max(1, height - 1)),
    bottom: (_times, row) => {
      const why = handlers.bottom(1, row)
      return row === undefined && loadAll() ? undefined : why
    },
    changes: onRow(({ entry: { revision } }) => (revision === undefined ? NO_ROW : showChanges(revision))),
    scrollDown: () => getDetail().scrollDown(),
    scrollUp: () => getDetail().scrollUp(),
    detail: toggleDetail,
    copyRow: () => {
      const row = getSelected()
      copy(row && rowCopy(row), 'the row.')
    },
    copyPath: () => copy(safeText(pathText(path)), 'the path.'),
  })
  const stopSearch = () => {
    stop()
    showNotice('Search stopped: G continues.')
  }
  useKeys(isLoadingAll ? stopSearchKeys : noKeys, { up: stopSearch }, { scope: EVERYWHERE })
}

const rowCopy = ({ entry }: BlameRow): string =>
  copiedCells([
    entry.revision,
    entry.updatedAt === undefined ? '' : moment(Date.parse(entry.updatedAt)),
    entry.who,
    entry.kind,
    entry.before === undefined ? '' : briefJson(entry.before, MAX_COPIED_CHARS),
    entry.after === undefined ? '' : briefJson(entry.after, MAX_COPIED_CHARS),
  ])

/** Maximum length in characters of a value copied with its row. */
const MAX_COPIED_CHARS = 10_000

/** One row per change, with the masked values before and after. */
const blameExports = ({ rows, blame }: BlameList, path: Path): Exports | undefined => {
  const { oldest } = blame.searched
  const entries = rows.map(({ entry, findings }) => blameOutput(entry, oldest, findings(), shownSettings))
  return listExports(`controls-blame-${pathText(path)}`, { rows: entries, columns: BLAME_MEMBERS, toCells })
}

/** Values are JSON in cells, so that a text and a number stay distinct. */
const toCells = (entry: OutputRow): OutputRow => ({
  ...entry,
  before: jsonOf(entry.before),
  after: jsonOf(entry.after),
})

const jsonOf = (value: unknown): string | null => (value === null ? null : toJson(value))
