import { afterAll, beforeAll, expect } from 'vitest'
import { z } from 'zod'
import { AppError } from '../../src/base/errors.ts'
import { type Client, createClient, type Reply } from '../../src/client/client.ts'
import { type PagedEndpointName, pagesOf } from '../../src/client/pages.ts'
import {
  type Endpoint,
  type EndpointName,
  endpoints,
  type JsonEndpointName,
  type RequestOf,
  responseSchema,
} from '../../src/contract/endpoints.ts'
import { type RunningService, startService } from '../../src/service/start-service.ts'
import type { Store } from '../../src/service/store/store.ts'

export const NOW = Date.UTC(2026, 10, 21, 9)
export const PEOPLE = 12
export const FIRST_DAY = '2026-11-11'
export const LAST_DAY = '2026-11-20'
export const range = { startDate: FIRST_DAY, endDate: LAST_DAY }

export let service: RunningService
export let store: Store
export let owner: Client
const clients: Client[] = []

export const clientWith = (apiKey: string): Client => {
  const credentials = { baseUrl: service.url, appUrl: service.url, apiKey, keySource: 'QUARTERDECK_API_KEY' }
  const client = createClient({ credentials, now: () => NOW, sleep: async () => {}, env: {} })
  clients.push(client)
  return client
}

/** Starts a service for the tests of a file. Test files may share this module. */
export const startWalk = (): void => {
  beforeAll(async () => {
    service = await startService({
      demo: { users: PEOPLE, days: 10 },
      now: () => NOW,
      prepare: (opened) => {
        store = opened
      },
    })
    owner = clientWith(service.keys.owner)
  })
  afterAll(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()))
    await service.close()
  })
}

type AnyReply = Reply<Record<string, unknown>>
type AnyRequest = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

// A loop over the names loses the connection between the types of an endpoint and its request.
export const callAny = async (client: Client, name: EndpointName, request: AnyRequest): Promise<AnyReply> =>
  (await client.call(name as 'credits', request as unknown as RequestOf<'credits'>)) as unknown as AnyReply

/** Members that the contract omits on purpose: one named after the product, and those of OpenAPI. */
const unnamedOnPurpose: Partial<Record<EndpointName, string[]>> = {
  readinessReports: ['agentVersion'],
  openApi: ['jsonSchemaDialect', 'servers', 'security', 'paths', 'components', 'description'],
}

/** Names of members of a response that its schema does not declare. */
const unnamedMembers = (schema: z.core.$ZodType, value: unknown): string[] => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return unnamedMembers(schema.unwrap(), value)
  const inside = schema instanceof z.ZodArray ? schema.element : schema instanceof z.ZodRecord && schema.valueType
  if (inside) return Object.values(value ?? {}).flatMap((item) => unnamedMembers(inside, item))
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(value ?? {}).flatMap(([name, member]) =>
    name in schema.shape ? unnamedMembers(schema.shape[name] as z.core.$ZodType, member) : [name],
  )
}

/** Calls an endpoint and checks that the raw response matches the schema and has no unknown members. */
export const strictly = async (name: JsonEndpointName, request: AnyRequest, client = owner): Promise<AnyReply> => {
  const row: Endpoint = endpoints[name]
  const reply = await callAny(client, name, request)
  const schema = responseSchema(row, request.query?.group_by as string | undefined)
  expect(reply.problems).toEqual([])
  expect(schema.parse(reply.raw)).toEqual(reply.raw)
  expect(reply.body).toEqual(reply.raw)
  const unnamed = unnamedMembers(schema, reply.raw)
  expect(unnamed.filter((member) => !unnamedOnPurpose[name]?.includes(member))).toEqual([])
  expect(reply.status).toBe(row.status)
  expect(reply.requestId).toMatch(/^[0-9a-f-]{36}$/)
  return reply
}

export const rowsOf = (reply: AnyReply, member: string): Record<string, unknown>[] =>
  reply.body[member] as Record<string, unknown>[]

/** Rows that the store returns as JSON. */
export const parsed = (rows: string): unknown[] => JSON.parse(`[${rows}]`)

export const walked = async <N extends PagedEndpointName>(name: N, request: RequestOf<N>) => {
  const rows: unknown[] = []
  let pages = 0
  for await (const page of pagesOf(owner, name, request)) {
    expect(page.reply.problemCount).toBe(0)
    expect(page.incomplete).toBeUndefined()
    rows.push(...page.rawRows)
    pages += 1
  }
  return { rows, pages }
}

export const failureOf = async (promise: Promise<unknown>): Promise<AppError> => {
  const error = await promise.catch((thrown) => thrown)
  if (!(error instanceof AppError)) throw new Error(`no AppError: ${error}`)
  return error
}
