/** State of the explorer that is saved across runs. Links have the format of formatLink. */
export type Visits = {
  /** Links to the screens that were open at the end of the last run, the visible one last; empty if unknown. */
  last(): readonly string[]
  /** Saves the links to the open screens at the end of this run. */
  leave(links: readonly string[]): void
  /** Bookmarks by letter. */
  bookmarks(): ReadonlyMap<string, string>
  /** Sets a bookmark, or removes it if `link` is undefined. */
  mark(letter: string, link: string | undefined): void
  /** When the screen was last shown before this run, Unix ms; constant during a run. Undefined if never, or if unknown. */
  seenAt(screen: string): number | undefined
  /** Records that a screen is shown now. */
  recordShown(screen: string): void
  /** Whether no earlier run recorded an attention item; constant during a run. False if unknown. */
  isNewItem(mark: string): boolean
  /** Records the current attention items by their marks. */
  recordItems(marks: readonly string[]): void
}

/** Keeps bookmarks until the program exits, and no other state. */
export const createMemoryVisits = (): Visits => {
  const bookmarks = new Map<string, string>()
  return {
    last: () => [],
    leave: () => {},
    bookmarks: () => bookmarks,
    mark: (letter, link) => void (link === undefined ? bookmarks.delete(letter) : bookmarks.set(letter, link)),
    seenAt: () => undefined,
    recordShown: () => {},
    isNewItem: () => false,
    recordItems: () => {},
  }
}
