import { useMemo } from 'react'
import { memoize } from '../../../src/base/memoize.ts'
import { useLateRested } from '../../kit/query/ticks.ts'
import { rule } from '../../kit/screen/frame.ts'
import { useSession } from '../../kit/session/session.ts'
import type { LoadedPeople } from '../shared/use-people.ts'
import { previewLines } from './preview.ts'

/**
 * Makes the preview below the list, under a rule, of the selected person, by the id or in privacy mode the pseudonym; empty where
 * it is not shown. While a key is held it does not follow.
 */
export const usePreview = (
  { board, salt, isExact }: LoadedPeople,
  isShown: boolean,
  width: number,
): ((selectedId: string | undefined) => readonly string[]) => {
  const { theme } = useSession()
  const isPrivate = salt !== undefined
  const rested = useLateRested<string | undefined>()
  const previewOf = useMemo(
    () =>
      memoize((id: string | undefined): readonly string[] => {
        const entry = id === undefined ? undefined : board.entryOf(id)
        const lines = entry === undefined ? [] : previewLines(board, entry, { width, isPrivate, isExact }, theme)
        return [rule(width, theme), ...lines]
      }, 1),
    [board, width, isPrivate, isExact, theme],
  )
  return (selectedId) => {
    if (!isShown) return []
    const restedId = rested(selectedId)
    // Whoever was looked at may be gone from the list, or be called otherwise by now.
    const isRested = restedId !== undefined && board.entryOf(restedId) !== undefined
    return previewOf(isRested && selectedId !== undefined ? restedId : selectedId)
  }
}
