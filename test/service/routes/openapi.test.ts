import { expect, test } from 'vitest'
import { apiEndpoints } from '../../../src/contract/api-endpoints.ts'
import { type Endpoint, endpoints } from '../../../src/contract/endpoints.ts'
import { openApiDocument } from '../../../src/service/routes/openapi.ts'

type Operation = {
  operationId: string
  parameters: { name: string; in: string; required: boolean; schema: Record<string, unknown> }[]
  requestBody?: { required: boolean; content: Record<string, unknown> }
  responses: Record<string, { description: string; content?: Record<string, { schema?: { $ref?: string } }> }>
}
const document = openApiDocument(endpoints)
const operationAt = (path: string, method: string): Operation | undefined =>
  document.paths[path]?.[method.toLowerCase()] as Operation | undefined

for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][])
  test(`${name} is in the document with its parameters, its body and all its statuses`, () => {
    for (const path of [endpoint.path, endpoint.newerPath].filter((path) => path !== undefined)) {
      const operation = operationAt(path, endpoint.method)
      if (operation === undefined) throw new Error(`${endpoint.method} ${path} is missing`)
      const expected = [
        ...Object.keys(endpoint.params?.shape ?? {}).map((member) => `path ${member}`),
        ...Object.keys(endpoint.query?.shape ?? {}).map((member) => `query ${member}`),
      ]
      expect(operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`)).toEqual(expected)
      expect(operation.requestBody !== undefined).toBe(endpoint.body !== undefined)
      const { [endpoint.status]: success, ...failures } = operation.responses
      const type = endpoint.response === 'archive' ? 'application/zip' : 'application/json'
      expect(Object.keys(success?.content ?? {})).toEqual(endpoint.status === 204 ? [] : [type])
      expect(Object.keys(failures).map(Number)).toEqual(expect.arrayContaining([...endpoint.errors]))
      const body = endpoint.errorsHaveRequestId ? 'AnalyticsErrorBody' : 'ErrorBody'
      for (const { content } of Object.values(failures))
        expect(content?.['application/json']?.schema?.$ref).toBe(`#/components/schemas/${body}`)
    }
  })

/** Every value in the document, with its place. */
function* walk(value: unknown, place: string): Generator<[place: string, value: unknown]> {
  yield [place, value]
  if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) yield* walk(member, `${place}/${name}`)
}

test.each([
  ['all endpoints', endpoints],
  ['a strict service', apiEndpoints],
])('the OpenAPI 3.1 document of %s has exactly its paths, and references and schemas match', (_, table) => {
  const whole = openApiDocument(table)
  expect(whole).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./), info: { version: '0.1.0' } })
  expect(whole.security).toEqual([{ bearer: [] }])
  expect(whole.components.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' })
  const known = Object.values<Endpoint>(table).flatMap(({ method, path, newerPath }) =>
    [path, newerPath].filter((one) => one !== undefined).map((one) => `${method.toLowerCase()} ${one}`),
  )
  const found = Object.entries(whole.paths).flatMap(([path, item]) =>
    Object.keys(item).map((name) => `${name} ${path}`),
  )
  // The stream has no response that is read as a whole, so it is no endpoint of the table.
  if (table === endpoints) known.push('get /api/v1/live/stream')
  expect(found.sort()).toEqual(known.sort())
  const ids = Object.values(whole.paths).flatMap((item) =>
    Object.values(item).map((one) => (one as Operation).operationId),
  )
  expect(new Set(ids).size).toBe(ids.length)
  const references = [...walk(whole, '')].filter(([place]) => place.endsWith('/$ref')).map(([, value]) => value)
  const schemas = Object.keys(whole.components.schemas).map((name) => `#/components/schemas/${name}`)
  expect([...new Set(references)].sort()).toEqual(schemas.sort())
  for (const [place] of walk(whole.components.schemas, '')) expect(place).not.toMatch(/\/(\$id|\$schema|nullable)$/)
})

test.each([
  ['Computer', 'providerType', ['byom']],
  ['Computer', 'status', ['provisioning', 'active', 'error']],
  ['CreditsByModel', 'model_tier', ['standard', 'thinking']],
  ['PersonDay', 'delegation_level', ['auto-high', 'auto-medium', 'auto-low', 'spec', 'manual']],
])('%s.%s names its known values and accepts others', (schema, member, known) => {
  const { properties } = document.components.schemas[schema] as { properties: Record<string, unknown> }
  expect(properties[member]).toEqual({ type: 'string', anyOf: [{ enum: known }, { type: 'string' }] })
})

test('responses with several shapes are listed, and parameters have their limits or their only value', () => {
  const answerOf = (path: string) => operationAt(path, 'GET')?.responses['200']?.content?.['application/json']?.schema
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const credits = '/api/v1/analytics/tokens'
  expect(answerOf(credits)).toEqual({ anyOf: [ref('CreditsAnswer'), ref('CreditsModelAnswer')] })
  expect(answerOf('/api/v0/automations/ci/jobs')).toEqual({ anyOf: [ref('CiJobs'), {}] })
  const parameter = (path: string, name: string) =>
    operationAt(path, 'GET')?.parameters.find((one) => one.name === name)
  const query = { in: 'query', required: false }
  expect(parameter(credits, 'group_by')).toMatchObject({ ...query, schema: { type: 'string', const: 'model' } })
  const schema = { type: 'integer', minimum: 1, maximum: 100 }
  expect(parameter('/api/v1/analytics/users', 'limit')).toEqual({ name: 'limit', ...query, schema })
})
