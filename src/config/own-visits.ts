import { MAX_LINK_LENGTH } from '../domain/links/link.ts'
import type { Visits } from '../domain/visits/visits.ts'
import { entriesOf, hashMark, type Owner, type OwnersFile, readEntry, textsOf, tryChangeEntry } from './owners-file.ts'

/** What the file holds for one organisation. */
export type KeptVisits = {
  at: number
  links: readonly string[]
  bookmarks: Readonly<Record<string, string>>
  /** When each screen was shown last, Unix ms. */
  seen: Readonly<Record<string, number>>
  /** Hashes of the marks of what needed attention, the one that was found last at the end; undefined: nobody has looked yet. */
  matters?: readonly string[] | undefined
}

const nothing: KeptVisits = { at: 0, links: [], bookmarks: {}, seen: {} }

/** Links that are kept: there are not so many screens. */
const MAX_LINKS = 16
/** Marks that are kept; those that were not found for longest are forgotten first. */
const MAX_MATTERS = 1_000

/**
 * What was open, marked and seen, in a file that its owner alone can read, an entry for each organisation. Never throws: where the
 * file cannot be read, is broken or of a newer version, nothing is remembered; where it cannot be written, nothing new.
 *
 * @param salt - The machine's, with which marks of what needs attention are hashed.
 */
export const createVisits = ({ path, owner, salt, now }: Owner & { salt: Uint8Array }): Visits => {
  const file = visitsFile(path)
  const before = readEntry(file, owner) ?? nothing
  const bookmarks = new Map(Object.entries(before.bookmarks))
  const seen = new Map<string, number>()
  const matters = new Set<string>()
  let hasLooked = false
  const mattersBefore = before.matters && new Set(before.matters)
  // Where it fails the next run begins as this one did.
  const change = (next: (kept: KeptVisits) => Partial<KeptVisits>) =>
    void tryChangeEntry(file, owner, (kept = nothing) => ({ ...kept, ...next(kept), at: now() }))
  return {
    last: () => before.links,
    // Another run may have kept bookmarks meanwhile: only what is new is written.
    leave: (links) =>
      change((kept) => {
        const older = kept.matters?.filter((hash) => !matters.has(hash)) ?? []
        return {
          links: links.slice(-MAX_LINKS),
          seen: { ...kept.seen, ...Object.fromEntries(seen) },
          ...(hasLooked && { matters: [...older, ...matters].slice(-MAX_MATTERS) }),
        }
      }),
    bookmarks: () => bookmarks,
    mark(letter, link) {
      if (link === undefined) bookmarks.delete(letter)
      else bookmarks.set(letter, link)
      change((kept) => {
        const { [letter]: _, ...others } = kept.bookmarks
        return { bookmarks: link === undefined ? others : { ...others, [letter]: link } }
      })
    },
    seenAt: (screen) => before.seen[screen],
    saw: (screen) => void seen.set(screen, now()),
    isNewMatter: (mark) => mattersBefore !== undefined && !mattersBefore.has(hashMark(salt, mark)),
    sawMatters(marks) {
      hasLooked = true
      for (const mark of marks) matters.add(hashMark(salt, mark))
    },
  }
}

export const visitsFile = (path: string): OwnersFile<KeptVisits> => ({
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
