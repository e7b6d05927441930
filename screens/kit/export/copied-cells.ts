import { safeText } from '../../../src/domain/text/safe-text.ts'

/** Cells of a row as they are copied, with tabs between them; one that is undefined is empty. */
export const copiedCells = (cells: readonly (string | number | undefined)[]): string =>
  cells.map((cell) => safeText(cell ?? '')).join('\t')
