import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import { isObject } from '../../base/json.ts'
import type { Command } from '../kit/command.ts'
import { outputJsonSchema } from '../output/schema/output-schemas.ts'

type Schema = Record<string, unknown>

/** Members that a page adds to the document of its command, see `result-pages.ts`. */
const PAGE_MEMBERS: Schema = {
  continue: {
    type: 'object',
    description: 'present if there are more rows: call again with the same input and this cursor',
    properties: { cursor: { type: 'string' }, remaining: { type: 'integer', description: 'rows that are left' } },
    required: ['cursor', 'remaining'],
  },
  cut: {
    type: 'object',
    description: 'present if lists inside a row are shortened',
    properties: { items: { type: 'integer' }, why: { type: 'string' } },
    required: ['items', 'why'],
  },
}

/**
 * The schema, in which members of the API's objects may have any value: a server that breaks its contract must not make
 * clients reject the whole result.
 */
const lenient = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(lenient)
  if (!isObject(schema)) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, lenient(member)]))
  const { required: _, ...rest } = inner
  if (!isObject(inner.properties) || inner.additionalProperties === false) return inner
  const members = Object.entries(inner.properties).map(([name, member]) => [name, { anyOf: [member, {}] }])
  return { ...rest, properties: Object.fromEntries(members) }
}

/** The schema of a document as a page: clients accept only schemas of objects, in draft 7. */
const pageSchema = ({ $schema: _, ...schema }: Schema): Schema => {
  const { anyOf, properties } = schema
  if (Array.isArray(anyOf)) return { ...schema, type: 'object', anyOf: anyOf.map((one: Schema) => pageSchema(one)) }
  return { ...schema, properties: { ...(properties as Schema), ...PAGE_MEMBERS } }
}

/** The schema of what a tool returns; none for text. */
export const outputSchemaOf = ({ name }: Command): Pick<Tool, 'outputSchema'> => {
  const schema = outputJsonSchema(name, 'draft-07')
  return schema ? { outputSchema: pageSchema(lenient(schema) as Schema) as Tool['outputSchema'] } : {}
}
