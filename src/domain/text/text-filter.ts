import { fuzzyScore } from './fuzzy.ts'

/**
 * Returns a predicate for names from a typed filter: the name must contain the text, ignoring case. A leading `!`
 * excludes such names; a leading `~` requires the letters in order. An empty filter accepts every name.
 */
export const textFilter = (typed: string): ((name: string) => boolean) => {
  const text = typed.trim().toLowerCase()
  const [, kind = '', wanted = ''] = /^([!~]?)\s*(.*)$/s.exec(text) ?? []
  if (wanted === '') return () => true
  if (kind === '~') return (name) => fuzzyScore(name.replaceAll(/[_-]/g, ' '), wanted) !== undefined
  return (name) => name.toLowerCase().includes(wanted) !== (kind === '!')
}
