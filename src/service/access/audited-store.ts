import { isObject } from '../../base/json.ts'
import type { RouteContext } from '../http/route.ts'
import type { AuditRow } from '../store/audit-log.ts'
import type { Stores } from '../store/store.ts'

/**
 * Runs a route that changes data. The transaction of its change also adds an audit row, so that each change has
 * one. A request that fails, and therefore changes nothing, adds none.
 */
export const withAuditRow = async (
  entry: Pick<AuditRow, 'id' | 'action' | 'target'>,
  context: RouteContext,
  route: (context: RouteContext) => Promise<unknown>,
): Promise<unknown> => {
  const { store, caller } = context
  let isRecorded = false
  const record = async ({ auditLog }: Stores): Promise<void> => {
    if (!isRecorded) await auditLog.add({ ...entry, key_name: caller.name, role: caller.role })
    isRecorded = true
  }
  const write: typeof store.write = (work) =>
    store.write(async (stores) => {
      const result = await work(stores)
      await record(stores)
      return result
    })
  const reply = await route({ ...context, store: { ...store, write } })
  // Some changes write nothing, such as refreshing a computer.
  await record(store)
  return reply
}

/** The ids in the path of a request, or the name of the object that it creates. */
export const targetOf = ({ params, body }: Record<string, unknown>): string | null => {
  const ids = isObject(params) ? Object.values(params) : []
  const name = isObject(body) && ids.length === 0 ? [body.name] : []
  const words = [...ids, ...name].filter((word) => typeof word === 'string')
  return words.length === 0 ? null : words.join(' ')
}
