import { createHash } from 'node:crypto'
import { serialize } from 'node:v8'
import { isContainer } from '../../base/json.ts'

/**
 * Something that an answer is made of, so that what is the same in many places (most of the settings of one revision and the
 * next) crosses once and is one object on the other side. In its value a bigint, which no JSON has, stands for the part with that
 * number, counted from 0 in the order in which parts are sent.
 */
export type Part = {
  /** Hash of its value and of the parts in it. */
  digest: string
  /** Absent where the other side has it. */
  value?: unknown
  /** Its value is a list of parts that are to be joined to one list or object, as it is too large to be sent at once. */
  joins?: true
}

/** An answer in parts. */
export type Parted = {
  /** Each behind those that it refers to. */
  parts: { part: Part; size: number }[]
  /** The answer itself; a bigint stands for a part as in parts. */
  root: unknown
}

/** A larger part is split, size in characters or so. */
const MOST_SIZE = 32_000

/** A smaller value, in characters or so, is no part of its own but stays where it is used. */
const LEAST_SIZE = 400

/** How deep parts are looked for; what lies deeper is not taken apart. */
const DEEPEST = 120

/** Size that is counted for a number, a bracket or the like, in characters. */
const SCALAR_SIZE = 4

type Container = unknown[] | Record<string, unknown>
type Node = { digest: string; size: number; value: Container; children: [name: string, Node][]; joins: boolean }

/**
 * Takes an answer made of JSON (and undefined) apart. The answer itself is not changed.
 *
 * @param isKnown Whether the other side has the part with a digest.
 */
export const toParts = (answer: unknown, isKnown: (digest: string) => boolean): Parted => {
  const parts: Parted['parts'] = []
  const numbers = new Map<string, bigint>()
  const send = ({ digest, size, value, children, joins }: Node): bigint => {
    const known = numbers.get(digest)
    if (known !== undefined) return known
    const part: Part = { digest }
    if (!isKnown(digest)) {
      for (const [key, child] of children) setMember(value, key, send(child))
      part.value = value
      if (joins) part.joins = true
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
  if (!isContainer(value)) return { value, size: SCALAR_SIZE }
  if (level === DEEPEST) return { value, size: LEAST_SIZE }
  const isList = Array.isArray(value)
  const members: Member[] = []
  let size = SCALAR_SIZE
  let hasNode = false
  for (const [name, member] of Object.entries(value)) {
    const taken = take(member, level + 1)
    const own = taken.size + (isList ? 0 : name.length)
    members.push({ name, taken, size: own })
    size += own
    hasNode ||= taken.node !== undefined
  }
  if (size < LEAST_SIZE && !hasNode) return { value, size }
  const node = size > MOST_SIZE && members.length > 1 ? joinedNode(members, isList) : nodeOf(members, isList, false)
  return { value, size: SCALAR_SIZE * 2, node }
}

type Member = { name: string; taken: Taken; size: number }

const nodeOf = (members: readonly Member[], isList: boolean, joins: boolean): Node => {
  const value: Container = isList ? [] : {}
  const children: Node['children'] = []
  let size = SCALAR_SIZE
  for (const [at, { name, taken, size: own }] of members.entries()) {
    const place = isList ? `${at}` : name
    size += own
    // Numbered by their own order here, so that the digest does not hang on where the part is used.
    setMember(value, place, taken.node ? BigInt(children.length) : taken.value)
    if (taken.node) children.push([place, taken.node])
  }
  const hash = createHash('sha256')
    .update(joins ? 'joins' : '')
    .update(serialize(value))
  for (const [, child] of children) hash.update(child.digest)
  return { digest: hash.digest('base64url').slice(0, 24), size, value, children, joins }
}

/** The same in pieces that are small enough, as far as single members are. */
const joinedNode = (members: readonly Member[], isList: boolean): Node => {
  const pieces: Member[] = []
  let from = 0
  let size = 0
  for (const [at, member] of members.entries()) {
    size += member.size
    if (size < MOST_SIZE && at < members.length - 1) continue
    const node = nodeOf(members.slice(from, at + 1), isList, false)
    const ownSize = SCALAR_SIZE * 2
    pieces.push({ name: '', taken: { value: undefined, size: ownSize, node }, size: ownSize })
    from = at + 1
    size = 0
  }
  return nodeOf(pieces, true, true)
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
 * @param joins As in {@link Part}.
 */
export const fromParts = (value: unknown, parts: readonly unknown[], joins = false): unknown => {
  if (typeof value === 'bigint') return parts[Number(value)]
  if (!isContainer(value)) return value
  // Only what a part holds itself can refer to another: what stands in it is small.
  for (const [name, member] of Object.entries(value))
    if (typeof member === 'bigint') setMember(value, name, parts[Number(member)])
  return joins ? join(value as Container[]) : value
}

const join = (pieces: readonly Container[]): Container => {
  if (Array.isArray(pieces[0])) return pieces.flat(1)
  const whole = {}
  for (const piece of pieces) for (const [name, member] of Object.entries(piece)) setMember(whole, name, member)
  return whole
}
