import { expect, test } from 'vitest'
import { z } from 'zod'
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

/** Every value in the document, with where it stands. */
function* walk(value: unknown, place: string): Generator<[place: string, value: unknown]> {
  yield [place, value]
  if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) yield* walk(member, `${place}/${name}`)
}

test('it is OpenAPI 3.1 of the version that the API declares', () => {
  expect(document.openapi).toMatch(/^3\.1\./)
  expect(document.info.version).toBe('0.1.0')
  expect(document.components.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' })
  expect(document.security).toEqual([{ bearer: [] }])
})

for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][])
  test(`${name} is there with its parameters, its body and all its statuses`, () => {
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

test('nothing is there that the table does not have', () => {
  const known = (Object.values(endpoints) as Endpoint[]).flatMap(({ method, path, newerPath }) =>
    [path, newerPath].filter((one) => one !== undefined).map((one) => `${method.toLowerCase()} ${one}`),
  )
  const found = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  )
  expect(found.sort()).toEqual(known.sort())
})

test('the document of a strict service names no extension', () => {
  const strict = openApiDocument(apiEndpoints)
  expect(Object.keys(strict.paths)).toEqual(
    Object.values<Endpoint>(apiEndpoints).flatMap(({ path, newerPath }) => (newerPath ? [path, newerPath] : path)),
  )
  expect(JSON.stringify(strict)).not.toContain('/restart')
})

test.each([
  ['all that is served', document],
  ['a strict service', openApiDocument(apiEndpoints)],
])('the document of %s names no schema that nothing refers to', (_, whole) => {
  const text = JSON.stringify(whole)
  const unused = Object.keys(whole.components.schemas).filter((name) => !text.includes(`schemas/${name}"`))
  expect(unused).toEqual([])
})

test('each operation has an id of its own', () => {
  const ids = Object.values(document.paths).flatMap((item) =>
    Object.values(item).map((one) => (one as Operation).operationId),
  )
  expect(new Set(ids).size).toBe(ids.length)
})

test('every reference leads somewhere', () => {
  const schemas = document.components.schemas
  let references = 0
  for (const [place, value] of walk(document, '')) {
    if (!place.endsWith('/$ref')) continue
    references++
    expect(Object.keys(schemas), place).toContain(String(value).replace('#/components/schemas/', ''))
  }
  expect(references).toBeGreaterThan(50)
})

test('no schema carries an address of its own, and none says nullable', () => {
  for (const [place] of walk(document.components.schemas, '')) expect(place).not.toMatch(/\/(\$id|\$schema|nullable)$/)
})

test('group_by is described with its only value, and both shapes of the answer', () => {
  const operation = operationAt('/api/v1/analytics/tokens', 'GET')
  const groupBy = operation?.parameters.find(({ name }) => name === 'group_by')
  expect(groupBy).toMatchObject({ required: false, schema: { type: 'string', const: 'model' } })
  expect(operation?.responses['200']?.content?.['application/json']?.schema).toEqual({
    anyOf: [{ $ref: '#/components/schemas/CreditsAnswer' }, { $ref: '#/components/schemas/CreditsModelAnswer' }],
  })
})

test.each([
  ['Computer', 'providerType', ['byom']],
  ['Computer', 'status', ['provisioning', 'active', 'error']],
  ['CreditsByModel', 'model_tier', ['standard', 'thinking']],
  ['PersonDay', 'primary_model_tier', ['standard', 'thinking']],
  ['PersonDay', 'delegation_level', ['auto-high', 'auto-medium', 'auto-low', 'spec', 'manual']],
  ['CiJob', 'action', ['create', 'edit', 'delete']],
])('%s.%s names its known values and takes others', (schema, member, known) => {
  const { properties } = document.components.schemas[schema] as { properties: Record<string, unknown> }
  expect(properties[member]).toEqual({ type: 'string', anyOf: [{ enum: known }, { type: 'string' }] })
})

test('the effort of the model that judged is one of four, or another', () => {
  const texts = [...walk(document.components.schemas.ReadinessReport, '')]
  expect(texts.find(([place]) => place.endsWith('/reasoningEffort'))?.[1]).toEqual({
    type: 'string',
    anyOf: [{ enum: ['high', 'medium', 'low', 'off'] }, { type: 'string' }],
  })
})

test('the jobs of CI may be answered in any shape', () => {
  const success = operationAt('/api/v0/automations/ci/jobs', 'GET')?.responses['200']
  expect(success?.content?.['application/json']?.schema).toEqual({
    anyOf: [{ $ref: '#/components/schemas/CiJobs' }, {}],
  })
})

test('parameters say their limits and are not nullable', () => {
  const limit = operationAt('/api/v1/analytics/users', 'GET')?.parameters.find(({ name }) => name === 'limit')
  expect(limit).toEqual({
    name: 'limit',
    in: 'query',
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: 100 },
  })
})

test('the document is JSON', () => {
  expect(z.json().parse(JSON.parse(JSON.stringify(document)))).toEqual(document)
})
