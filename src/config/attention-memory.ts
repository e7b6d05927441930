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
  /** Hashes of the reported items, the latest last. The name is that of the stored member. */
  told: readonly string[]
  isOut: boolean
}

/** Maximum number of stored hashes. The oldest are removed first. */
const MAX_REPORTED = 2_000
const MAX_MUTED = 500
const MAX_SIZE_BYTES = 8_000_000
const nothing: Entry = { at: 0, muted: {}, told: [], isOut: false }

/**
 * Stores muted and notified attention items, in a file that only its owner can read, with an entry per organisation.
 *
 * @param salt - The salt of this machine. It keys the hashes of ids.
 */
export const createAttentionMemory = ({ path, owner, salt, now }: Owner & { salt: Uint8Array }) => {
  const file = attentionIn(path)
  const hashOf = (text: string): string => hashMark(salt, text)
  const edited = (edit: (before: Entry) => Partial<Entry>) => (before: Entry | undefined) => ({
    ...(before ?? nothing),
    ...edit(before ?? nothing),
    at: now(),
  })
  /** @throws if the file cannot be read or written. */
  const change = (edit: (before: Entry) => Partial<Entry>) => changeEntry(file, owner, edited(edit))
  let muted: Entry['muted'] | undefined
  return {
    /** See {@link Mutes}. */
    until: (id: string): number | undefined => {
      muted ??= readEntry(file, owner)?.muted ?? {}
      const until = muted[hashOf(id)]
      // An end too far in the future means that the clock was set back: ignore such a mute.
      return until !== undefined && until > now() && until <= now() + MUTED_MS ? until : undefined
    },
    /** See {@link Mutes}. */
    set: (id: string, isMuted: boolean): boolean => {
      const hash = hashOf(id)
      const next = ({ [hash]: _, ...others }: Entry['muted'] = {}) => {
        const running = Object.entries(others).filter(([, until]) => until > now())
        return Object.fromEntries([...running, ...(isMuted ? [[hash, now() + MUTED_MS]] : [])].slice(-MAX_MUTED))
      }
      // The mute applies to this run even if it cannot be saved.
      muted = next(muted)
      return tryChangeEntry(
        file,
        owner,
        edited((before) => ({ muted: next(before.muted) })),
      )
    },
    /** Returns the marks that were not claimed before, and claims them for all programs. @throws as change. */
    claim: (marks: readonly string[]): Set<string> => {
      const fresh = new Set<string>()
      change(({ told }) => {
        const seen = new Set(told)
        for (const mark of marks) {
          const hash = hashOf(mark)
          if (!seen.has(hash)) fresh.add(mark)
          // Move it to the end.
          seen.delete(hash)
          seen.add(hash)
        }
        return { told: [...seen].slice(-MAX_REPORTED) }
      })
      return fresh
    },
    /** Releases marks whose notification failed. @throws as change. */
    release: (marks: Iterable<string>): void => {
      const hashes = new Set([...marks].map(hashOf))
      change(({ told }) => ({ told: told.filter((hash) => !hashes.has(hash)) }))
    },
    /** Stores whether the service is unreachable. Returns whether that changed. @throws as change. */
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

/** The file of attention items, by owner. */
export const attentionIn = (path: string): OwnersFile<Entry> => ({
  path,
  member: 'attention',
  largestBytes: MAX_SIZE_BYTES,
  parse: ({ muted, told, isOut }) => ({
    muted: entriesOf(muted, (_, until): until is number => Number.isFinite(until)),
    told: textsOf(told) ?? [],
    isOut: isOut === true,
  }),
})
