/** A path from the root, and what is there. */
export type ResolvedPath = { path: string; there: 'nothing' | 'file' | 'folder' | 'emptyFolder' }

/** What the explorer does outside of itself, while it lends the terminal or beside it. Every promise rejects with an AppError. */
export type Outside = {
  /** Shows a text in the user's pager and resolves when they have left it. */
  page(text: string): Promise<void>
  /**
   * Opens a copy of a text in the user's editor and resolves when they have left it; what they change is not kept.
   *
   * @param name - Of the copy, with its extension, by which editors tell what it is.
   */
  edit(text: string, name: string): Promise<void>
  /**
   * Where a path leads that somebody typed, and what is there. It may be another thing a moment later.
   *
   * @param path - From the working directory, or from the user's own with `~/`.
   * @throws AppError of kind `usage` for one that names nothing.
   */
  resolve(path: string): Promise<ResolvedPath>
  /**
   * Writes a file that is not there yet and answers its name as it was given, `~` and all.
   *
   * @param path - From the working directory, or from the user's own with `~/`.
   * @param options.isForced - Replaces a file that is there. @default false
   * @throws AppError of kind `refused` when there is one and that was not asked for; nothing has been written then.
   */
  save(path: string, text: string, options?: { isForced?: boolean }): Promise<string>
  /**
   * Opens a page in the user's browser, which they were told the host of before.
   *
   * @throws AppError of kind `usage` for what is no address of the web.
   */
  browse(address: string): Promise<void>
  /** Shows a folder, given from the root, in the user's file manager. */
  showFolder(folder: string): Promise<void>
}
