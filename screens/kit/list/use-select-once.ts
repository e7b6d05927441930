import { useEffect } from 'react'
import { useLatest } from '../../../src/ui/keys/use-latest.ts'
import { useScreenState } from '../screen/screen-state.ts'

/** Selects a row as soon as it is known, and leaves the selection to the user from then on. */
export const useSelectOnce = (id: string | undefined, select: (id: string) => void): void => {
  const [done, setDone] = useScreenState<string | undefined>('sought', undefined)
  const latest = useLatest(select)
  useEffect(() => {
    if (id === undefined || id === done) return
    latest.current(id)
    setDone(id)
  }, [id, done, setDone, latest])
}
