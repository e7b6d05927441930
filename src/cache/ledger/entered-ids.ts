import {
  addExport,
  addIds,
  type Entered,
  type EnteredStore,
  enteredIn,
  removeExport,
  removeId,
  showOrg,
} from '../../domain/entered/entered.ts'
import type { KnownId, KnownKind, LastExport } from './ledger.ts'
import { MAX_KNOWN } from './lists.ts'
import { type OldEntered, orgHashOf } from './partition.ts'

type EnteredOptions = {
  entered: EnteredStore
  /** The salt of this machine. */
  salt: Uint8Array
  /** The current organisation. If it is undefined, the organisation that was shown last is used. */
  orgId: () => string | undefined
}

/** Ids that users entered and paths of exports, for the current organisation. They are stored outside the cache. */
export const createEnteredIds = ({ entered, salt, orgId }: EnteredOptions) => {
  const orgOf = (id: string | undefined): string => (id === undefined ? '' : orgHashOf(salt, id))
  const shownOrg = (): string => orgOf(orgId()) || entered.read().org
  const own = (): Entered => enteredIn(entered.read(), shownOrg())
  const change = (edit: (before: Entered, org: string) => Entered): void => {
    const org = shownOrg()
    entered.change((before) => ({ ...edit(before, org), org }))
  }
  const removeOwnExport = (run: string): void => {
    if (own().exports.some((one) => one.run === run)) change((before, org) => removeExport(before, { org, run }))
  }
  return {
    showOrg(id: string): void {
      const org = orgOf(id)
      const { ids, exports, org: shown } = entered.read()
      if (ids.length + exports.length > 0 && shown !== org) entered.change((before) => showOrg(before, org))
    },
    /**
     * Ids that users entered, then runs with a stored export, then ids from responses. Names come from the responses.
     */
    joined: (kind: KnownKind, seen: readonly KnownId[]): KnownId[] => {
      const { ids, exports } = own()
      const answers = new Map(seen.map((one) => [one.id, one]))
      const known = new Map<string, KnownId>()
      for (const { id, source, at, kind: ownKind } of ids) {
        const answer = answers.get(id)
        if (ownKind === kind) known.set(id, { id, name: answer?.name, source, at: Math.max(at, answer?.at ?? at) })
      }
      if (kind === 'wikiRuns')
        for (const { run: id, at } of exports)
          if (!known.has(id)) known.set(id, answers.get(id) ?? { id, name: undefined, source: 'seen', at })
      for (const answer of seen) if (!known.has(answer.id)) known.set(answer.id, answer)
      return [...known.values()].slice(0, MAX_KNOWN)
    },
    add: (kind: KnownKind, ids: readonly string[], source: 'added' | 'imported', at: number): void => {
      if (ids.length === 0) return
      change((before, org) =>
        addIds(
          before,
          ids.map((id) => ({ org, kind, id, source, at })),
        ),
      )
    },
    remove: (kind: KnownKind, id: string): void => {
      if (kind === 'wikiRuns') removeOwnExport(id)
      if (own().ids.some((one) => one.kind === kind && one.id === id))
        change((before, org) => removeId(before, { org, kind, id }))
    },
    /** The last exports of wiki runs, by run id. Their files may have been deleted. */
    lastExports: (): Map<string, LastExport> =>
      new Map(own().exports.map(({ run, path, at, sizeBytes, files }) => [run, { path, at, sizeBytes, files }])),
    rememberExport: (run: string, exported: LastExport): void =>
      change((before, org) => addExport(before, { ...exported, org, run })),
    forgetExport: removeOwnExport,
    /** Stores rows from a file of an earlier version. @returns Whether they were stored. */
    takeOld: (rows: OldEntered): boolean =>
      entered.change((before) =>
        rows.reduce((sum, { orgId: id, row }) => {
          const org = orgOf(id)
          const next = 'run' in row ? addExport(sum, { ...row, org }) : addIds(sum, [{ ...row, org }])
          return { ...next, org: before.org || org }
        }, before),
      ),
  }
}
