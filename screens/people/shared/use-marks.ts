import { useScreenState } from '../../kit/screen-state.ts'

/** The people that are marked. */
export type Marks = {
  /** Their ids, in the order in which they were marked. */
  ids: ReadonlySet<string>
  /** Marks a person, or takes the mark off. */
  toggle(id: string): void
  clear(): void
}

const nobody: ReadonlySet<string> = new Set()

export const useMarks = (): Marks => {
  const [ids, setIds] = useScreenState('marks', nobody)
  return {
    ids,
    toggle(id) {
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      setIds(next)
    },
    clear: () => setIds(nobody),
  }
}
