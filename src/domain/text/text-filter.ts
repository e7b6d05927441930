import { fuzzyScore } from './fuzzy.ts'

/**
 * A test for what was typed as a filter: a text that stands in a name, in either case. A `!` before it leaves out what holds it,
 * a `~` asks for its letters in their order. Everything passes an empty one.
 */
export const textFilter = (typed: string): ((name: string) => boolean) => {
  const text = typed.trim().toLowerCase()
  const [, kind = '', wanted = ''] = /^([!~]?)\s*(.*)$/s.exec(text) ?? []
  if (wanted === '') return () => true
  if (kind === '~') return (name) => fuzzyScore(name.replaceAll(/[_-]/g, ' '), wanted) !== undefined
  return (name) => name.toLowerCase().includes(wanted) !== (kind === '!')
}
