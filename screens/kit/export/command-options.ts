import { safeText } from '../../../src/domain/text/safe-text.ts'

/** Cells of a row as they are copied, with tabs between them; one that is undefined is empty. */
export const copiedCells = (cells: readonly (string | number | undefined)[]): string =>
  cells.map((cell) => safeText(cell ?? '')).join('\t')

/** A text as one word of a command for a shell: quoted, unless nothing in it means anything to a shell. */
export const shellWord = (text: string): string =>
  // Between single quotes everything is as it is, and there is no way to have one inside.
  /^[\w./:-][\w./:~-]*$/.test(text) ? text : `'${safeText(text).replaceAll("'", `'\\''`)}'`

/** The option of a headless command that chooses the rows that a filter leaves, as it was typed; none without one. */
export const filterOption = (filter: string): string[] => {
  const text = filter.trim()
  return text === '' ? [] : [`--where ${shellWord(text)}`]
}

/** The option of a headless command that orders rows as a screen does; `usual` is the way that the name has without one. */
export const orderOption = (name: string, isDescending: boolean, usual: boolean): string =>
  `--sort ${name}${isDescending === usual ? '' : isDescending ? ':desc' : ':asc'}`
