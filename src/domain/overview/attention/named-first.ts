import { safeText } from '../../text/safe-text.ts'

const NAMED = 3

/** The first three names of a list, and the number of the others. */
export const namedFirst = (names: readonly string[]): string => {
  const first = names.slice(0, NAMED).map((name) => safeText(name))
  return `${first.join(', ')}${names.length > NAMED ? ` and ${names.length - NAMED} more` : ''}`
}
