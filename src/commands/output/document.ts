import { isObject } from '../../base/json.ts'

/** Version of the JSON documents. A member that is renamed, removed or changes its meaning needs a new one. */
export const SCHEMA_VERSION = 1

/** A JSON document with its version, which replaces a member of that name from a server. Lists stay as they are. */
export const withSchema = (value: unknown): unknown =>
  isObject(value) ? { schema: SCHEMA_VERSION, ...without(value, 'schema') } : value

/**
 * A row as the server sent it, with what this program computed under `computed`, where names of the API cannot collide
 * with ours. It replaces a member of that name from the server.
 */
export const withComputed = (row: object, computed: object): Readonly<Record<string, unknown>> => ({
  ...without(row, 'computed'),
  computed,
})

const without = (value: object, name: string): object =>
  Object.hasOwn(value, name) ? Object.fromEntries(Object.entries(value).filter(([member]) => member !== name)) : value
