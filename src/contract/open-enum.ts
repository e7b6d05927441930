import * as z from 'zod'

/**
 * A text that usually has one of the known values and may have any other: an answer with a new one is as good as the
 * others. The OpenAPI document shows both halves.
 */
export const openEnum = (known: readonly string[]) =>
  z.string().meta({ anyOf: [{ enum: [...known] }, { type: 'string' }] })
