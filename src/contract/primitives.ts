import * as z from 'zod'

/** A UTC day, `YYYY-MM-DD`, checked against the calendar (no 30 February). */
export const Day = z.iso.date()
export type Day = z.infer<typeof Day>

/** A moment in milliseconds since 1970-01-01T00:00:00Z. */
export const UnixMs = z.number()

/** A count of things, 0 or more, whole. The API types it as number, so a fraction is kept as it came. */
export const Count = z.number()

/** A part of a whole, 0 to 1. */
export const Fraction = z.number()

/** A JSON object whose members nobody promised. */
export const AnyObject = z.record(z.string(), z.unknown())
export type AnyObject = z.infer<typeof AnyObject>

/** An answer of which nothing is promised; usually it is an object, or nothing. */
export const AnyBody = z.looseObject({})

/**
 * A text that usually has one of the known values and may have any other: an answer with a new one is as good as the
 * others. The OpenAPI document shows both halves.
 */
export const openEnum = (known: readonly string[]) =>
  z.string().meta({ anyOf: [{ enum: [...known] }, { type: 'string' }] })
