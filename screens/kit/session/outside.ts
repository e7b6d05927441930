/** An absolute path, and the kind of entry that exists there. */
export type ResolvedPath = { path: string; there: 'nothing' | 'file' | 'folder' | 'emptyFolder' }

/** The explorer's effects outside its screen. Some take over the terminal. Every promise rejects with an AppError. */
export type Outside = {
  /** Shows a text in the user's pager, and resolves when the pager exits. */
  page(text: string): Promise<void>
  /** Shows a text file in the user's pager, without control characters. @param path - Absolute. */
  pageFile(path: string): Promise<void>
  /**
   * Opens a copy of a text in the user's editor, and resolves when the editor exits. Changes to the copy are discarded.
   *
   * @param name - The name of the copy with its extension, by which editors recognise its type.
   */
  edit(text: string, name: string): Promise<void>
  /**
   * Resolves a typed path, and checks which kind of entry exists there. That may change at any time.
   *
   * @param path - Relative to the working directory, or to the user's home directory with `~/`.
   * @throws AppError of kind `usage` if the path is empty or contains a null character.
   */
  resolve(path: string): Promise<ResolvedPath>
  /**
   * Writes a new file, and returns its name as written by the user, including `~`.
   *
   * @param path - Relative to the working directory, or to the user's home directory with `~/`.
   * @param options.isForced - Whether to replace an existing file. @default false
   * @param options.isPrivate - Whether only the user may read it. @default as the umask says
   * @throws AppError of kind `refused` if the file exists and `isForced` is false; nothing has been written then.
   */
  save(path: string, text: string, options?: { isForced?: boolean; isPrivate?: boolean }): Promise<string>
  /**
   * Opens a page in the user's browser. The user has seen its host before.
   *
   * @throws AppError of kind `usage` if it is no web address.
   */
  browse(address: string): Promise<void>
  /** Shows a folder, by its absolute path, in the user's file manager. */
  showFolder(folder: string): Promise<void>
}
