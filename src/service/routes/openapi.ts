import * as z from 'zod'
import { compareText } from '../../base/text.ts'
import * as analytics from '../../contract/analytics.ts'
import { apiEndpoints } from '../../contract/api-endpoints.ts'
import * as ci from '../../contract/ci.ts'
import * as computers from '../../contract/computers.ts'
import { LIVE_STREAM_PATH } from '../../contract/constants.ts'
import * as controls from '../../contract/controls.ts'
import * as credits from '../../contract/credits.ts'
import { type Endpoint, type EndpointName, endpoints } from '../../contract/endpoints.ts'
import * as errorBodies from '../../contract/error-bodies.ts'
import * as live from '../../contract/live.ts'
import * as organization from '../../contract/organization.ts'
import * as perUserRows from '../../contract/per-user-rows.ts'
import { AnyBody, Pagination } from '../../contract/primitives.ts'
import * as readiness from '../../contract/readiness.ts'
import * as serviceAccounts from '../../contract/service-accounts.ts'
import * as teams from '../../contract/teams.ts'
import * as topUsers from '../../contract/top-users.ts'
import * as wiki from '../../contract/wiki.ts'
import { PROBLEM_TITLES, type ProblemStatus } from '../http/problem.ts'
import type { Route } from '../http/route.ts'
import { servedByMirror } from '../sync/served-endpoints.ts'

/** The version of the API that `api.md` describes. */
const API_VERSION = '0.1.0'

/** Named schemas of the document: all exported schemas. Other schemas are inlined. */
const named: ReadonlyMap<z.ZodType, string> = new Map(
  Object.entries<unknown>({
    ...analytics,
    AnyBody,
    ...ci,
    ...computers,
    ...controls,
    ...credits,
    ...errorBodies,
    ...live,
    ...organization,
    Pagination,
    ...perUserRows,
    ...readiness,
    ...serviceAccounts,
    ...teams,
    ...topUsers,
    ...wiki,
  })
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([name, schema]) => (schema instanceof z.ZodType ? [[schema, name]] : [])),
)

type Json = Record<string, unknown>
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

export const openApi: Route<'openApi'> = async (_request, { isStrict, store }) => {
  const table: Partial<Record<EndpointName, Endpoint>> = isStrict ? apiEndpoints : endpoints
  const served = await servedByMirror(store)
  return openApiDocument(served ? Object.fromEntries(rowsOf(table).filter(([name]) => served.has(name))) : table)
}

/** Creates the OpenAPI 3.1 document of a service with these endpoints. */
export const openApiDocument = (table: Partial<Record<EndpointName, Endpoint>>) => {
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of rowsOf(table))
    for (const path of [endpoint.path, endpoint.newerPath]) {
      if (path === undefined) continue
      // Two paths may share an endpoint, but an operation id must be unique.
      const operationId = path === endpoint.path ? name : `${name}ByNewerPath`
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint, operationId) }
    }
  if (table.live) paths[LIVE_STREAM_PATH] = { get: liveStream(table.live) }
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Usage Analytics, Readiness Reports and Organization Administration API',
      version: API_VERSION,
      description: 'Days are UTC days. Responses may contain unknown members; clients must preserve them.',
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths,
    components: {
      schemas: referred(componentSchemas(table), paths),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'An API key or a JWT.' } },
    },
  }
}

const operation = (name: EndpointName, endpoint: Endpoint, operationId: string): Json => ({
  operationId,
  summary: endpoint.summary,
  description: `Roles: ${endpoint.roles.join(', ')}.`,
  tags: [endpoint.path.split('/')[3] ?? 'other'],
  parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
  ...(endpoint.body && { requestBody: { required: true, content: jsonContent(ref(bodyName(name, endpoint.body))) } }),
  responses: { [endpoint.status]: success(name, endpoint), ...errorResponses(endpoint) },
})

const liveStream = (live: Endpoint): Json => ({
  ...operation('live', live, 'liveStream'),
  summary: 'Activity of today: an event live at once and after changes, at most one a second',
  responses: {
    200: {
      description: 'Each event has the same body as GET /api/v1/live.',
      headers: { 'x-request-id': { schema: { type: 'string' } } },
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
    ...errorResponses(live),
  },
})

const rowsOf = (table: Partial<Record<EndpointName, Endpoint>>): [EndpointName, Endpoint][] =>
  Object.entries(table) as [EndpointName, Endpoint][]

const bodyName = (name: EndpointName, body: z.ZodObject): string => named.get(body) ?? `${capital(name)}Body`

const parametersOf = (schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] => {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = inline(schema) as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

const jsonContent = (schema: unknown): Json => ({ 'application/json': { schema } })

const success = (name: EndpointName, endpoint: Endpoint): Json => {
  const headers = { 'x-request-id': { schema: { type: 'string' } } }
  if (endpoint.response === 'archive')
    return { description: 'A zip archive.', headers, content: { 'application/zip': {} } }
  if (endpoint.status === 204) return { description: endpoint.summary, headers }
  const item = bareListItem(endpoint)
  if (item !== undefined)
    return { description: endpoint.summary, headers, content: jsonContent({ type: 'array', items: ref(item) }) }
  const schemas = [answerName(name), ...Object.keys(endpoint.grouped ?? {}).map((by) => answerName(name, by))]
  const [only] = schemas
  const shapes: Json[] = endpoint.isOpen ? [...schemas.map(ref), {}] : schemas.map(ref)
  const schema = shapes.length === 1 && only !== undefined ? ref(only) : { anyOf: shapes }
  return { description: endpoint.summary, headers, content: jsonContent(schema) }
}

/** Name of the schema of the rows, if the response is a list without an object around it. */
const bareListItem = ({ isBareList, rows = '', response }: Endpoint): string | undefined => {
  const list = isBareList && response instanceof z.ZodObject ? response.shape[rows] : undefined
  return list instanceof z.ZodArray ? named.get(list.element as z.ZodType) : undefined
}

/** Statuses that this service sends in addition to those in the table of endpoints. */
const generalErrors = (endpoint: Endpoint): ProblemStatus[] => (endpoint.body ? [403, 413, 415, 429] : [403, 429])

const errorResponses = (endpoint: Endpoint): Json => {
  const schema = ref(endpoint.errorsHaveRequestId ? 'AnalyticsErrorBody' : 'ErrorBody')
  const statuses = new Set([...endpoint.errors, ...generalErrors(endpoint)])
  return Object.fromEntries(
    [...statuses]
      .sort()
      .map((status) => [
        status,
        { description: PROBLEM_TITLES[status as ProblemStatus], content: jsonContent(schema) },
      ]),
  )
}

const answerName = (name: EndpointName, groupBy = ''): string => {
  const { response } = endpoints[name]
  const known = response === 'archive' ? undefined : named.get(response)
  if (groupBy === '' && known !== undefined) return known
  return `${capital(name)}${groupBy.split('_').map(capital).join('')}Answer`
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const inline = (schema: z.ZodType): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema) as Json
  return rest
}

/** Named schemas and the responses of all endpoints, referring to each other. */
const componentSchemas = (table: Partial<Record<EndpointName, Endpoint>>): Json => {
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of named) registry.add(schema, { id })
  for (const [name, endpoint] of rowsOf(table)) {
    const { body, response, grouped = {} } = endpoint
    if (body && !registry.has(body)) registry.add(body, { id: bodyName(name, body) })
    if (response !== 'archive' && !registry.has(response)) registry.add(response, { id: answerName(name) })
    for (const [by, schema] of Object.entries(grouped)) registry.add(schema, { id: answerName(name, by) })
  }
  const { schemas } = z.toJSONSchema(registry, { uri: (id) => `#/components/schemas/${id}` })
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutIdentity(schema as Json)]))
}

/** Only schemas that these paths refer to, directly or indirectly. A strict service lists only the documented endpoints, so the schemas of the others are left out. */
const referred = (schemas: Json, paths: Json): Json => {
  const wanted = new Set<string>()
  const open: unknown[] = [paths]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (name === undefined || wanted.has(name)) continue
      wanted.add(name)
      open.push(schemas[name])
    }
  }
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => wanted.has(name)))
}

// A standalone schema needs its address. Inside `components` its position is the address.
const withoutIdentity = ({ $schema: _dialect, $id: _id, ...rest }: Json): Json => rest
