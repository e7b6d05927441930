import { useMemo } from 'react'
import { type Blame, blamePath } from '../../../src/domain/revisions/blame.ts'
import { pathKey } from '../../../src/domain/settings-diff/setting-path.ts'
import { cutStyled } from '../../../src/ui/layout/columns.ts'
import { styledWidth } from '../../../src/ui/layout/styled-width.ts'
import { useDetail } from '../../kit/detail/use-detail.ts'
import { useRested } from '../../kit/query/ticks.ts'
import { useSession } from '../../kit/session/session.ts'
import { BLAMED, blameRows, lastChangedText } from './diff-blame.ts'
import { changeDetail } from './diff-detail.ts'
import type { DiffChangesProps } from './diff-props.ts'
import { isHeading } from './diff-tree-rows.ts'
import { useDiffSecret } from './use-diff-secret.ts'
import type { ShownDiff } from './use-shown-diff.ts'

/** Most changed entries of a list in large settings that are looked for in older revisions unasked. */
const MOST_BLAMED = 200

export type DiffPart = ReturnType<typeof useDiffPart>

/** What is said of the selected part: who changed it, its secrets, and all of it as a detail. */
export const useDiffPart = (diff: ShownDiff, props: DiffChangesProps) => {
  const { theme } = useSession()
  const { isTree, row, path, rowId, tree, layout } = diff
  const { detailWidth, detailHeight } = layout.panes
  const blame = usePartBlame(diff, props)
  const secret = useDiffSecret(path, rowId, props.before, props.after)
  const about = useMemo(
    () => (isTree && row && detailHeight > 0 ? changeDetail(row, tree.findingsOf(row), detailWidth, theme) : []),
    [isTree, row, tree.findingsOf, detailWidth, detailHeight, theme],
  )
  const detailLines = (): string[] => {
    const [title = '', kind = '', ...rest] = about
    if (about.length === 0) return []
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
  const detail = useDetail(row?.id, { lines: detailLines(), found: [] }, detailHeight)
  return { blame, secret, detail }
}

/** Who changed the selected part, once keys rest. */
const usePartBlame = ({ row, path }: ShownDiff, { loaded, isLarge }: DiffChangesProps): Blame | undefined => {
  const { revisions, hasMore } = loaded
  const rowKey = path && pathKey(path)
  const isRested = useRested(rowKey) === rowKey
  // Comparing megabytes in each revision would hold up a frame; b does so when asked to.
  const isQuick = !isLarge || (row !== undefined && !isHeading(row) && row.changes.length <= MOST_BLAMED)
  const isBlamed = isRested && isQuick
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the path
  return useMemo(
    () => (isBlamed && path ? blamePath(revisions, path, { isEnd: !hasMore, limit: BLAMED }) : undefined),
    [isBlamed, rowKey, revisions, hasMore],
  )
}
