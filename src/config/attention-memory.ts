import { MUTED_MS } from '../domain/overview/attention/attention.ts'
import {
  changeEntry,
  entriesOf,
  hashMark,
  type Owner,
  type OwnersFile,
  readEntry,
  textsOf,
  tryChangeEntry,
} from './owners-file.ts'

type Entry = {
  at: number
  /** When the mute of an id ends, Unix ms, by its hash. */
  muted: Readonly<Record<string, number>>
  /** Hashes of marks, the one that was found last at the end. */
  told: readonly string[]
  isOut: boolean
}

/** Marks that are remembered; those that were not found for longest are forgotten first. */
const MAX_TOLD = 2_000
const MAX_MUTED = 500
const LARGEST_BYTES = 8_000_000
const nothing: Entry = { at: 0, muted: {}, told: [], isOut: false }

/**
 * What is remembered of what needs attention, in a file that its owner alone can read, an entry for each organisation.
 *
 * @param salt - The machine's, with which ids are hashed.
 */
export const createAttentionMemory = ({ path, owner, salt, now }: Owner & { salt: Uint8Array }) => {
  const file = attentionIn(path)
  const hashOf = (text: string): string => hashMark(salt, text)
  const edited = (edit: (before: Entry) => Partial<Entry>) => (before: Entry | undefined) => ({
    ...(before ?? nothing),
    ...edit(before ?? nothing),
    at: now(),
  })
  /** @throws where the file cannot be read or written: then nobody knows. */
  const change = (edit: (before: Entry) => Partial<Entry>) => changeEntry(file, owner, edited(edit))
  let muted: Entry['muted'] | undefined
  return {
    /** See {@link Mutes}. */
    until: (id: string): number | undefined => {
      muted ??= readEntry(file, owner)?.muted ?? {}
      const until = muted[hashOf(id)]
      // A clock that was set back must not mute anything for years.
      return until !== undefined && until > now() && until <= now() + MUTED_MS ? until : undefined
    },
    /** See {@link Mutes}. */
    set: (id: string, isMuted: boolean): boolean => {
      const hash = hashOf(id)
      const next = ({ [hash]: _, ...others }: Entry['muted'] = {}) => {
        const running = Object.entries(others).filter(([, until]) => until > now())
        return Object.fromEntries([...running, ...(isMuted ? [[hash, now() + MUTED_MS]] : [])].slice(-MAX_MUTED))
      }
      // For this run it holds whether or not it can be kept.
      muted = next(muted)
      return tryChangeEntry(
        file,
        owner,
        edited((before) => ({ muted: next(before.muted) })),
      )
    },
    /** Which of these marks were not told before. From now on they count as told, for every program that asks. @throws as change. */
    claim: (marks: readonly string[]): Set<string> => {
      const fresh = new Set<string>()
      change(({ told }) => {
        const seen = new Set(told)
        for (const mark of marks) {
          const hash = hashOf(mark)
          if (!seen.has(hash)) fresh.add(mark)
          // To the end.
          seen.delete(hash)
          seen.add(hash)
        }
        return { told: [...seen].slice(-MAX_TOLD) }
      })
      return fresh
    },
    /** Takes back a claim on what could not be told after all. @throws as change. */
    release: (marks: Iterable<string>): void => {
      const hashes = new Set([...marks].map(hashOf))
      change(({ told }) => ({ told: told.filter((hash) => !hashes.has(hash)) }))
    },
    /** Notes whether the service cannot be reached. Answers whether that is new. @throws as change. */
    setOutage: (isOut: boolean): boolean => {
      let isNew = false
      change((before) => {
        isNew = before.isOut !== isOut
        return { isOut }
      })
      return isNew
    },
  }
}

export type AttentionMemory = ReturnType<typeof createAttentionMemory>

/** What is remembered in a file, by owner. */
export const attentionIn = (path: string): OwnersFile<Entry> => ({
  path,
  member: 'attention',
  largestBytes: LARGEST_BYTES,
  parse: ({ muted, told, isOut }) => ({
    muted: entriesOf(muted, (_, until): until is number => Number.isFinite(until)),
    told: textsOf(told) ?? [],
    isOut: isOut === true,
  }),
})
