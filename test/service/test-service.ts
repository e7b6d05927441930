import { ROLES, type Role } from '../../src/contract/roles.ts'
import { createApp, type LogEntry } from '../../src/service/create-app.ts'
import { type DemoOptions, fillWithDemo } from '../../src/service/demo/fill-with-demo.ts'
import { createStore } from '../../src/service/store/store.ts'

/** The current time in all tests of the service: yesterday is 2026-10-20, a Tuesday. */
export const NOW = Date.UTC(2026, 9, 21, 9)
export const FIRST_DAY = '2026-08-22'
export const LAST_DAY = '2026-10-20'
export const RANGE = `startDate=${FIRST_DAY}&endDate=${LAST_DAY}`

export const keyOf = (role: Role): string => `test-key-of-the-${role}`

export type CallOptions = {
  method?: string
  /** Null sends no Authorization header. */
  role?: Role | null
  body?: unknown
  headers?: Record<string, string>
}

/** A response with untyped JSON. Where its shape matters, tests parse it with the contract. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type TestReply = Omit<Response, 'json'> & { json: () => Promise<any> }

/** The service without a socket, with a small demo organisation and a clock that can be moved. */
export const createTestService = async (demo: DemoOptions | null = { users: 12, days: 60 }) => {
  const store = createStore()
  const clock = { now: NOW }
  const log: LogEntry[] = []
  const now = (): number => clock.now
  for (const role of ROLES) await store.keys.put(role, keyOf(role))
  if (demo !== null) await fillWithDemo(store, demo, now)
  const app = createApp(store, { now, log: (entry) => log.push(entry) })

  const call = async (path: string, options: CallOptions = {}): Promise<TestReply> => {
    const { method = 'GET', role = 'owner', body, headers = {} } = options
    return app.request(path, {
      method,
      headers: {
        ...(role !== null && { authorization: `Bearer ${keyOf(role)}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  }
  const json: (path: string, options?: CallOptions) => ReturnType<TestReply['json']> = async (path, options) =>
    (await call(path, options)).json()
  return { store, app, clock, log, call, json }
}
