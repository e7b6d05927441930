import { useMemo } from 'react'
import { memoize } from '../../../src/base/memoize.ts'
import { type Blame, blamePath } from '../../../src/domain/revisions/blame.ts'
import { type Path, pathKey } from '../../../src/domain/settings-diff/setting-path.ts'
import { cutStyled } from '../../../src/ui/layout/columns.ts'
import { styledWidth } from '../../../src/ui/layout/styled-width.ts'
import { useLateDetail } from '../../kit/detail/use-detail.ts'
import { useLateRested } from '../../kit/query/ticks.ts'
import { useSession } from '../../kit/session/session.ts'
import { BLAMED, blameRows, changeDetail, lastChangedText } from './diff-detail.ts'
import type { DiffProps } from './diff-panes.ts'
import { isHeading, type TreeRow } from './diff-tree-rows.ts'
import { useDiffSecret } from './use-diff-secret.ts'
import type { ShownDiff } from './use-shown-diff.ts'

/** Most changed entries of a list in large settings that are looked for in older revisions unasked. */
const MAX_BLAMED = 200
/** Parts of which what is said is kept. */
const MAX_KNOWN = 200

export type DiffPart = ReturnType<typeof useDiffPart>

/** What is said of the selected part: who changed it, its secrets, and all of it as a detail. */
export const useDiffPart = (diff: ShownDiff, props: DiffProps) => {
  const { theme } = useSession()
  const { isTree, partNow, tree, layout } = diff
  const { findingsOf } = tree
  const { detailWidth, detailHeight } = layout.panes
  const blameNow = usePartBlame(diff, props)
  const secret = useDiffSecret(diff, props.before, props.after)
  const aboutOf = useMemo(
    () => memoize((row: TreeRow) => changeDetail(row, findingsOf(row), detailWidth, theme), MAX_KNOWN),
    [findingsOf, detailWidth, theme],
  )
  const detailLines = (row: TreeRow | undefined): string[] => {
    if (!isTree || !row || detailHeight <= 0) return []
    const [title = '', kind = '', ...rest] = aboutOf(row)
    const blame = blameNow()
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
  const detailNow = useLateDetail(() => {
    const { row } = partNow()
    return { id: row?.id, lines: detailLines(row), found: [] }
  }, detailHeight)
  return { blameNow, secret, detailNow }
}

/** Tells who changed the selected part, once keys rest. */
const usePartBlame = ({ partNow }: ShownDiff, { loaded, isLarge }: DiffProps): (() => Blame | undefined) => {
  const { revisions, hasMore } = loaded
  const rested = useLateRested<string | undefined>()
  const blameOf = useMemo(() => {
    const known = new Map<string, Blame>()
    return (path: Path, key: string): Blame => {
      const blame = known.get(key) ?? blamePath(revisions, path, { isEnd: !hasMore, limit: BLAMED })
      // That of the part that is shown is enough: it is asked for at each drawing.
      known.clear()
      known.set(key, blame)
      return blame
    }
  }, [revisions, hasMore])
  return () => {
    const { row, path } = partNow()
    const rowKey = row ? row.node.key : path && pathKey(path)
    if (rested(rowKey) !== rowKey || !path || rowKey === undefined) return undefined
    // Comparing megabytes in each revision would hold up a frame; b does so when asked to.
    const isQuick = !isLarge || (row !== undefined && !isHeading(row) && row.changes.length <= MAX_BLAMED)
    return isQuick ? blameOf(path, rowKey) : undefined
  }
}
