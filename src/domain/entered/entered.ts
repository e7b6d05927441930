/** An id that a person entered, or that came with imported data. Untrusted text. */
export type EnteredId = {
  /** Hash of the organisation it belongs to; empty before any answer has named one. */
  org: string
  /** The kind of object: `computers`. */
  kind: string
  id: string
  source: 'added' | 'imported'
  /** Unix ms. */
  at: number
}

/** Where the last archive of a wiki run was saved. */
export type SavedExport = { org: string; run: string; path: string; at: number; sizeBytes: number; files: number }

/** What people entered under one key, which no server can return. */
export type Entered = {
  /** Hash of the organisation that was shown last; empty before any answer has named one. */
  org: string
  ids: readonly EnteredId[]
  exports: readonly SavedExport[]
}

export type EnteredStore = {
  /** Why it cannot be read or changed, as one sentence; undefined when it can. */
  readonly notice: string | undefined
  /** Never throws: what cannot be read is empty, with a notice. */
  read(): Entered
  /** @returns false where it could not be written, with a notice. */
  change(edit: (before: Entered) => Entered): boolean
}

export const NOTHING_ENTERED: Entered = { org: '', ids: [], exports: [] }

/** A store that ends with the program. */
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

/** Maximum number of ids of one kind, and of exports, in one organisation. The oldest are removed first. */
const MAX_ENTERED = 2_000

/** Only the rows of one organisation. */
export const enteredIn = ({ ids, exports }: Entered, org: string): Entered => ({
  org,
  ids: ids.filter((one) => one.org === org),
  exports: exports.filter((one) => one.org === org),
})

/** An id that is there already keeps its place. */
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

/** The file at the path replaced the one that was there before, of whichever run that was. */
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

/** The organisation is shown from now on, and rows that had none are its own. */
export const showOrg = (entered: Entered, org: string): Entered => {
  const own = <Row extends { org: string }>(row: Row): Row => (row.org === '' ? { ...row, org } : row)
  const named = { org, ids: [], exports: entered.exports.map(own) }
  return addIds(named, entered.ids.map(own))
}
