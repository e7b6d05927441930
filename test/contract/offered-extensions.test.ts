import { expect, test } from 'vitest'
import { apiEndpoints } from '../../src/contract/api-endpoints.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { extensions } from '../../src/contract/extensions.ts'
import { offeredExtensions } from '../../src/contract/offered-extensions.ts'
import { openApiDocument } from '../../src/service/routes/openapi.ts'

test('a document with all endpoints offers all extensions, and one with only the core API offers none', () => {
  expect(offeredExtensions(openApiDocument(endpoints))).toEqual(Object.keys(extensions))
  expect(offeredExtensions(openApiDocument(apiEndpoints))).toEqual([])
})

test('path parameters may have any name, and paths may omit the path of the server URL', () => {
  const get = { get: {}, parameters: [] }
  expect(offeredExtensions({ paths: { '/api/v0/computers/{id}': get } })).toEqual(['computer'])
  const servers = [{ url: 'https://api.example/api/v0/' }]
  expect(offeredExtensions({ servers, paths: { '/computers': get, '/computers/{x}': { delete: {} } } })).toEqual([
    'computers',
    'deleteComputer',
  ])
})

test('another method on the same path is another endpoint', () => {
  expect(offeredExtensions({ paths: { '/api/v0/computers': { post: {} } } })).toEqual(['createComputer'])
})

test.each([
  ['nothing', undefined],
  ['a list', [{ paths: { '/api/v0/computers': { get: {} } } }]],
  ['no paths', {}],
  ['paths with text values', { paths: { '/api/v0/computers': 'get' } }],
  ['invalid servers', { servers: [{ url: 'https://[' }, 7], paths: { 'api/v0/computers': { get: {} } } }],
  ['inherited paths', JSON.parse('{"__proto__":{"paths":{"/api/v0/computers":{"get":{}}}}}')],
  ['many', { paths: Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`/{a}/${at}`, { get: {} }])) }],
])('%s offers no extensions', (_, document) => {
  expect(offeredExtensions(document)).toEqual([])
})
