import { useMemo } from 'react'
import { useSession } from './session.ts'

export type LastRow = {
  /** Says something in the last row until the next key. */
  tell(notice: string): void
  /** Copies a text and says so: `what` is `the row.`, with its full stop. Without a text that is said. @param mode - 'line' by default. */
  copy(text: string | undefined, what: string, mode?: 'line' | 'text'): void
}

/** What views tell in the last row. */
export const useLastRow = (): LastRow => {
  const session = useSession()
  return useMemo(() => {
    const tell = (notice: string) => session.set({ notice })
    return {
      tell,
      copy(text, what, mode) {
        if (text === undefined) return tell('There is nothing here to copy.')
        session.copy(text, mode)
        tell(`Copied ${what}`)
      },
    }
  }, [session])
}
