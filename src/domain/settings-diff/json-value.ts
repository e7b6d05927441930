import { isContainer } from '../../base/json.ts'
import type { Scalar } from './setting-path.ts'

export { isObject as isJsonObject, memberOf } from '../../base/json.ts'

/** An object from JSON.parse. Only own properties count, so no name is special. */
export type JsonObject = Record<string, unknown>

export const isScalar = (value: unknown): value is Scalar => !isContainer(value)

export const isScalars = (list: readonly unknown[]): list is Scalar[] => {
  for (const item of list) if (isContainer(item)) return false
  return true
}

const MINUS_ZERO = Symbol('-0')

/** A Map key of a scalar that distinguishes -0 from 0. */
export const scalarKey = (value: Scalar): Scalar | symbol => (Object.is(value, -0) ? MINUS_ZERO : value)

/** Canonical JSON: equal for equal values, independent of the order of properties. */
export const jsonKey = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  if (Array.isArray(value)) return `[${value.map(jsonKey).join(',')}]`
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${jsonKey((value as JsonObject)[name])}`).join(',')}}`
}
