/** What is remembered of the way through the explorer from one run to the next. Links are as formatLink writes them. */
export type Visits = {
  /** Links to what was open at the end of the last run, the one that was shown at the end; empty where nobody knows. */
  last(): readonly string[]
  /** Tells what is open at the end of this run. */
  leave(links: readonly string[]): void
  /** The bookmarks by their letters. */
  bookmarks(): ReadonlyMap<string, string>
  /** Keeps a bookmark, or with undefined none under that letter any more. */
  mark(letter: string, link: string | undefined): void
  /** When a screen was shown before this run, Unix ms, the same for as long as it lasts; undefined: never, or nobody knows. */
  seenAt(screen: string): number | undefined
  /** Tells that a screen is shown now. */
  saw(screen: string): void
  /** Whether a matter was not there in an earlier run, the same for as long as this one lasts; false where nobody knows. */
  isNewMatter(mark: string): boolean
  /** Tells what needs attention now, by marks that stay the same. */
  sawMatters(marks: readonly string[]): void
}

/** Bookmarks for as long as the program runs; nothing else is remembered. */
export const createPassingVisits = (): Visits => {
  const bookmarks = new Map<string, string>()
  return {
    last: () => [],
    leave: () => {},
    bookmarks: () => bookmarks,
    mark: (letter, link) => void (link === undefined ? bookmarks.delete(letter) : bookmarks.set(letter, link)),
    seenAt: () => undefined,
    saw: () => {},
    isNewMatter: () => false,
    sawMatters: () => {},
  }
}
