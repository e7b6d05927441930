import { isContainer } from '../../base/json.ts'
import type { Scalar } from './setting-path.ts'

export { isObject as isJsonObject, memberOf } from '../../base/json.ts'

/** An object as JSON.parse makes it: own members only count, so no name is special. */
export type JsonObject = Record<string, unknown>

export const isScalar = (value: unknown): value is Scalar => !isContainer(value)

export const isScalars = (list: readonly unknown[]): list is Scalar[] => {
  for (const item of list) if (isContainer(item)) return false
  return true
}

const MINUS_ZERO = Symbol('-0')

/** A Map key of a scalar that tells -0 from 0. */
export const scalarKey = (value: Scalar): Scalar | symbol => (Object.is(value, -0) ? MINUS_ZERO : value)

/** Levels that are walked by recursion; what lies deeper is compared as a whole. Masked settings have fewer. */
export const DEEPEST = 200

/** A hash of JSON, to find what may be equal. */
export const digestOf = (value: unknown, depth = 0): number => {
  if (typeof value === 'string') return textDigest(value)
  if (!isContainer(value)) return textDigest(String(value)) ^ 0x5bd1e995
  if (depth > 8) return 7
  if (Array.isArray(value)) {
    let digest = value.length + 1
    for (const item of value) digest = (Math.imul(digest, 31) + digestOf(item, depth + 1)) | 0
    return digest
  }
  let digest = 3
  for (const name of Object.keys(value)) {
    const member = digestOf((value as JsonObject)[name], depth + 1)
    // A sum, as members have no order.
    digest = (digest + Math.imul(textDigest(name) ^ 0x27d4eb2f, member | 1)) | 0
  }
  return digest
}

const textDigest = (text: string): number => {
  let digest = text.length
  for (let index = 0; index < text.length && index < 64; index += 1) {
    digest = (Math.imul(digest, 31) + text.charCodeAt(index)) | 0
  }
  return (Math.imul(digest, 31) + text.charCodeAt(text.length - 1)) | 0
}
