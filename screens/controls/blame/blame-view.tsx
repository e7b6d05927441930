import { useEffect, useMemo, useState } from 'react'
import { memoize } from '../../../src/base/memoize.ts'
import { type Blame, blamePath } from '../../../src/domain/revisions/blame.ts'
import { MASK } from '../../../src/domain/secrets/mask-settings.ts'
import { type Path, pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import { valueAt } from '../../../src/domain/settings-diff/value-at.ts'
import { fullNumber, moment, UNKNOWN } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import type { Binding } from '../../../src/ui/keys/bindings.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { cutStyled, filled } from '../../../src/ui/layout/columns.ts'
import { headingRow, placeColumns } from '../../../src/ui/layout/data-table.ts'
import { Body } from '../../../src/ui/layout/rows.tsx'
import { useExports } from '../../kit/exports.ts'
import { rule } from '../../kit/frame.ts'
import { joinPanes } from '../../kit/list-and-detail.ts'
import { listRows } from '../../kit/list-rows.ts'
import { usePrivateSalt } from '../../kit/person-name.ts'
import type { ScreenProps } from '../../kit/screen.ts'
import { useReport } from '../../kit/screen-report.ts'
import { useScreenState } from '../../kit/screen-state.ts'
import { useSession, useSessionState } from '../../kit/session.ts'
import { shellWord } from '../../kit/shell-word.ts'
import { failureLines } from '../../kit/states.ts'
import { useSpinner } from '../../kit/ticks.ts'
import { useDetail } from '../../kit/use-detail.ts'
import { useLastRow } from '../../kit/use-last-row.ts'
import { listHandlers, useList } from '../../kit/use-list.ts'
import type { LoadedRevisions } from '../shared/use-revisions.ts'
import { briefJson } from '../shared/value-text.ts'
import { blameExports } from './blame-exports.ts'
import { blameKeys } from './blame-keys.ts'
import { type BlameDetail, type BlameRow, blameColumns, blameDetail, blameRows, blameRowText } from './blame-rows.ts'

export type BlameViewProps = Pick<ScreenProps, 'width' | 'height'> & {
  loaded: LoadedRevisions
  /** Where in the settings. */
  path: Path
  /** Shows what a revision changed; takes its number. */
  showChanges: (revision: number) => void
  /** Back to where it was opened. */
  leave: () => void
}

/** Rows of the head, a rule and the heading, and the fewest rows below them that have room for a detail. */
const HEAD = 4
const DETAIL_FROM = 10

/**
 * Every revision that changed what is at a path of the settings, newest first, over the pages of the history that are there.
 * One more is asked for below the last row, all of them by G, until that is stopped.
 */
export const BlameView = ({ width, height, loaded, path, showChanges, leave }: BlameViewProps) => {
  const { theme } = useSession()
  const connection = useSessionState('connection')
  const isPrivate = usePrivateSalt() !== undefined
  const { revisions, hasMore, isWhole, isLoadingMore, failure, state } = loaded
  const blame = useMemo(() => blamePath(revisions, path, { isEnd: isWhole }), [revisions, path, isWhole])
  const rows = useMemo(() => blameRows(blame, path, revisions), [blame, path, revisions])
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])

  const [isDetail, setIsDetail] = useScreenState('detail alone', false)
  const failures = failureLines([state], width, theme)
  const room = Math.max(1, height - HEAD - failures.length)
  const hasDetail = room >= DETAIL_FROM
  const listHeight = hasDetail ? Math.ceil((room - 1) * 0.45) : room
  const detailHeight = isDetail ? room : hasDetail ? room - listHeight - 1 : 0
  const list = useList('blame', ids, listHeight)
  const row = rows[list.selected]
  const last = rows.length - 1

  const [isWalking, setIsWalking] = useState(false)
  useEffect(() => {
    if (!isWalking) return
    if (!hasMore || failure) setIsWalking(false)
    else if (!isLoadingMore) loaded.moreAtOnce()
  })
  const spinner = useSpinner(isWalking || isLoadingMore, theme)
  // The oldest change was asked for, whichever that turns out to be.
  useEffect(() => {
    if (isWalking && list.selected !== last) list.moveTo(last)
  })

  const detailWidth = width - 2
  const about = useMemo(
    () => (row && detailHeight > 0 ? blameDetail(row, detailWidth, theme) : nothingTold),
    [row, detailHeight, detailWidth, theme],
  )
  const detail = useDetail(row?.id, about, detailHeight)

  const { tell, copy } = useLastRow()
  const handlers = listHandlers(list, listHeight, rows.length)
  /** Moves, and below the last row looks further back. */
  const onward = (move: () => void) => () => {
    if (list.selected < last || !hasMore) return move()
    if (!isLoadingMore) loaded.more()
  }
  const exporting = useExports(() => blameExports(rows, path))
  useKeys(blameKeys, {
    ...handlers,
    ...exporting,
    down: onward(handlers.down),
    pageDown: onward(handlers.pageDown),
    bottom: () => {
      handlers.bottom()
      if (!hasMore) return
      loaded.moreAtOnce()
      setIsWalking(true)
    },
    changes: () => row?.entry.revision !== undefined && showChanges(row.entry.revision),
    scrollDown: detail.scrollDown,
    scrollUp: detail.scrollUp,
    detail: () => setIsDetail(!isDetail),
    copyRow: () => row && copy(rowCopy(row), 'the row.'),
    copyPath: () => copy(safeText(pathText(path)), 'the path.'),
    leave: () => {
      if (!isWalking) return leave()
      setIsWalking(false)
      tell('Looks no further back: G goes on.')
    },
  })
  useReport('controls', {
    crumbs: ['blame'],
    command: `controls blame ${shellWord(safeText(pathText(plainStart(path))))}${isPrivate ? ' --pseudonyms' : ''}`,
    fieldKeys: isWhole ? wholeKeys : blameKeys,
    states: [state],
  })

  const placed = useMemo(() => placeColumns(blameColumns(theme), [], width - 1), [width, theme])
  const rowText = useMemo(() => memoize((one: BlameRow) => blameRowText(one, placed, theme)), [placed, theme])
  const shown = listRows(rows, rowText, { list, height: listHeight, width }, theme)
  const isOffline = connection.is === 'ready' && connection.queries.isOffline
  const newest = revisions[0]
  const current = newest && valueAt(newest.settings, path)
  const empty = failures.length > 0 ? [] : [` ${theme.muted(emptyText(blame, isWalking || state.is === 'loading'))}`]
  const listed = shown.length > 0 ? shown : empty
  const sizes = { isWide: false, listWidth: width, listHeight, detailWidth, detailHeight }
  const body = (): string[] => {
    if (isDetail)
      return filled(
        detail.shown.map((line) => ` ${line}`),
        room,
      )
    if (!hasDetail) return filled(listed, room)
    return joinPanes(listed, detail.shown, detail.hidden, width, sizes, theme)
  }
  const counted = ` ${countText(rows, isWhole)}   `
  const fars = isWalking
    ? [
        `looking back: ${fullNumber(blame.looked.count)} revisions, at ${blame.looked.oldest ?? UNKNOWN} ${spinner}  Esc stops`,
      ]
    : lookedTexts(blame, { hasMore, isWhole, isLoadingMore, isOffline, isFailed: failure !== undefined })
  const far = fars.find((text) => counted.length + text.length <= width) ?? fars.at(-1) ?? ''
  const lines = [
    ` ${theme.strong(safeText(pathText(path)))}   ${current === undefined ? theme.muted('not there now') : `${theme.muted('now')} ${briefJson(current, width)}`}`,
    `${counted}${theme.muted(far)}`,
    rule(width, theme),
    ` ${headingRow(placed, undefined, theme)}`,
    ...failures,
    ...body(),
  ]
  return <Body lines={lines.map((line) => cutStyled(line, width))} height={height} />
}

/** The hints once there is nothing further back to look at. */
const wholeKeys: readonly Binding[] = blameKeys.map((key): Binding => {
  const { keys, action, help, group } = key
  return action === 'bottom' ? { keys, action, help, group } : key
})

const nothingTold: BlameDetail = { lines: [], found: [] }

/** A path as far as it can be typed: nobody can type what stands for a secret. */
const plainStart = (path: Path): Path => {
  const at = path.findIndex((step) => pathText([step]).includes(MASK))
  return at < 0 ? path : path.slice(0, at)
}

const countText = (rows: readonly BlameRow[], isWhole: boolean): string => {
  const count = rows.filter(({ since }) => since === 'known').length
  if (count === 0) return rows.length === 0 ? 'nothing found' : isWhole ? 'never changed' : 'no change so far'
  return `${fullNumber(count)} ${count === 1 ? 'change' : 'changes'}`
}

type Reach = Pick<LoadedRevisions, 'hasMore' | 'isWhole' | 'isLoadingMore'> & { isOffline: boolean; isFailed: boolean }

/** How far was looked, and what is behind that: in full, and for narrow windows. */
const lookedTexts = ({ looked }: Blame, { hasMore, isWhole, isLoadingMore, isOffline, isFailed }: Reach): string[] => {
  const count = `${fullNumber(looked.count)} ${looked.count === 1 ? 'revision' : 'revisions'}`
  if (isWhole) return [`looked at all ${count} of the history`, `looked at all ${count}`]
  const behind = isLoadingMore
    ? ['older ones are on their way']
    : isFailed
      ? ['older ones did not come: G asks again', 'the rest did not come: G asks again']
      : hasMore
        ? ['older ones on the server: G looks on', 'G looks on']
        : [isOffline ? 'older ones are not kept on this machine' : 'older ones are missing']
  const oldest = looked.oldest ?? UNKNOWN
  return [`looked at ${count}, back to ${oldest}; ${behind[0]}`, `looked back to ${oldest}; ${behind.at(-1)}`]
}

const emptyText = ({ looked, isWhole }: Blame, isLooking: boolean): string => {
  if (looked.count === 0) return isLooking ? 'loading revisions' : 'The controls have never been changed.'
  if (isWhole) return 'Nothing has ever been at this path: see how it is written.'
  const count = looked.count === 1 ? 'the one revision' : `the ${fullNumber(looked.count)} revisions`
  return `Nothing is at this path in ${count} that were looked at${isLooking ? '.' : ': G looks further back.'}`
}

const rowCopy = ({ entry }: BlameRow): string =>
  [
    entry.revision,
    entry.updatedAt === undefined ? '' : moment(Date.parse(entry.updatedAt)),
    entry.who,
    entry.kind,
    entry.before === undefined ? '' : briefJson(entry.before, COPIED),
    entry.after === undefined ? '' : briefJson(entry.after, COPIED),
  ]
    .map((cell) => safeText(cell ?? ''))
    .join('\t')

/** Most of a value that is copied with its row. */
const COPIED = 10_000
