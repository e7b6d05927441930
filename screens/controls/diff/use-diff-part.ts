import { useMemo } from 'react'
import { memoize } from '../../../src/base/memoize.ts'
import { type Blame, blamePath } from '../../../src/domain/revisions/blame.ts'
import { type Path, pathKey } from '../../../src/domain/settings-diff/setting-path.ts'
import { cutStyled } from '../../../src/ui/layout/columns.ts'
import { styledWidth } from '../../../src/ui/layout/styled-width.ts'
import { useLiveDetail } from '../../kit/detail/use-detail.ts'
import { useDebounced } from '../../kit/query/ticks.ts'
import { useSession } from '../../kit/session/session.ts'
import { blameRows, changeDetail, lastChangedText, MAX_BLAMED_REVISIONS } from './diff-detail.ts'
import type { DiffProps } from './diff-panes.ts'
import { isHeading, type TreeRow } from './diff-tree-rows.ts'
import { useDiffSecret } from './use-diff-secret.ts'
import type { ShownDiff } from './use-shown-diff.ts'

/** In large settings, blame is computed automatically only for parts with at most this many changes. */
const MAX_AUTO_BLAMED_CHANGES = 200
/** Size of the memo of part details. */
const DETAIL_MEMO_SIZE = 200

export type DiffPart = ReturnType<typeof useDiffPart>

/** Details of the selected part: who changed it, its secrets, and its values. */
export const useDiffPart = (diff: ShownDiff, props: DiffProps) => {
  const { theme } = useSession()
  const { isTree, getPart, tree, layout } = diff
  const { findingsOf } = tree
  const { detailWidth, detailHeight } = layout.panes
  const getBlame = usePartBlame(diff, props)
  const secret = useDiffSecret(diff, props.before, props.after)
  const aboutOf = useMemo(
    () => memoize((row: TreeRow) => changeDetail(row, findingsOf(row), detailWidth, theme), DETAIL_MEMO_SIZE),
    [findingsOf, detailWidth, theme],
  )
  const detailLines = (row: TreeRow | undefined): string[] => {
    if (!isTree || !row || detailHeight <= 0) return []
    const [title = '', kind = '', ...rest] = aboutOf(row)
    const blame = getBlame()
    const last = lastChangedText(blame, detailWidth - styledWidth(kind) - 3)
    return [
      title,
      cutStyled(last === '' ? kind : `${kind}   ${theme.muted(last)}`, detailWidth),
      ...secret.lines(detailWidth, theme),
      ...rest,
      '',
      ...blameRows(blame, detailWidth, theme),
    ]
  }
  const getDetail = useLiveDetail(() => {
    const { row } = getPart()
    return { id: row?.id, lines: detailLines(row), found: [] }
  }, detailHeight)
  return { getBlame, secret, getDetail }
}

/** Computes the blame of the selected part once the selection has settled. */
const usePartBlame = ({ getPart }: ShownDiff, { loaded, isLarge }: DiffProps): (() => Blame | undefined) => {
  const { revisions, hasMore } = loaded
  const debouncedKey = useDebounced<string | undefined>()
  const blameOf = useMemo(() => {
    const known = new Map<string, Blame>()
    return (path: Path, key: string): Blame => {
      const blame = known.get(key) ?? blamePath(revisions, path, { isEnd: !hasMore, limit: MAX_BLAMED_REVISIONS })
      // Only the selected part is displayed, so one entry is enough.
      known.clear()
      known.set(key, blame)
      return blame
    }
  }, [revisions, hasMore])
  return () => {
    const { row, path } = getPart()
    const rowKey = row ? row.node.key : path && pathKey(path)
    if (debouncedKey(rowKey) !== rowKey || !path || rowKey === undefined) return undefined
    // Comparing megabytes in each revision would block a frame. The b key does it on request.
    const isQuick = !isLarge || (row !== undefined && !isHeading(row) && row.changes.length <= MAX_AUTO_BLAMED_CHANGES)
    return isQuick ? blameOf(path, rowKey) : undefined
  }
}
