import { MUTED_MS, type Mutes } from '../domain/overview/attention/attention.ts'
import { changeEntry, hashMark, membersOf, type OwnersFile, readEntry } from './owners-file.ts'

export type AttentionMemoryOptions = {
  /** The file, which all profiles share. */
  path: string
  /** Names the entry of the file: a hash that tells nobody which key or organisation it is for. */
  owner: string
  /** The machine's, with which ids are hashed. */
  salt: Uint8Array
  /** Unix ms. */
  now: () => number
}

/** What is remembered of what needs attention, in a file that its owner alone can read, an entry for each organisation. */
export type AttentionMemory = Mutes & {
  /**
   * Which of these marks were not told before. From now on they count as told, for every program that asks.
   *
   * @throws where the file cannot be read or written: then nobody knows.
   */
  claim(marks: readonly string[]): Set<string>
  /** Takes back a claim on what could not be told after all. @throws as claim. */
  release(marks: Iterable<string>): void
  /**
   * Notes whether the service cannot be reached.
   *
   * @returns Whether that is new.
   * @throws as claim.
   */
  setOutage(isOut: boolean): boolean
}

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

export const createAttentionMemory = ({ path, owner, salt, now }: AttentionMemoryOptions): AttentionMemory => {
  const file = attentionIn(path)
  const hashOf = (text: string): string => hashMark(salt, text)
  const change = (edit: (before: Entry) => Partial<Entry>) =>
    changeEntry(file, owner, (before = nothing) => ({ ...before, ...edit(before), at: now() }))
  let muted: Entry['muted'] | undefined
  return {
    until: (id) => {
      muted ??= readEntry(file, owner)?.muted ?? {}
      const until = muted[hashOf(id)]
      // A clock that was set back must not mute anything for years.
      return until !== undefined && until > now() && until <= now() + MUTED_MS ? until : undefined
    },
    set: (id, isMuted) => {
      const hash = hashOf(id)
      const edited = ({ [hash]: _, ...others }: Entry['muted'] = {}) => {
        const running = Object.entries(others).filter(([, until]) => until > now())
        return Object.fromEntries([...running, ...(isMuted ? [[hash, now() + MUTED_MS]] : [])].slice(-MAX_MUTED))
      }
      // For this run it holds whether or not it can be kept.
      muted = edited(muted)
      try {
        change((before) => ({ muted: edited(before.muted) }))
        return true
      } catch {
        return false
      }
    },
    claim: (marks) => {
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
    release: (marks) => {
      const hashes = new Set([...marks].map(hashOf))
      change(({ told }) => ({ told: told.filter((hash) => !hashes.has(hash)) }))
    },
    setOutage: (isOut) => {
      let isNew = false
      change((before) => {
        isNew = before.isOut !== isOut
        return { isOut }
      })
      return isNew
    },
  }
}

/** What is remembered in a file, by owner. */
export const attentionIn = (path: string): OwnersFile<Entry> => ({
  path,
  member: 'attention',
  largestBytes: LARGEST_BYTES,
  parse: (value) => {
    const { at, muted, told, isOut } = membersOf(value)
    if (typeof at !== 'number' || !Number.isFinite(at)) return undefined
    const hashes = Array.isArray(told) ? told.filter((hash) => typeof hash === 'string') : []
    return { at, muted: timesOf(muted), told: hashes, isOut: isOut === true }
  },
  at: ({ at }) => at,
})

const timesOf = (value: unknown): Record<string, number> =>
  Object.fromEntries(
    Object.entries(membersOf(value)).filter((pair): pair is [string, number] => Number.isFinite(pair[1])),
  )
