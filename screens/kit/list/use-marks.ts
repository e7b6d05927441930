import { memoizePerObject } from '../../../src/base/memoize.ts'
import { type Binding, EVERYWHERE, noKeys } from '../../../src/ui/keys/bindings.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { type StateKey, useScreenState } from '../screen/screen-state.ts'

/** The marked rows of a list, for a comparison. */
export type Marks = ReturnType<typeof useMarks>

export const noMarks: ReadonlySet<string> = new Set()

export const useMarks = (key: StateKey<ReadonlySet<string>>) => {
  const [ids, setIds] = useScreenState(key)
  return {
    /** The ids of the marked rows, in the order in which they were marked. */
    ids,
    /** Marks a row, or removes its mark. */
    toggle(id: string): void {
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      setIds(next)
    },
    clear: () => setIds(noMarks),
  }
}

/** The keys of a list whose rows can be marked. @param one - What a row is: `person`. @param many - Its plural. */
export const markKeys = (one: string, many: string) =>
  [
    { keys: ['Space'], action: 'mark', help: `mark or unmark the ${one}`, group: 'Act' },
    { keys: ['='], action: 'compareMarked', help: `compare the marked ${many}`, group: 'Go' },
  ] as const satisfies readonly Binding[]

/** While rows are marked, Esc removes the marks instead of going back. @param isTyping - A text field has the keys. */
export const useClearMarksKey = (marks: Marks, isTyping: boolean): void =>
  void useKeys(marks.ids.size > 0 && !isTyping ? unmarkKeys : noKeys, { up: marks.clear }, { scope: EVERYWHERE })

const unmarkKeys = [
  { keys: ['Esc'], action: 'up', help: 'clear all marks', group: 'Act' },
] as const satisfies readonly Binding[]

/** The keys of a list for its hints: while rows are marked, those that compare and unmark them follow Enter. */
export const markHints = (keys: readonly Binding[], marks: Marks): readonly Binding[] | undefined =>
  marks.ids.size > 0 ? hintsOfMarked(keys) : undefined

const hintsOfMarked = memoizePerObject((keys: readonly Binding[]): readonly Binding[] => {
  const isCompare = ({ action }: Binding) => action === 'compareMarked'
  const others = keys.filter((binding) => !isCompare(binding))
  const end = others.findIndex((binding) => binding.keys.includes('Enter')) + 1
  const compare = keys.filter(isCompare).map((binding) => ({ ...binding, hint: 'compare' }))
  return [...others.slice(0, end), ...compare, unmarkHint, ...others.slice(end)]
})

// Lists have another action `up`, whose remapped keys would be shown.
const unmarkHint: Binding = { ...unmarkKeys[0], action: 'unmark', hint: 'unmark' }
