import { expect, test } from 'vitest'
import { apiEndpoints } from '../../src/contract/api-endpoints.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { extensions } from '../../src/contract/extensions.ts'
import { isLiveStreamOffered, offeredExtensions, offeredPath } from '../../src/contract/offered-extensions.ts'
import { openApiDocument } from '../../src/service/routes/openapi.ts'

const own = '/api/v0/organization/audit-events'
const at = (path: string, server = '/') => ({ servers: [{ url: server }], paths: { [path]: { get: {} } } })

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

test.each<[name: string, document: object, path: string | undefined]>([
  ['elsewhere', { paths: { '/api/v0/audit-logs': { get: {} } } }, '/api/v0/audit-logs'],
  ['below the path of the server', at('/audit-log', 'https://x.example/api/v2/'), '/api/v2/audit-log'],
  ['with the path of the server', at('/api/v2/a/audit-log', 'https://x.example/api/v2'), '/api/v2/a/audit-log'],
  ['where the contract has it', at('/api/v0/organization/audit-events'), undefined],
  ['at two places', { paths: { '/x/audit-log': { get: {} }, [own]: { get: {} } } }, undefined],
])('the audit log is found %s', (_, document, path) => {
  expect(offeredExtensions(document)).toEqual(['auditEvents'])
  expect(offeredPath(document, 'auditEvents')).toBe(path)
})

test.each([
  ['of another method', { paths: { '/api/v0/audit-log': { post: {} } } }],
  ['with a parameter', at('/api/v0/{org}/audit-log')],
  ['that leads elsewhere', at('/api/v0/../audit-log')],
  ['of another host', at('//x.example/audit-log')],
  ['with a query', at('/api/v0/x?/audit-log')],
  ['with an escape', at('/api/%2e%2e/audit-log')],
  ['that only ends alike', at('/api/v0/my-audit-log')],
  ['with more behind it', at('/api/v0/audit-log/export')],
])('a path %s is not the audit log', (_, document) => {
  expect(offeredExtensions(document)).toEqual([])
  expect(offeredPath(document, 'auditEvents')).toBeUndefined()
})

test('only an extension with last steps of a path may be elsewhere', () => {
  expect(offeredPath(at('/api/v9/organization/users'), 'organizationUsers')).toBeUndefined()
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

test('the stream of today is offered by its path and method', () => {
  expect(isLiveStreamOffered(openApiDocument(endpoints))).toBe(true)
  expect(isLiveStreamOffered(openApiDocument(apiEndpoints))).toBe(false)
  expect(isLiveStreamOffered(at('/live/stream', 'https://x.example/api/v1'))).toBe(true)
  expect(isLiveStreamOffered({ paths: { '/api/v1/live/stream': { post: {} } } })).toBe(false)
  expect(isLiveStreamOffered('no document')).toBe(false)
})
