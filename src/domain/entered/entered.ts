/** An id that the user entered, or that imported data contained. Untrusted text. */
export type EnteredId = {
  /** Hash of the organisation it belongs to; empty until a response identifies one. */
  org: string
  /** Type of the object: `computers`. */
  kind: string
  id: string
  source: 'added' | 'imported'
  /** Unix ms. */
  at: number
}

/** The path of the last saved archive of a wiki run. */
export type SavedExport = { org: string; run: string; path: string; at: number; sizeBytes: number; files: number }

/** Data that the user entered under one API key. No server returns it. */
export type Entered = {
  /** Hash of the organisation shown last; empty until a response identifies one. */
  org: string
  ids: readonly EnteredId[]
  exports: readonly SavedExport[]
}

export type EnteredStore = {
  /** Why the data can't be read or changed, as one sentence; undefined if it can. */
  readonly notice: string | undefined
  /** Never throws. If the data can't be read, it returns an empty value and sets the notice. */
  read(): Entered
  /** @returns false if the data couldn't be written. Then the notice is set. */
  change(edit: (before: Entered) => Entered): boolean
}

export const NOTHING_ENTERED: Entered = { org: '', ids: [], exports: [] }

/** A store in memory, without persistence. */
export const createMemoryEntered = (): EnteredStore => {
  let entered = NOTHING_ENTERED
  return {
    notice: undefined,
    read: () => entered,
    change(edit) {
      entered = edit(entered)
      return true
    },
  }
}

/** Maximum number of ids per type, and of exports, in one organisation. The oldest are removed first. */
const MAX_ENTERED = 2_000

/** The rows of one organisation. */
export const enteredIn = ({ ids, exports }: Entered, org: string): Entered => ({
  org,
  ids: ids.filter((one) => one.org === org),
  exports: exports.filter((one) => one.org === org),
})

/** Adds ids. An existing id keeps its position. */
export const addIds = (entered: Entered, added: readonly EnteredId[]): Entered => {
  const ids = new Map(entered.ids.map((one) => [keyOf(one), one]))
  for (const one of added) ids.set(keyOf(one), one)
  const groups = Map.groupBy(ids.values(), ({ org, kind }) => `${org} ${kind}`)
  return { ...entered, ids: [...groups.values()].flatMap((group) => group.slice(-MAX_ENTERED)) }
}

const keyOf = ({ org, kind, id }: Pick<EnteredId, 'org' | 'kind' | 'id'>): string => `${org} ${kind} ${id}`

export const removeId = (entered: Entered, removed: Pick<EnteredId, 'org' | 'kind' | 'id'>): Entered => ({
  ...entered,
  ids: entered.ids.filter((one) => keyOf(one) !== keyOf(removed)),
})

/** Adds an export. It replaces the run's earlier export, and any other export with the same path. */
export const addExport = (entered: Entered, added: SavedExport): Entered => {
  const { org, run, path } = added
  const others = entered.exports.filter((one) => one.org !== org || (one.run !== run && one.path !== path))
  const exports = Map.groupBy([...others, added], (one) => one.org)
  return { ...entered, exports: [...exports.values()].flatMap((group) => group.slice(-MAX_ENTERED)) }
}

export const removeExport = (entered: Entered, removed: Pick<SavedExport, 'org' | 'run'>): Entered => ({
  ...entered,
  exports: entered.exports.filter(({ org, run }) => org !== removed.org || run !== removed.run),
})

/** Sets the current organisation, and assigns rows without an organisation to it. */
export const showOrg = (entered: Entered, org: string): Entered => {
  const own = <Row extends { org: string }>(row: Row): Row => (row.org === '' ? { ...row, org } : row)
  const named = { org, ids: [], exports: entered.exports.map(own) }
  return addIds(named, entered.ids.map(own))
}
