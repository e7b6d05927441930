import { isContainer } from '../../base/json.ts'
import type { QueryName } from '../load/queries.ts'

/** A query that the cache on disk answered without a request. */
export type CacheHit = {
  /** Increases with each hit. */
  id: number
  /** When the query ran, Unix ms. */
  at: number
  /** `users` stands for the per-user rows, which are loaded page by page. */
  query: QueryName | 'users'
  /** The parameters as text: `2026-11-07..2026-11-20`, `limit 30`; empty if there are none. */
  what: string
  /** When the data was fetched, Unix ms by the server's clock; undefined for settled days. */
  fetchedAt: number | undefined
}

/** Maximum number of stored hits. */
const MAX_HITS = 200

/** The last queries that needed no request. @param now Unix ms. */
export const createCacheHitLog = (now: () => number) => {
  const hits: CacheHit[] = []
  let lastId = 0
  return {
    /** Oldest first. */
    list: (): readonly CacheHit[] => [...hits],
    add(query: CacheHit['query'], params: object, { at }: { at: number | undefined }): void {
      lastId += 1
      hits.push({ id: lastId, at: now(), query, what: wordsOf(params), fetchedAt: at })
      if (hits.length > MAX_HITS) hits.shift()
    },
  }
}

const wordsOf = (params: object): string =>
  Object.entries(params)
    .map(([name, value]) => (isRange(value) ? `${value.from}..${value.to}` : `${name} ${String(value)}`))
    .join(', ')

const isRange = (value: unknown): value is { from: string; to: string } =>
  isContainer(value) && 'from' in value && 'to' in value
