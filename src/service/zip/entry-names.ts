import { safeEntryName } from '../../domain/text/safe-file-name.ts'

/**
 * Where pages go in an archive: safe, ending in `.md`, and no two alike, not even where letter case does not count.
 * In the order of the paths.
 */
export const entryNames = (paths: readonly string[]): string[] => {
  const taken = new Set<string>()
  return paths.map((path) => {
    const parts = path.split('/').filter((part) => part !== '' && part !== '.' && part !== '..')
    const stem = parts.map((part) => safeEntryName(part.replace(/\.md$/i, ''))).join('/') || 'untitled'
    let name = `${stem}.md`
    for (let again = 2; taken.has(name.toLowerCase()); again++) name = `${stem}-${again}.md`
    taken.add(name.toLowerCase())
    return name
  })
}
