import { safeText } from '../../../src/domain/text/safe-text.ts'

/** Cells of a row as they are copied, separated by tabs. Undefined cells are empty. */
export const copiedCells = (cells: readonly (string | number | undefined)[]): string =>
  cells.map((cell) => safeText(cell ?? '')).join('\t')

/** A text as one word of a shell command, quoted only if needed. */
export const shellWord = (text: string): string =>
  // A shell reads everything in single quotes literally, but they can't contain a single quote.
  /^[\w./:-][\w./:~-]*$/.test(text) ? text : `'${safeText(text).replaceAll("'", `'\\''`)}'`

/** The option for the rows that match a filter, as typed; none for an empty filter. */
export const filterOption = (filter: string): string[] => {
  const text = filter.trim()
  return text === '' ? [] : [`--where ${shellWord(text)}`]
}

/** The option for the order of a screen. `usual` is the direction that the command has for this name by default. */
export const orderOption = (name: string, isDescending: boolean, usual: boolean): string =>
  `--sort ${name}${isDescending === usual ? '' : isDescending ? ':desc' : ':asc'}`
