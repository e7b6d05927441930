import { fuzzyScore } from './fuzzy.ts'

/** Whether what is called `name`, and has `texts` besides, answers to a filter. */
export type TextFilter = (name: string, texts: readonly (string | undefined)[]) => boolean

/**
 * A test for what was typed as a filter: a text that stands in the name or one of the other texts, in either case. A `!` before it
 * leaves out what holds it, a `~` asks the name alone for its letters in their order. Everything passes an empty one.
 */
export const textFilter = (typed: string): TextFilter => {
  const { kind, wanted } = readFilter(typed)
  if (wanted === '') return () => true
  if (kind === 'fuzzy') return (name) => fuzzyScore(name.replaceAll(/[_-]/g, ' '), wanted) !== undefined
  const isIn = (text: string | undefined): boolean => text?.toLowerCase().includes(wanted) ?? false
  return (name, texts) => (isIn(name) || texts.some(isIn)) !== (kind === 'inverse')
}

/** The text that a filter looks for, in lower case; empty for one that leaves texts out or asks for letters. */
export const filteredText = (typed: string): string => {
  const { kind, wanted } = readFilter(typed)
  return kind === 'text' ? wanted : ''
}

const readFilter = (typed: string): { kind: 'text' | 'inverse' | 'fuzzy'; wanted: string } => {
  const text = typed.trim().toLowerCase()
  const kind = text.startsWith('!') ? 'inverse' : text.startsWith('~') ? 'fuzzy' : 'text'
  return { kind, wanted: kind === 'text' ? text : text.slice(1).trim() }
}
