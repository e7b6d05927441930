import * as z from 'zod'
import { Day, IsoTime } from '../../../contract/primitives.ts'

/** Part of the data that could not be loaded. `status` is that of the HTTP response, in the overview only. */
const Missing = z.strictObject({ what: z.string(), why: z.string(), status: z.number().nullish() })

/** Members of every document. They are checked last, so that a document lists its own members first. */
const common = {
  schema: z.literal(1).describe('version of the document; it changes when a member is renamed or removed'),
  incomplete: z.literal(true).optional().describe('present if data is missing; the exit status is then 7'),
  missing: z.array(Missing).optional(),
}

/** A document that has only these members. */
export const documentOf = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject({ ...shape, ...common })

/** A document of a server's response, which may have other members. */
export const responseOf = <Shape extends z.ZodRawShape>(shape: Shape) => z.looseObject({ ...shape, ...common })

export const text = z.string()
export const textOrNull = z.string().nullable()
export const number = z.number()
export const numberOrNull = z.number().nullable()
export const flagOrNull = z.boolean().nullable()
export const day = Day
export const dayOrNull = Day.nullable()
export const time = IsoTime
export const timeOrNull = IsoTime.nullable()

/** Days, both included. */
export const Range = z.strictObject({ from: day, to: day })

/** A result of a change: members that depend on the response of the server. */
export const anyDocument = responseOf({})
