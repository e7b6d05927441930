import { useCallback, useEffect } from 'react'
import type { Path } from '../../../src/domain/settings-diff/setting-path.ts'
import { useRowClicks } from '../../../src/ui/mouse/click-areas.ts'
import { failureLines } from '../../kit/query/states.ts'
import { useRested } from '../../kit/query/ticks.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import { usePrivateSalt } from '../../kit/session/person-name.ts'
import { useSession } from '../../kit/session/session.ts'
import { DIFF_HEAD, type DiffProps, diffLayout, WIDE } from './diff-panes.ts'
import { pickSides } from './diff-places.ts'
import type { TextStyle } from './diff-text-rows.ts'
import type { TreeRow } from './diff-tree-rows.ts'
import { useDiffText } from './use-diff-text.ts'
import { useDiffTree } from './use-diff-tree.ts'
import { useWantedChanges } from './use-wanted-changes.ts'

export type DiffStyle = 'tree' | TextStyle

/** A part that is selected, and its row of the tree. */
export type SelectedPart = {
  path: Path | undefined
  row: TreeRow | undefined
  /** The row that is selected, of which there may be several for one part. */
  rowId: string | undefined
}

export type ShownDiff = ReturnType<typeof useShownDiff>

/** A comparison as it is shown: what filters leave of it, as a tree or as text, with a selected part. */
export const useShownDiff = ({ width, height, before, after, comparison, isLarge, state, at }: DiffProps) => {
  const { theme } = useSession()
  const isPrivate = usePrivateSalt() !== undefined
  const [style, setStyle] = useScreenState<DiffStyle>('style', 'tree')
  const [isDetail, setIsDetail] = useScreenState('detail alone', false)
  const shownStyle = style === 'split' && width < WIDE ? 'unified' : style
  const isTree = shownStyle === 'tree'
  const wanted = useWantedChanges(comparison)
  const failures = state ? failureLines([state], width, theme) : []
  const layout = diffLayout(width, height, failures.length, isDetail)
  const { panes, textHeight } = layout

  const tree = useDiffTree(wanted.shown, { width: panes.listWidth - 1, height: panes.listHeight }, theme)
  useRowClicks(tree.list, {
    top: DIFF_HEAD + failures.length,
    height: isTree && !isDetail ? panes.listHeight : 0,
    width: panes.listWidth,
    count: tree.length,
  })
  // To look through megabytes takes longer than from one key to the next.
  const restedPattern = useRested(wanted.pattern)
  const textPattern = isLarge ? restedPattern : wanted.pattern
  const { picked } = wanted
  const text = useDiffText(
    {
      style: isTree || comparison === undefined ? undefined : shownStyle,
      pick: useCallback(() => pickSides(before?.settings, after?.settings, picked), [before, after, picked]),
      sidesKey: `${before?.revision} ${after?.revision} ${textPattern} ${wanted.option} ${wanted.quick} ${isPrivate}`,
      isLarge,
      width: width - 1,
      height: textHeight,
    },
    theme,
  )
  useRowClicks(text.list, { top: DIFF_HEAD + failures.length, height: isTree ? 0 : textHeight, count: text.length })
  const [hasBegun, setHasBegun] = useScreenState('begun', false)
  useEffect(() => {
    if (hasBegun || comparison === undefined) return
    setHasBegun(true)
    const first = at && tree.rowNear(at)
    if (first) tree.select(first)
    if (at) text.seek(at)
  })

  const partNow = (): SelectedPart => {
    // Of text, the part that the selected line stands in.
    const linePath = isTree ? undefined : text.path
    const row = isTree ? tree.row : linePath && tree.rowOf(linePath)
    return { row, path: row?.node.path ?? linePath, rowId: isTree ? row?.id : text.row?.id }
  }
  return {
    wanted,
    style,
    setStyle,
    shownStyle,
    isTree,
    isDetail,
    setIsDetail,
    failures,
    layout,
    tree,
    text,
    /** The selected part now. */
    partNow,
    /** What moves it without the component being drawn again. */
    list: isTree ? tree.list : text.list,
    listHeight: isTree ? panes.listHeight : textHeight,
  }
}
