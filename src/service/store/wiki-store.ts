import type { DatabaseSync } from 'node:sqlite'
import type { WikiRun } from '../../contract/wiki.ts'
import { preparePut, rowOf, rowsOf } from './tables.ts'

/** A page of a wiki. `path` is its position in the tree, with `/` between folders and without an extension. */
export type WikiPage = { path: string; markdown: string }

/**
 * Wiki runs and their pages.
 *
 * @param isShared - Whether other processes read the database too. If not, the pages of a run are created and written
 * when they are first read.
 */
export const createWikiStore = (database: DatabaseSync, isShared: boolean) => {
  const putRun = preparePut(database, 'wiki_runs')
  const putPage = preparePut(database, 'wiki_pages')
  const deletePages = database.prepare('DELETE FROM wiki_pages WHERE run_id = ?')
  const selectPaths = database.prepare('SELECT place, path FROM wiki_pages WHERE run_id = ? ORDER BY place')
  const selectRun = database.prepare('SELECT row FROM wiki_runs WHERE id = ?')
  const selectSize = database.prepare('SELECT sum(octet_length(markdown)) AS size FROM wiki_pages WHERE run_id = ?')
  const selectRuns = database.prepare('SELECT row FROM wiki_runs ORDER BY created_at DESC, id')
  const selectPage = database.prepare('SELECT markdown FROM wiki_pages WHERE run_id = ? AND place = ?')
  const deleteRun = database.prepare('DELETE FROM wiki_runs WHERE id = ?')
  const unwritten = new Map<string, readonly WikiPage[]>()
  const write = (runId: string, pages: readonly WikiPage[]): void =>
    pages.forEach(({ path, markdown }, place) => void putPage({ run_id: runId, place, path, markdown }))
  const writeNow = (runId: string): void => {
    const pages = unwritten.get(runId)
    unwritten.delete(runId)
    // A deleted run has no pages.
    if (pages && selectRun.get(runId)) write(runId, pages)
  }
  return {
    /** Stores a run with its pages, in order, and replaces its previous content. */
    put: (run: WikiRun, row: string, pages: readonly WikiPage[]): void => {
      putRun({ id: run.wikiRunId, created_at: run.createdAt ?? 0, row })
      deletePages.run(run.wikiRunId)
      if (isShared) write(run.wikiRunId, pages)
      else unwritten.set(run.wikiRunId, pages)
    },
    exists: (runId: string): boolean => selectRun.get(runId) !== undefined,
    /** JSON text of a run; undefined if it does not exist. */
    read: (runId: string): string | undefined => rowOf<{ row: string }>(selectRun.get(runId))?.row,
    /** All runs, newest first. */
    readAll: (): { run: WikiRun; row: string }[] =>
      rowsOf<{ row: string }>(selectRuns.all()).map(({ row }) => ({ run: JSON.parse(row) as WikiRun, row })),
    /** Size of all pages of a run, bytes. */
    readSize: (runId: string): number => {
      writeNow(runId)
      return rowOf<{ size: number | null }>(selectSize.get(runId))?.size ?? 0
    },
    /** The positions of a run's pages, in order. */
    readPaths: (runId: string): { place: number; path: string }[] => {
      writeNow(runId)
      return rowsOf(selectPaths.all(runId))
    },
    /** A page's text; undefined if it was deleted in the meantime. */
    readMarkdown: (runId: string, place: number): string | undefined => {
      writeNow(runId)
      return rowOf<{ markdown: string }>(selectPage.get(runId, place))?.markdown
    },
    /** Deletes a run with its pages. Returns whether it existed. */
    delete: (runId: string): boolean => deleteRun.run(runId).changes > 0,
  }
}
