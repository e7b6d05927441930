import { lstat, readdir } from 'node:fs/promises'
import type { ResolvedPath } from '../../screens/kit/session/outside.ts'
import { fromRoot } from './save-file.ts'

/** See Outside.resolve. What cannot be looked at counts as nothing: whoever writes there is told why not. */
export const resolvePath = async (typed: string): Promise<ResolvedPath> => {
  const path = fromRoot(withoutLastSlashes(typed))
  const stats = await lstat(path).catch(() => undefined)
  if (!stats) return { path, there: 'nothing' }
  if (!stats.isDirectory()) return { path, there: 'file' }
  const names = await readdir(path).catch(() => ['unreadable'])
  return { path, there: names.length === 0 ? 'emptyFolder' : 'folder' }
}

/** A path without the slashes at its end, of which the root keeps its first. */
const withoutLastSlashes = (path: string): string => {
  let end = path.length
  while (end > 1 && (path[end - 1] === '/' || path[end - 1] === '\\')) end -= 1
  return path.slice(0, end)
}
