/** A file or folder of an archive. */
type Entry = { name: string; isFolder: boolean; sizeBytes: number }

/** A row of an archive's tree. */
export type PageRow = {
  /** Path; a folder's ends with `/`. Untrusted text. */
  path: string
  /** The last segment of the path. */
  name: string
  depth: number
  /** Unpacked size; for a folder, of everything in it. */
  sizeBytes: number
  /** Number of files in a folder, at any depth; undefined for a file. */
  files: number | undefined
  isOpen: boolean
}

type Folder = { folders: Map<string, Folder>; files: Entry[]; count: number; sizeBytes: number }

const newFolder = (): Folder => ({ folders: new Map(), files: [], count: 0, sizeBytes: 0 })

/**
 * The rows of a tree, folders before files, otherwise in the order of the entries.
 *
 * @param closed Paths of the collapsed folders.
 */
export const pageRows = (entries: readonly Entry[], closed: ReadonlySet<string>): PageRow[] => {
  const root = newFolder()
  for (const entry of entries) add(root, entry)
  return rowsOf(root, '', 0, closed)
}

const add = (root: Folder, entry: Entry): void => {
  const parts = entry.name.split('/')
  // The name of a folder entry ends with `/`, so its last part is empty.
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
    // In a loop, because spreading thousands of arguments would overflow the stack.
    if (isOpen) for (const row of rowsOf(inner, path, depth + 1, closed)) rows.push(row)
  }
  for (const { name: path, sizeBytes } of folder.files)
    rows.push({ path, name: path.slice(above.length), depth, sizeBytes, files: undefined, isOpen: false })
  return rows
}
