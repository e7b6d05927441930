/** A file or folder of an archive. */
type Entry = { name: string; isFolder: boolean; sizeBytes: number }

/** A row of the tree of an archive. */
export type PageRow = {
  /** Its path, a folder's with `/` at its end. Untrusted text. */
  path: string
  /** The last part of it. */
  name: string
  depth: number
  /** Unpacked; of a folder all that it holds. */
  sizeBytes: number
  /** How many files a folder holds, at any depth; undefined: it is a file. */
  files: number | undefined
  isOpen: boolean
}

type Folder = { folders: Map<string, Folder>; files: Entry[]; count: number; sizeBytes: number }

const newFolder = (): Folder => ({ folders: new Map(), files: [], count: 0, sizeBytes: 0 })

/**
 * The rows of a tree, folders before files, in the order in which they come.
 *
 * @param closed Paths of the folders that hide what they hold.
 */
export const pageRows = (entries: readonly Entry[], closed: ReadonlySet<string>): PageRow[] => {
  const root = newFolder()
  for (const entry of entries) add(root, entry)
  return rowsOf(root, '', 0, closed)
}

const add = (root: Folder, entry: Entry): void => {
  const parts = entry.name.split('/')
  // Of a folder's own entry the last part is empty.
  const above = parts.slice(0, -1)
  let folder = root
  for (const part of above) {
    let inner = folder.folders.get(part)
    if (!inner) {
      inner = newFolder()
      folder.folders.set(part, inner)
    }
    folder = inner
    if (!entry.isFolder) {
      folder.count += 1
      folder.sizeBytes += entry.sizeBytes
    }
  }
  if (!entry.isFolder) folder.files.push(entry)
}

const rowsOf = (folder: Folder, above: string, depth: number, closed: ReadonlySet<string>): PageRow[] => {
  const rows: PageRow[] = []
  for (const [name, inner] of folder.folders) {
    const path = `${above}${name}/`
    const isOpen = !closed.has(path)
    rows.push({ path, name, depth, sizeBytes: inner.sizeBytes, files: inner.count, isOpen })
    // One by one: a spread of thousands would not fit the stack.
    if (isOpen) for (const row of rowsOf(inner, path, depth + 1, closed)) rows.push(row)
  }
  for (const { name: path, sizeBytes } of folder.files)
    rows.push({ path, name: path.slice(above.length), depth, sizeBytes, files: undefined, isOpen: false })
  return rows
}
