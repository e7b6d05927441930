import * as z from 'zod'
import { isContainer, isObject, memberOf } from '../../base/json.ts'
import type { Endpoint } from '../../contract/endpoints.ts'
import { Problem, quoted } from './problem.ts'

/** A request before validation. */
type RawRequest = {
  params: Record<string, string>
  query: URLSearchParams
  contentType: string | undefined
  /** Bytes of the body; empty if there is none. */
  body: Uint8Array
}

/**
 * Validates a request against the contract.
 *
 * @throws Problem 400 or 415 with one sentence: the parameter, its value and the permitted values.
 */
export const readRequest = (endpoint: Endpoint, raw: RawRequest): Record<string, unknown> => ({
  ...(endpoint.params && { params: parse(endpoint.params, raw.params) }),
  ...(endpoint.query && { query: parse(endpoint.query, fromQuery(endpoint.query, raw.query)) }),
  ...(endpoint.body && { body: parse(endpoint.body, fromBody(raw)) }),
})

const parse = (schema: z.ZodObject, given: Record<string, unknown>): unknown => {
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const path = result.error.issues[0]?.path ?? []
  const member = schemaAt(schema, path)
  const allowed = member === undefined ? 'as the API describes it' : allowedValues(member)
  const parent = path.slice(0, -1).reduce<unknown>((value, key) => memberOf(value, String(key)), given)
  const last = String(path.at(-1))
  const isGiven = isContainer(parent) && Object.hasOwn(parent, last)
  const actual = isGiven ? `is ${describe(memberOf(parent, last))}` : 'is missing'
  const name = path
    .map((key, at) => (typeof key === 'number' ? `[${key}]` : `${at > 0 ? '.' : ''}${String(key)}`))
    .join('')
  throw new Problem(400, `${name} must be ${allowed}, but ${actual}.`, { metadata: { parameter: name } })
}

/** The schema of a value in a request; undefined if the contract has none. */
const schemaAt = (schema: z.core.$ZodType | undefined, path: readonly PropertyKey[]): z.core.$ZodType | undefined => {
  const [key, ...rest] = path
  if (key === undefined) return schema
  if (schema instanceof z.ZodArray) return schemaAt(schema.element, rest)
  return schema instanceof z.ZodObject ? schemaAt(schema.shape[String(key)], rest) : undefined
}

const describe = (value: unknown): string => {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `a list of ${value.length} items`
  return isContainer(value) ? 'an object' : String(value)
}

const isNumeric = (schema: z.ZodObject, name: string): boolean => {
  type Definition = { type?: string; values?: unknown[]; innerType?: { def?: Definition } }
  const member = schema.shape[name] as { def?: Definition } | undefined
  const { type, values } = member?.def?.innerType?.def ?? member?.def ?? {}
  return type === 'number' || typeof values?.[0] === 'number'
}

/** Reads only parameters of the contract, and parses numbers. */
const fromQuery = (schema: z.ZodObject, query: URLSearchParams): Record<string, unknown> => {
  const given: Record<string, unknown> = {}
  for (const name of Object.keys(schema.shape)) {
    const values = query.getAll(name)
    const [text] = values
    if (text === undefined) continue
    if (values.length > 1)
      throw new Problem(400, `${name} must be given once, but is given ${values.length} times.`, {
        metadata: { parameter: name },
      })
    given[name] = isNumeric(schema, name) && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  }
  return given
}

const fromBody = ({ contentType, body }: RawRequest): Record<string, unknown> => {
  const type = contentType?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json')
    throw new Problem(415, `Content-Type must be application/json, but is ${type ? quoted(type) : 'missing'}.`)
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new Problem(400, 'The body must be one JSON object, but is not UTF-8 JSON.')
  }
  if (!isObject(value)) throw new Problem(400, `The body must be one JSON object, but is ${describe(value)}.`)
  return value
}

type Plain = {
  type?: string
  format?: string
  const?: unknown
  enum?: unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  anyOf?: Plain[]
}

/** The permitted values of a member, as text that follows "must be". */
const allowedValues = (schema: z.core.$ZodType): string => textOf(z.toJSONSchema(schema) as Plain)

const textOf = (plain: Plain): string => {
  if (plain.type === undefined && plain.anyOf !== undefined) return plain.anyOf.map(textOf).join(' or ')
  if (plain.type === 'null') return 'null'
  if (plain.type === 'array') return `a list of ${plain.minItems ?? 0} to ${plain.maxItems ?? 'any number of'} items`
  if (plain.type === 'object') return 'an object'
  if (plain.const !== undefined) return `${String(plain.const)} or omitted`
  if (plain.enum !== undefined) return `one of ${plain.enum.join(', ')}`
  if (plain.type === 'integer') return `a whole number${bounds(plain)}`
  if (plain.type === 'number') return `a number${bounds(plain)}`
  if (plain.format === 'date') return 'a day (YYYY-MM-DD)'
  if (plain.format === 'date-time') return 'a time (RFC 3339)'
  if (plain.format === 'uuid') return 'a UUID'
  if (plain.type === 'string') return lengths(plain)
  return `of type ${plain.type ?? 'any'}`
}

const bounds = ({ minimum, maximum }: Plain): string => {
  // The schema of every integer has the safe integers as its bounds, which are not helpful.
  const low = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? minimum : undefined
  const high = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined
  if (low !== undefined && high !== undefined) return ` from ${low} to ${high}`
  if (low !== undefined) return ` of at least ${low}`
  return high === undefined ? '' : ` of at most ${high}`
}

const lengths = ({ minLength, maxLength }: Plain): string => {
  if (maxLength !== undefined) return `text of ${minLength ?? 0} to ${maxLength} characters`
  return minLength === undefined ? 'text' : 'non-empty text'
}

/** Maximum size of a request's body, bytes. */
const MAX_BODY_BYTES = 64 * 1024

/** Reads the whole body; empty if there is none. Stops as soon as it is too long and throws Problem 413. */
export const readBody = async (request: Request, maxBytes = MAX_BODY_BYTES): Promise<Uint8Array> => {
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > maxBytes) throw tooLong(maxBytes)
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.length
      if (size > maxBytes) throw tooLong(maxBytes)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof Problem) throw error
    // A stream from a socket fails only if the client disconnects. The response cannot be delivered, but it is logged.
    throw new Problem(400, 'The body ended early. Send it again.')
  }
  return Buffer.concat(chunks)
}

const tooLong = (bytes: number): Problem => new Problem(413, `The body is longer than ${bytes / 1024} KiB.`)
