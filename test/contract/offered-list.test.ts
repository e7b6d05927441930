import { expect, test } from 'vitest'
import { endpoints } from '../../src/contract/endpoints.ts'
import { offeredList } from '../../src/contract/offered-list.ts'
import { openApiDocument } from '../../src/service/routes/openapi.ts'

const documentOf = (parameters: unknown, others: object = {}) => ({
  paths: { '/api/v2/audit-log': { get: { parameters }, ...others } },
  components: { parameters: { Page: { name: 'pageToken', in: 'query' } }, schemas: { Size: { maximum: 50 } } },
})

test('our own document names the parameters of the contract', () => {
  expect(offeredList(openApiDocument(endpoints), 'auditEvents')).toEqual({
    path: undefined,
    limit: { name: 'limit', max: 100 },
    cursor: 'cursor',
  })
})

test.each<[what: string, document: unknown, limit: unknown, cursor: unknown]>([
  ['without parameters', documentOf(undefined), undefined, undefined],
  [
    'with other names',
    documentOf([
      { name: 'page_size', in: 'query', schema: { $ref: '#/components/schemas/Size' } },
      { name: 'startAfter', in: 'query' },
    ]),
    { name: 'page_size', max: 50 },
    'startAfter',
  ],
  ['with references', documentOf([{ $ref: '#/components/parameters/Page' }]), undefined, 'pageToken'],
  [
    'with parameters of the path',
    documentOf([], { parameters: [{ name: 'cursor', in: 'query' }] }),
    undefined,
    'cursor',
  ],
  ['with parameters elsewhere', documentOf([{ name: 'cursor', in: 'header' }, 'limit', null]), undefined, undefined],
  ['with broken references', documentOf([{ $ref: '#/components/none' }, { $ref: 5 }]), undefined, undefined],
])('a list %s', (_, document, limit, cursor) => {
  expect(offeredList(document, 'auditEvents')).toEqual({ path: '/api/v2/audit-log', limit, cursor })
})

test('a document without the list', () => {
  expect(offeredList({ paths: {} }, 'auditEvents')).toBeUndefined()
  expect(offeredList('no document', 'auditEvents')).toBeUndefined()
})
