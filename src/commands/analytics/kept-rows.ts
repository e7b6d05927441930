import { AppError } from '../../base/errors.ts'
import type { RawRow } from '../output/row-layout.ts'

/** Rows that are held at once at most: about a gigabyte. */
const MOST = 1_000_000
/** The first of an order are picked out of so many at once, or of more where more are wanted: each time all of them are put in order. */
const PICKED_OUT_OF = 20_000

export type KeptRowsOptions = {
  /** How many are wanted of all, where that is known, and which. */
  first: { count: number; of: (rows: readonly RawRow[]) => RawRow[] } | undefined
  /** @default 1_000_000 */
  most?: number
}

/** Rows of which all, or the first ones of all, have to be known before any is printed. */
export const createKeptRows = ({ first, most = MOST }: KeptRowsOptions) => {
  let kept: RawRow[] = []
  const room = first ? Math.max(PICKED_OUT_OF, 2 * first.count) : most
  return {
    /** @throws AppError when they become more than can be held. */
    take(rows: readonly RawRow[]): void {
      for (const row of rows) kept.push(row)
      if (first && kept.length > room) kept = first.of(kept)
      if (kept.length > most)
        throw new AppError(
          'usage',
          `More than ${most.toLocaleString('en')} rows are too many to be held at once: take a shorter range or --where, with --sort also --top; without --sort and --compare as many as there are go to a file.`,
        )
    },
    get rows(): readonly RawRow[] {
      return kept
    },
  }
}
