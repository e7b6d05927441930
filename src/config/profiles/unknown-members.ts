import type * as z from 'zod'
import { isObject } from '../../base/json.ts'
import { nearestWord } from '../../domain/text/fuzzy.ts'
import type { Problem } from './included-files.ts'

/**
 * The members of a configuration that are not in its schema. They have no effect and are not errors, because a newer
 * version may use them.
 */
export const unknownMembers = (schema: z.core.$ZodType, value: unknown, path: PropertyKey[] = []): Problem[] => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
      return unknownMembers(def.innerType, value, path)
    case 'pipe': {
      const { def: before } = (def.in as z.core.$ZodTypes)._zod
      const input = before.type === 'transform' ? (before.transform as (given: unknown) => unknown)(value) : value
      return unknownMembers(def.out, input, path)
    }
    case 'array':
      return Array.isArray(value) ? value.flatMap((item, at) => unknownMembers(def.element, item, [...path, at])) : []
    case 'record':
      return membersOf(value).flatMap(([name, member]) => unknownMembers(def.valueType, member, [...path, name]))
    case 'union': {
      const option = 'discriminator' in def && optionOf(def as z.core.$ZodDiscriminatedUnionDef, value)
      return option ? unknownMembers(option, value, path) : []
    }
    case 'object':
      return membersOf(value).flatMap(([name, member]) => {
        const known = Object.hasOwn(def.shape, name) ? def.shape[name] : undefined
        if (known) return unknownMembers(known, member, [...path, name])
        // An object without a rest is strict: its unknown members are errors.
        if (def.catchall?._zod.def.type === 'never') return []
        const nearest = nearestWord(name, Object.keys(def.shape))
        const todo = nearest === undefined ? ', which has no effect' : `; use ${nearest}`
        return [{ path: [...path, name], problem: `is an unknown member${todo}` }]
      })
    default:
      return []
  }
}

const membersOf = (value: unknown): [name: string, member: unknown][] => (isObject(value) ? Object.entries(value) : [])

/** The form of a value, by its member that names the form. */
const optionOf = ({ options, discriminator }: z.core.$ZodDiscriminatedUnionDef, value: unknown) =>
  isObject(value) &&
  options.find((option) => option._zod.propValues?.[discriminator]?.has(value[discriminator] as string))
