import { shellWord } from './shell-word.ts'

/** The option of a headless command that chooses the rows that a filter leaves, as it was typed; none without one. */
export const filterOption = (filter: string): string[] => {
  const text = filter.trim()
  return text === '' ? [] : [`--where ${shellWord(text)}`]
}
