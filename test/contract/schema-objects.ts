import { z } from 'zod'

/** What a place in a document is: an object with named members, or a map whose values share a shape. */
export type Place = {
  /** The object itself, to be looked into or changed. */
  value: Record<string, unknown>
  /** Members that the schema names; undefined for a map, whose names are free. */
  members: readonly string[] | undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every object of a document that its schema describes, from the outside in. Values without a shape are left alone. */
export function* placesOf(schema: z.core.$ZodType, value: unknown): Generator<Place> {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    yield* placesOf(schema.unwrap(), value)
  } else if (schema instanceof z.ZodArray && Array.isArray(value)) {
    for (const item of value) yield* placesOf(schema.element, item)
  } else if (schema instanceof z.ZodRecord && isObject(value)) {
    yield { value, members: undefined }
    for (const item of Object.values(value)) yield* placesOf(schema.valueType, item)
  } else if (schema instanceof z.ZodObject && isObject(value)) {
    yield { value, members: Object.keys(schema.shape) }
    for (const [name, member] of Object.entries(schema.shape))
      if (Object.hasOwn(value, name)) yield* placesOf(member as z.core.$ZodType, value[name])
  }
}

/** Names of members that a document holds and its schema does not name, each once. */
export const unnamedMembers = (schema: z.core.$ZodType, value: unknown): string[] => {
  const unnamed = new Set<string>()
  for (const place of placesOf(schema, value))
    if (place.members !== undefined)
      for (const name of Object.keys(place.value)) if (!place.members.includes(name)) unnamed.add(name)
  return [...unnamed]
}
