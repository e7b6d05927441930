import { isDay } from '../domain/calendar/calendar.ts'
import { MUTED_MS } from '../domain/overview/attention/attention.ts'
import {
  changeEntry,
  entriesOf,
  hashMark,
  membersOf,
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
  /** The last digest of each period. */
  digests: Readonly<Record<string, StoredDigest>>
}

/** The days of a digest: the one that it was due, and the last one that it covers. */
export type DigestDays = { day: string; covered: string }

type DigestClaim = DigestDays & {
  /** Id of its message. */
  id: string
  /** Unix ms. */
  at: number
  /** Hashes of the marks that it reports. */
  marks: readonly string[]
}

/** The digests of a period. */
type StoredDigest = {
  /** The last one that was sent. */
  sent?: DigestDays | undefined
  /** The one that a program is sending. */
  claim?: DigestClaim | undefined
}

/** Maximum number of stored hashes. The oldest are removed first. */
const MAX_REPORTED = 2_000
const MAX_MUTED = 500
const MAX_SIZE_BYTES = 8_000_000
const nothing: Entry = { at: 0, muted: {}, told: [], isOut: false, digests: {} }

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
  /** The stored marks after these were seen, and the ones that are new. */
  const withMarks = (told: readonly string[], marks: readonly string[]) => {
    const seen = new Set(told)
    const fresh = new Set<string>()
    for (const mark of marks) {
      const hash = hashOf(mark)
      if (!seen.has(hash)) fresh.add(mark)
      // Move it to the end.
      seen.delete(hash)
      seen.add(hash)
    }
    return { told: [...seen].slice(-MAX_REPORTED), fresh }
  }
  const changeDigest = (period: string, edit: (before: StoredDigest, entry: Entry) => Partial<Entry> & StoredDigest) =>
    change((entry) => {
      const { sent, claim, ...others } = edit(entry.digests[period] ?? {}, entry)
      return { ...others, digests: { ...entry.digests, [period]: { sent, claim } } }
    })
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
      let fresh = new Set<string>()
      change((before) => {
        const { told, ...found } = withMarks(before.told, marks)
        fresh = found.fresh
        return { told }
      })
      return fresh
    },
    /** The stored digests of a period. */
    digest: (period: string): StoredDigest => readEntry(file, owner)?.digests[period] ?? {},
    /** Stores a digest as sent if there is none, so that the next one is that of a later day. @throws as change. */
    startDigests: (period: string, days: DigestDays): void =>
      changeDigest(period, ({ sent = days, claim }) => ({ sent, claim })),
    /**
     * Claims a digest and its marks for this program. finishDigest or releaseDigest must follow.
     *
     * @param isNew - Whether the digest is due after the last one that was sent.
     * @returns Its marks that were not claimed before, and the last digest; undefined if another program is sending or
     * has sent it.
     * @throws as change.
     */
    claimDigest: (
      period: string,
      { id, ...days }: Pick<DigestClaim, 'day' | 'covered' | 'id'>,
      marks: readonly string[],
      isNew: (last: DigestDays | undefined) => boolean,
    ): { fresh: Set<string>; last: DigestDays | undefined } | undefined => {
      let result: { fresh: Set<string>; last: DigestDays | undefined } | undefined
      changeDigest(period, ({ sent, claim }, entry) => {
        if (claim !== undefined || !isNew(sent)) return { sent, claim }
        const { told, fresh } = withMarks(entry.told, marks)
        result = { fresh, last: sent }
        return { told, sent, claim: { ...days, id, at: now(), marks: [...fresh].map(hashOf) } }
      })
      return result
    },
    /** Stores that a claimed digest was sent. @throws as change. */
    finishDigest: (period: string, id: string): void =>
      changeDigest(period, ({ sent, claim }) => {
        if (claim?.id !== id) return { sent, claim }
        return { sent: { day: claim.day, covered: claim.covered } }
      }),
    /** Releases a claimed digest that was not sent, and its marks. @throws as change. */
    releaseDigest: (period: string, id: string): void =>
      changeDigest(period, ({ sent, claim }, { told }) => {
        if (claim?.id !== id) return { sent, claim }
        const released = new Set(claim.marks)
        return { told: told.filter((hash) => !released.has(hash)), sent }
      }),
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
  parse: ({ muted, told, isOut, digests }) => ({
    muted: entriesOf(muted, (_, until): until is number => Number.isFinite(until)),
    told: textsOf(told) ?? [],
    isOut: isOut === true,
    digests: Object.fromEntries(
      Object.entries(membersOf(digests)).map(([period, stored]) => [period, parseDigest(stored)]),
    ),
  }),
})

const parseDigest = (value: unknown): StoredDigest => {
  const { sent, claim } = membersOf(value)
  const { id, at, marks } = membersOf(claim)
  const sentDays = parseDays(sent)
  const claimDays = parseDays(claim)
  const hashes = textsOf(marks)
  const isClaim = claimDays !== undefined && typeof id === 'string' && typeof at === 'number' && hashes !== undefined
  return { sent: sentDays, claim: isClaim ? { ...claimDays, id, at, marks: hashes } : undefined }
}

const parseDays = (value: unknown): DigestDays | undefined => {
  const { day, covered } = membersOf(value)
  return typeof day === 'string' && typeof covered === 'string' && isDay(day) && isDay(covered)
    ? { day, covered }
    : undefined
}
