import type { EndpointName } from '../../contract/endpoints.ts'
import type { Stores } from '../store/store.ts'
import { MIRRORED, OPTIONAL } from './vendor.ts'

/** The endpoints that every mirror serves. The ranking of users, teams, budgets and activity of today are its own. */
const always: ReadonlySet<EndpointName> = new Set([
  'openApi',
  'topUsers',
  'teams',
  'budgets',
  'live',
  'liveUsers',
  'sendHookEvents',
  ...MIRRORED,
])

/** Whether the endpoint is served, whether or not the store is a mirror. */
export const isAlwaysServed = (name: EndpointName): boolean => always.has(name)

/**
 * The endpoints that a server answers; undefined if its store is no mirror, so that it answers all. A mirror has no keys,
 * wiki archives and computers, and changes nothing.
 */
export const servedByMirror = async ({
  sync,
}: Pick<Stores, 'sync'>): Promise<ReadonlySet<EndpointName> | undefined> => {
  if ((await sync.readState()) === undefined) return undefined
  const read = new Set(await sync.readEndpoints())
  const optional = OPTIONAL.filter((name) => read.has(name))
  return new Set([...always, ...optional, ...(read.has('userLimits') ? (['globalLimit'] as const) : [])])
}
