import { MAX_LINK_LENGTH } from '../domain/links/link.ts'
import type { Visits } from '../domain/visits/visits.ts'
import { entriesOf, hashMark, type Owner, type OwnersFile, readEntry, textsOf, tryChangeEntry } from './owners-file.ts'

/** The entry of one organisation. */
export type StoredVisits = {
  at: number
  links: readonly string[]
  bookmarks: Readonly<Record<string, string>>
  /** When each screen was last shown, Unix ms. */
  seen: Readonly<Record<string, number>>
  /** Hashes of the attention items that were shown, the latest last; undefined if attention was never shown. */
  matters?: readonly string[] | undefined
}

const nothing: StoredVisits = { at: 0, links: [], bookmarks: {}, seen: {} }

/** Maximum number of stored links: more than there are screens. */
const MAX_LINKS = 16
/** Maximum number of stored hashes. The oldest are removed first. */
const MAX_ITEMS = 1_000

/**
 * Stores open screens, bookmarks and visits, in a file that only its owner can read, with an entry per organisation.
 * Never throws: if the file is unreadable, corrupt or of a newer version, there is no stored state; if it cannot be
 * written, nothing is stored.
 *
 * @param salt - The salt of this machine. It keys the hashes of attention marks.
 */
export const createVisits = ({ path, owner, salt, now }: Owner & { salt: Uint8Array }): Visits => {
  const file = visitsFile(path)
  const before = readEntry(file, owner) ?? nothing
  const bookmarks = new Map(Object.entries(before.bookmarks))
  const seen = new Map<string, number>()
  const shownItems = new Set<string>()
  let hasShownItems = false
  const itemsBefore = before.matters && new Set(before.matters)
  // If writing fails, the next run starts with the same state as this one.
  const change = (next: (stored: StoredVisits) => Partial<StoredVisits>) =>
    void tryChangeEntry(file, owner, (stored = nothing) => ({ ...stored, ...next(stored), at: now() }))
  return {
    last: () => before.links,
    // Write only changes, because another run may have stored bookmarks in the meantime.
    leave: (links) =>
      change((stored) => {
        const older = stored.matters?.filter((hash) => !shownItems.has(hash)) ?? []
        return {
          links: links.slice(-MAX_LINKS),
          seen: { ...stored.seen, ...Object.fromEntries(seen) },
          ...(hasShownItems && { matters: [...older, ...shownItems].slice(-MAX_ITEMS) }),
        }
      }),
    bookmarks: () => bookmarks,
    mark(letter, link) {
      if (link === undefined) bookmarks.delete(letter)
      else bookmarks.set(letter, link)
      change((stored) => {
        const { [letter]: _, ...others } = stored.bookmarks
        return { bookmarks: link === undefined ? others : { ...others, [letter]: link } }
      })
    },
    seenAt: (screen) => before.seen[screen],
    recordShown: (screen) => void seen.set(screen, now()),
    isNewItem: (mark) => itemsBefore !== undefined && !itemsBefore.has(hashMark(salt, mark)),
    recordItems(marks) {
      hasShownItems = true
      for (const mark of marks) shownItems.add(hashMark(salt, mark))
    },
  }
}

export const visitsFile = (path: string): OwnersFile<StoredVisits> => ({
  path,
  member: 'visits',
  parse: ({ links, bookmarks, seen, matters }) =>
    Array.isArray(links)
      ? {
          links: links.filter(isLink).slice(-MAX_LINKS),
          bookmarks: entriesOf(bookmarks, (letter, link): link is string => /^[a-z]$/i.test(letter) && isLink(link)),
          seen: entriesOf(seen, (_, time): time is number => Number.isSafeInteger(time)),
          matters: textsOf(matters),
        }
      : undefined,
  largestBytes: 4_000_000,
})

const isLink = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_LINK_LENGTH
