import type { WikiRun } from '../../contract/wiki.ts'
import { type Db, firstRow } from '../db/db.ts'

/** A page of a wiki. `path` is its position in the tree, with `/` between folders and without an extension. */
export type WikiPage = { path: string; markdown: string }

/**
 * Wiki runs and their pages.
 *
 * @param unwritten - Pages by run that are created and written when they are first read; undefined if other processes
 * read the database too, so that pages are written at once.
 */
export const createWikiStore = (db: Db, unwritten: Map<string, readonly WikiPage[]> | undefined) => {
  const exists = async (runId: string): Promise<boolean> =>
    (await firstRow(db, 'SELECT 1 FROM wiki_runs WHERE id = $1', [runId])) !== undefined
  const write = (runId: string, pages: readonly WikiPage[]): Promise<number> =>
    db.upsert(
      'wiki_pages',
      pages.map(({ path, markdown }, place) => ({ run_id: runId, place, path, markdown })),
    )
  const writeNow = async (runId: string): Promise<void> => {
    const pages = unwritten?.get(runId)
    if (pages === undefined) return
    unwritten?.delete(runId)
    // A deleted run has no pages.
    if (await exists(runId)) await write(runId, pages)
  }
  return {
    /** Stores a run with its pages, in order, and replaces its previous content. */
    put: async (run: WikiRun, row: string, pages: readonly WikiPage[]): Promise<void> => {
      await db.upsert('wiki_runs', [{ id: run.wikiRunId, created_at: run.createdAt ?? 0, row }])
      await db.run('DELETE FROM wiki_pages WHERE run_id = $1', [run.wikiRunId])
      if (unwritten) unwritten.set(run.wikiRunId, pages)
      else await write(run.wikiRunId, pages)
    },
    exists,
    /** JSON text of a run; undefined if it does not exist. */
    read: async (runId: string): Promise<string | undefined> =>
      (await firstRow<{ row: string }>(db, 'SELECT row FROM wiki_runs WHERE id = $1', [runId]))?.row,
    /** All runs, newest first. */
    readAll: async (): Promise<{ run: WikiRun; row: string }[]> => {
      const found = await db.all<{ row: string }>('SELECT row FROM wiki_runs ORDER BY created_at DESC, id')
      return found.map(({ row }) => ({ run: JSON.parse(row) as WikiRun, row }))
    },
    /** Size of all pages of a run, bytes. */
    readSize: async (runId: string): Promise<number> => {
      await writeNow(runId)
      const sql = 'SELECT sum(octet_length(markdown)) AS size FROM wiki_pages WHERE run_id = $1'
      return Number((await firstRow<{ size: number | null }>(db, sql, [runId]))?.size ?? 0)
    },
    /** The positions of a run's pages, in order. */
    readPaths: async (runId: string): Promise<{ place: number; path: string }[]> => {
      await writeNow(runId)
      return db.all('SELECT place, path FROM wiki_pages WHERE run_id = $1 ORDER BY place', [runId])
    },
    /** A page's text; undefined if it was deleted in the meantime. */
    readMarkdown: async (runId: string, place: number): Promise<string | undefined> => {
      await writeNow(runId)
      const sql = 'SELECT markdown FROM wiki_pages WHERE run_id = $1 AND place = $2'
      return (await firstRow<{ markdown: string }>(db, sql, [runId, place]))?.markdown
    },
    /** Deletes a run with its pages. Returns whether it existed. */
    delete: async (runId: string): Promise<boolean> =>
      (await db.run('DELETE FROM wiki_runs WHERE id = $1', [runId])) > 0,
  }
}
