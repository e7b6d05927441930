import type { Store } from './store.ts'

/** Ids of what people ask for by id. */
export type StoredIds = { computers: string[]; serviceAccounts: string[]; wikiRuns: string[] }

/** @param nowMs Unix milliseconds. */
export const storedIds = (store: Store, nowMs: number): StoredIds => ({
  computers: store.computers.readAll(nowMs).map(({ id }) => id),
  serviceAccounts: store.serviceAccounts.readIds(),
  wikiRuns: store.wikis.readAll().map(({ run }) => run.wikiRunId),
})
