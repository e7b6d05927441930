import { useState } from 'react'
import { type Line, lineKeys, lineOf, textOf } from '../../../src/ui/keys/line-editor.ts'

/**
 * The filter of a list in a dialog: a text field that filters while the user types.
 *
 * @param close Closes the dialog.
 */
export const useWordsFilter = (close: () => void) => {
  const [filter, setFilter] = useState('')
  const [field, setField] = useState<Line>()
  const typed = field ? textOf(field) : filter
  const clear = (): void => {
    setFilter('')
    setField(undefined)
  }
  return {
    /** The words to search for. */
    typed,
    /** The field while the user types, the filter in effect, or undefined without a filter. */
    shown: field ?? (filter === '' ? undefined : filter),
    isTyping: field !== undefined,
    handlers: {
      find: () => setField(lineOf(filter)),
      leave: () => (filter === '' ? close() : clear()),
      close,
      keepFilter: () => {
        setFilter(typed.trim())
        setField(undefined)
      },
      clear,
    },
    lineKeys: lineKeys(field, setField),
  }
}
