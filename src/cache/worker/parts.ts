import { createHash } from 'node:crypto'
import { serialize } from 'node:v8'

/**
 * Something that an answer is made of, so that what is the same in many places (most of the settings of one revision and the
 * next) crosses once and is one object on the other side. In its value a bigint, which no JSON has, stands for the part with that
 * number, counted from 0 in the order in which parts are sent.
 */
export type Part = {
  /** Of what it holds, with all that belongs to it. */
  digest: string
  /** Absent where the other side has it. */
  value?: unknown
}

/** An answer in parts. */
export type Parted = {
  /** Each behind those that it refers to. */
  parts: { part: Part; size: number }[]
  /** The answer itself; a bigint stands for a part as in parts. */
  root: unknown
}

/** What is smaller, in characters or so, stands where it is used. */
const LEAST_SIZE = 400

/** Levels that are looked at; what lies deeper belongs to its part. */
const DEEPEST = 120

/** A number, a bracket or the like, in characters. */
const SCALAR_SIZE = 4

type Node = {
  digest: string
  size: number
  value: unknown[] | Record<string, unknown>
  children: [key: string, Node][]
}

/**
 * Takes an answer made of JSON (and undefined) apart. The answer itself is not changed.
 *
 * @param isKnown Whether the other side has the part with a digest.
 */
export const toParts = (answer: unknown, isKnown: (digest: string) => boolean): Parted => {
  const parts: Parted['parts'] = []
  const numbers = new Map<string, bigint>()
  const send = ({ digest, size, value, children }: Node): bigint => {
    const known = numbers.get(digest)
    if (known !== undefined) return known
    const part: Part = { digest }
    if (!isKnown(digest)) {
      for (const [key, child] of children) setMember(value, key, send(child))
      part.value = value
    }
    const number = BigInt(parts.length)
    parts.push({ part, size: part.value === undefined ? SCALAR_SIZE * 8 : size })
    numbers.set(digest, number)
    return number
  }
  const { node, value } = take(answer, 0)
  return { root: node ? send(node) : value, parts }
}

type Taken = { value: unknown; size: number; node?: Node }

const take = (value: unknown, level: number): Taken => {
  if (typeof value === 'string') return { value, size: value.length + SCALAR_SIZE }
  if (typeof value !== 'object' || value === null) return { value, size: SCALAR_SIZE }
  if (level === DEEPEST) return { value, size: LEAST_SIZE }
  const children: Node['children'] = []
  let size = SCALAR_SIZE
  for (const [name, member] of Object.entries(value)) {
    const taken = take(member, level + 1)
    size += taken.size + (Array.isArray(value) ? 0 : name.length)
    if (taken.node) children.push([name, taken.node])
  }
  if (size < LEAST_SIZE && children.length === 0) return { value, size }
  const own = Array.isArray(value) ? [...value] : { ...value }
  // Numbered by their own order here, so that the digest does not hang on where the part is used.
  for (const [at, [name]] of children.entries()) setMember(own, name, BigInt(at))
  const hash = createHash('sha256').update(serialize(own))
  for (const [, child] of children) hash.update(child.digest)
  const node = { digest: hash.digest('base64url').slice(0, 24), size, value: own, children }
  return { value, size: SCALAR_SIZE * 2, node }
}

/** Sets a member of its own, whatever its name. */
const setMember = (object: object, name: string, value: unknown): void => {
  if (name !== '__proto__') (object as Record<string, unknown>)[name] = value
  else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
}

/**
 * A part, or an answer, with what its numbers stand for. Changes the value that it is given.
 *
 * @param parts Those that came before it.
 */
export const fromParts = (value: unknown, parts: readonly unknown[]): unknown => {
  if (typeof value === 'bigint') return parts[Number(value)]
  if (typeof value !== 'object' || value === null) return value
  // Only what a part holds itself can refer to another: what stands in it is small.
  for (const [name, member] of Object.entries(value))
    if (typeof member === 'bigint') setMember(value, name, parts[Number(member)])
  return value
}
