import * as z from 'zod'

type Plain = {
  type?: string
  format?: string
  const?: unknown
  enum?: unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

/** What a member of a request may be, in words that follow "must be". */
export const allowedValues = (schema: z.core.$ZodType): string => {
  const plain = z.toJSONSchema(schema) as Plain
  if (plain.const !== undefined) return `${String(plain.const)}, or left out`
  if (plain.enum !== undefined) return `one of ${plain.enum.join(', ')}`
  if (plain.type === 'integer') return `a whole number${bounds(plain)}`
  if (plain.type === 'number') return `a number${bounds(plain)}`
  if (plain.format === 'date') return 'a day as YYYY-MM-DD'
  if (plain.format === 'uuid') return 'a UUID'
  if (plain.type === 'string') return lengths(plain)
  return `of type ${plain.type ?? 'any'}`
}

const bounds = ({ minimum, maximum }: Plain): string => {
  // Every whole number has the safe integers as its bounds, and nobody wants to read those.
  const low = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? minimum : undefined
  const high = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined
  if (low !== undefined && high !== undefined) return ` from ${low} to ${high}`
  if (low !== undefined) return ` of at least ${low}`
  return high === undefined ? '' : ` of at most ${high}`
}

const lengths = ({ minLength, maxLength }: Plain): string => {
  if (maxLength !== undefined) return `text of ${minLength ?? 0} to ${maxLength} characters`
  return minLength === undefined ? 'text' : 'text that is not empty'
}
