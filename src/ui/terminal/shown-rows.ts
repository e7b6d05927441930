/** Rows that stand on a terminal, and the width that they were drawn for. */
export type ShownRows = { rows: readonly string[]; columns: number }

const shown = new WeakMap<object, ShownRows>()

/** What stands on a terminal; undefined where that is not known. Whoever draws on it says so here, so that another can go on. */
export const shownRowsOn = (stream: object): ShownRows | undefined => shown.get(stream)

export const setShownRows = (stream: object, rows: ShownRows | undefined): void => {
  if (rows) shown.set(stream, rows)
  else shown.delete(stream)
}
