import { useMemo } from 'react'
import { useRested } from '../../kit/query/ticks.ts'
import { rule } from '../../kit/screen/frame.ts'
import { useSession } from '../../kit/session/session.ts'
import type { LoadedPeople } from '../shared/use-people.ts'
import { previewLines } from './preview.ts'

/**
 * The preview below the list, under a rule; empty where it is not shown. While a key is held it does not follow.
 *
 * @param selectedId - Of the selected person; a pseudonym in privacy mode.
 */
export const usePreview = (
  { board, salt }: LoadedPeople,
  selectedId: string | undefined,
  isShown: boolean,
  width: number,
): string[] => {
  const { theme } = useSession()
  const isPrivate = salt !== undefined
  const restedId = useRested(selectedId)
  // Whoever was looked at may be gone from the list, or be called otherwise by now.
  const isRested = restedId !== undefined && board.entryOf(restedId) !== undefined
  const id = isRested && selectedId !== undefined ? restedId : selectedId
  return useMemo(() => {
    if (!isShown) return []
    const entry = id === undefined ? undefined : board.entryOf(id)
    return [rule(width, theme), ...(entry === undefined ? [] : previewLines(board, entry, { width, isPrivate }, theme))]
  }, [isShown, id, board, width, isPrivate, theme])
}
