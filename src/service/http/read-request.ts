import type { z } from 'zod'
import { isContainer, isObject } from '../../base/json.ts'
import type { Endpoint } from '../../contract/endpoints.ts'
import { allowedValues } from './allowed-values.ts'
import { Problem, quoted } from './problem.ts'

/** What came in, before anybody has judged it. */
export type RawRequest = {
  params: Record<string, string>
  query: URLSearchParams
  contentType: string | undefined
  /** Bytes of the body; empty when there is none. */
  body: Uint8Array
}

/**
 * Judges a request by the contract.
 *
 * @throws Problem 400 or 415 with one sentence: which parameter, what came, what is allowed.
 */
export const readRequest = (endpoint: Endpoint, raw: RawRequest): Record<string, unknown> => ({
  ...(endpoint.params && { params: judge(endpoint.params, raw.params) }),
  ...(endpoint.query && { query: judge(endpoint.query, fromQuery(endpoint.query, raw.query)) }),
  ...(endpoint.body && { body: judge(endpoint.body, fromBody(raw)) }),
})

const judge = (schema: z.ZodObject, given: Record<string, unknown>): unknown => {
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const name = String(result.error.issues[0]?.path[0])
  const member = schema.shape[name]
  const allowed = member === undefined ? 'as the API describes it' : allowedValues(member)
  const came = Object.hasOwn(given, name) ? `is ${spoken(given[name])}` : 'is missing'
  throw new Problem(400, `${name} ${came}, and must be ${allowed}.`, { metadata: { parameter: name } })
}

const spoken = (value: unknown): string => {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return 'a list'
  return isContainer(value) ? 'an object' : String(value)
}

const isNumeric = (schema: z.ZodObject, name: string): boolean => {
  const member = schema.shape[name] as { def?: { type?: string; innerType?: { def?: { type?: string } } } } | undefined
  return (member?.def?.innerType ?? member)?.def?.type === 'number'
}

/** Only parameters that the contract knows; numbers where it asks for numbers. */
const fromQuery = (schema: z.ZodObject, query: URLSearchParams): Record<string, unknown> => {
  const given: Record<string, unknown> = {}
  for (const name of Object.keys(schema.shape)) {
    const values = query.getAll(name)
    const [text] = values
    if (text === undefined) continue
    if (values.length > 1)
      throw new Problem(400, `${name} is given ${values.length} times, and must be given once.`, {
        metadata: { parameter: name },
      })
    given[name] = isNumeric(schema, name) && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  }
  return given
}

const fromBody = ({ contentType, body }: RawRequest): Record<string, unknown> => {
  const type = contentType?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json')
    throw new Problem(415, `The body is ${type ? quoted(type) : 'of no type'}, and must be application/json.`)
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new Problem(400, 'The body is not JSON in UTF-8, and must be one JSON object.')
  }
  if (!isObject(value)) throw new Problem(400, `The body is ${spoken(value)}, and must be one JSON object.`)
  return value
}
