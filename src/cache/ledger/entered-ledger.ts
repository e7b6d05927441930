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
import type { KnownId, KnownKind, Ledger } from './ledger.ts'
import { orgHashOf } from './partition.ts'

/** Maximum number of ids of a kind that are returned. */
const MAX_KNOWN = 2_000

/**
 * The same ledger, whose ids that people entered and paths of exports are stored outside its file: they are there when the file is
 * cleared, damaged or deleted, or the key is refused. Rows that an earlier version left in the file are moved at the first call.
 * Where they cannot be stored outside, they stay in the file.
 *
 * @param entered Of the ledger's key.
 * @param salt The machine's.
 */
export const withEntered = (ledger: Ledger, entered: EnteredStore, salt: Uint8Array): Ledger => {
  const { own, change, move, moveAgain } = createShown(ledger, entered, salt)
  let told: string | undefined
  return {
    ...ledger,
    get notice() {
      return ledger.notice ?? entered.notice
    },
    get isKept() {
      return ledger.isKept
    },
    setOrg: (orgId) => {
      ledger.setOrg(orgId)
      if (orgId === told) return
      told = orgId
      moveAgain()
      const org = orgHashOf(salt, orgId)
      const before = entered.read()
      const isEmpty = before.ids.length + before.exports.length === 0
      if (!isEmpty && before.org !== org) entered.change((now) => showOrg(now, org))
    },
    knownIds: (kind) => joinKnown(kind, own(), ledger.knownIds(kind)),
    rememberIds: (kind, ids, source, at) => {
      if (ids.length === 0) return
      if (source === 'seen') return ledger.rememberIds(kind, ids, source, at)
      move()
      const isStored = change((before, org) =>
        addIds(
          before,
          ids.map(({ id }) => ({ org, kind, id, source, at })),
        ),
      )
      const named = ids.filter(({ name }) => name !== undefined)
      if (isStored) ledger.rememberIds(kind, named, 'seen', at)
      else ledger.rememberIds(kind, ids, source, at)
    },
    forgetId: (kind, id) => {
      const { ids, exports } = own()
      ledger.forgetId(kind, id)
      const isRun = kind === 'wikiRuns' && exports.some(({ run }) => run === id)
      if (!isRun && !ids.some((one) => one.kind === kind && one.id === id)) return
      change((before, org) => {
        const rest = removeId(before, { org, kind, id })
        return isRun ? removeExport(rest, { org, run: id }) : rest
      })
    },
    lastExports: () => {
      const { exports } = own()
      return new Map([
        ...ledger.lastExports(),
        ...exports.map(({ run, path, at, sizeBytes, files }) => [run, { path, at, sizeBytes, files }] as const),
      ])
    },
    rememberExport: (run, exported) => {
      move()
      // In the file, so that it holds no failed export of the run any more.
      ledger.rememberExport(run, exported)
      if (change((before, org) => addExport(before, { ...exported, org, run }))) ledger.forgetExport(run)
    },
    forgetExport: (run) => {
      const { exports } = own()
      ledger.forgetExport(run)
      if (exports.some((one) => one.run === run)) change((before, org) => removeExport(before, { org, run }))
    },
    purge: (...what) => {
      move()
      ledger.purge(...what)
      if (what.includes('all')) told = undefined
    },
  }
}

/** What people entered for the organisation that is shown. */
const createShown = (ledger: Ledger, entered: EnteredStore, salt: Uint8Array) => {
  /** The organisation that is shown; without a cache the one that was shown last. */
  const shownOrg = (): string => {
    const orgId = ledger.orgId()
    return orgId === undefined ? entered.read().org : orgHashOf(salt, orgId)
  }
  const change = (edit: (before: Entered, org: string) => Entered): boolean => {
    const org = shownOrg()
    return entered.change((before) => ({ ...edit(before, org), org }))
  }

  let isMoved = false
  const move = (): void => {
    if (isMoved) return
    isMoved = true
    ledger.moveEntered(({ ids, exports }) =>
      change((before, org) =>
        exports.reduce(
          (sum, [run, exported]) => addExport(sum, { ...exported, org, run }),
          addIds(
            before,
            ids.map((one) => ({ ...one, org })),
          ),
        ),
      ),
    )
  }
  const own = (): Entered => {
    move()
    return enteredIn(entered.read(), shownOrg())
  }
  return {
    own,
    change,
    move,
    /** Rows of another organisation may be in the file. */
    moveAgain: (): void => {
      isMoved = false
      move()
    },
  }
}

/** Ids that people entered, then runs whose exports are stored, then ids from answers, with the names that answers gave. */
const joinKnown = (kind: KnownKind, { ids, exports }: Entered, cached: readonly KnownId[]): KnownId[] => {
  const answers = new Map(cached.map((one) => [one.id, one]))
  const known = new Map<string, KnownId>()
  for (const { id, source, at, kind: own } of ids) {
    const answer = answers.get(id)
    if (own === kind) known.set(id, { id, name: answer?.name, source, at: Math.max(at, answer?.at ?? at) })
  }
  if (kind === 'wikiRuns')
    for (const { run: id, at } of exports)
      if (!known.has(id)) known.set(id, answers.get(id) ?? { id, name: undefined, source: 'seen', at })
  for (const answer of cached) if (!known.has(answer.id)) known.set(answer.id, answer)
  return [...known.values()].slice(0, MAX_KNOWN)
}
