import * as z from 'zod'

/** A UTC day, `YYYY-MM-DD`, checked against the calendar (no 30 February). */
export const Day = z.iso.date()
export type Day = z.infer<typeof Day>

/** Milliseconds since 1970-01-01T00:00:00Z. */
export const UnixMs = z.number()

/** RFC 3339 date and time. */
export const IsoTime = z.iso.datetime({ offset: true })

/** A whole number, 0 or more. The API's type is number, so fractions are accepted unchanged. */
export const Count = z.number()

/** A fraction, 0 to 1. */
export const Fraction = z.number()

/** A JSON object with undocumented properties. */
export const AnyObject = z.record(z.string(), z.unknown())
export type AnyObject = z.infer<typeof AnyObject>

/** A response body that the API doesn't document; usually an object or empty. */
export const AnyBody = z.looseObject({})

/** Where the next page of a list starts. */
export const Pagination = z.looseObject({
  hasMore: z.boolean(),
  /** Absent or null on the last page. */
  nextCursor: z.string().nullish(),
})

/** A string that usually has a known value. The OpenAPI document allows the known values or any string. */
export const openEnum = (known: readonly string[]) =>
  z.string().meta({ anyOf: [{ enum: [...known] }, { type: 'string' }] })
