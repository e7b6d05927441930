import * as z from 'zod'
import { isContainer, isObject } from '../base/json.ts'
import type { Lenient } from '../contract/lenient.ts'
import { type Problem, pathText } from './parse-json-bytes.ts'

export type Mended<Body> = {
  /** The answer itself when all of it was right, else a copy of what had to change. Never change it. */
  body: Lenient<Body>
  /** The first {@link PROBLEMS_LISTED}. */
  problems: Problem[]
  /** All of them. */
  problemCount: number
}

/** Problems that are kept one by one; the rest is mended and counted. */
export const PROBLEMS_LISTED = 100

type Container = Record<PropertyKey, unknown>

const expectedBy = (issue: z.core.$ZodIssue): string => {
  if (issue.code === 'invalid_type') return issue.expected
  if (issue.code === 'invalid_format') return issue.format
  if (issue.code === 'invalid_value') return issue.values.map(String).join(' or ')
  return issue.code
}

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((parent, key) => (isContainer(parent) ? (parent as Container)[key] : undefined), value)

/** A copy without these members, which become undefined; elements of arrays are taken out. The value itself where none is there. */
const without = (value: unknown, paths: readonly (readonly PropertyKey[])[]): unknown => {
  const there = paths.filter((path) => at(value, path) !== undefined)
  if (there.length === 0) return value
  const root: Container = { value: structuredClone(value) }
  const removed = new Map<unknown[], Set<number>>()
  for (const path of there) {
    const last = path.at(-1) ?? 'value'
    const parent = path.length === 0 ? root : at(root.value, path.slice(0, -1))
    if (Array.isArray(parent)) removed.set(parent, (removed.get(parent) ?? new Set()).add(Number(last)))
    else (parent as Container)[last] = undefined
  }
  // Only now, as all paths have the old indexes.
  for (const [array, indexes] of removed) {
    const kept = array.filter((_, index) => !indexes.has(index))
    array.length = 0
    for (const item of kept) array.push(item)
  }
  return root.value
}

type Sifted = { sifted: Container; problems: Problem[]; kept: number[] | undefined }

// Rows that are no objects are taken out first: the schema would describe each of them at length, and a body can hold
// millions.
const withoutStrangers = (value: Container, rows: string | undefined): Sifted => {
  const all = rows === undefined ? [] : (value[rows] as unknown[])
  if (rows === undefined || all.every(isObject)) return { sifted: value, problems: [], kept: undefined }
  const kept = [...all.keys()].filter((at) => isObject(all[at]))
  const sifted = { ...value, [rows]: kept.map((at) => all[at]) }
  const problems = [...all.keys()]
    .filter((at) => !isObject(all[at]))
    .map((at) => ({ path: pathText([rows, at]), expected: 'object' }))
  return { sifted, problems, kept }
}

type Note = (path: PropertyKey[], expected: string) => void
type Schema = z.core.$ZodType

/** Issues of a value; `tooMany` when there are so many that the parser runs out of stack gathering them. */
const judge = (schema: Schema, value: unknown): readonly z.core.$ZodIssue[] | 'tooMany' => {
  try {
    return z.safeParse(schema, value).error?.issues ?? []
  } catch (error) {
    if (error instanceof RangeError) return 'tooMany'
    throw error
  }
}

const bare = (schema: Schema): Schema =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? bare(schema.unwrap()) : schema

/** A value with what is wrong in it taken out; undefined when nothing of it can be kept. */
const mend = (schema: Schema, value: unknown, path: PropertyKey[], note: Note): unknown => {
  const issues = judge(schema, value)
  if (issues !== 'tooMany') {
    if (issues.length === 0) return value
    for (const issue of issues) note([...path, ...issue.path], expectedBy(issue))
    return without(
      value,
      issues.map((issue) => issue.path),
    )
  }
  // Member by member, so that each parse has few issues.
  const inner = bare(schema)
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item, at) => mend(inner.element, item, [...path, at], note)).filter((item) => item !== undefined)
  }
  if (inner instanceof z.ZodObject && isObject(value)) {
    const copy: Container = { ...value }
    for (const [name, member] of Object.entries(inner.shape))
      copy[name] = mend(member, value[name], [...path, name], note)
    return copy
  }
  note(path, 'fewer mistakes')
  return undefined
}

/** Why an answer has no envelope that rows could be in, in words that follow "the answer"; undefined when it has. */
export const whyNoEnvelope = (value: unknown, rows: string | undefined): string | undefined => {
  if (!isObject(value)) return 'is not an object'
  if (rows !== undefined && !(Object.hasOwn(value, rows) && Array.isArray(value[rows]))) return `has no list "${rows}"`
  return undefined
}

/**
 * Judges an answer by its schema without losing what is right in it: a member of a wrong type becomes undefined, an
 * element of an array that is not what it should be is left out, all else stays, unknown members too. Only a broken
 * envelope is fatal: an answer that is no object, or has no list under `rows`. Then `fail` is called with why, in words
 * that follow "the answer".
 */
export const tolerantParse = <Body>(
  schema: z.ZodType<Body>,
  value: unknown,
  rows: string | undefined,
  fail: (why: string) => never,
): Mended<Body> => {
  const why = whyNoEnvelope(value, rows)
  if (why !== undefined || !isObject(value)) return fail(why ?? 'is not an object')
  const { sifted, problems, kept } = withoutStrangers(value, rows)
  let problemCount = problems.length
  // Rows are named by where they stood in the answer.
  const original = (path: PropertyKey[]): PropertyKey[] => {
    const at = path[0] === rows ? path[1] : undefined
    return typeof at === 'number' && kept !== undefined ? path.with(1, kept[at] ?? at) : path
  }
  const note: Note = (path, expected) => {
    problemCount += 1
    if (problems.length < PROBLEMS_LISTED) problems.push({ path: pathText(original(path)), expected })
  }
  // The schemas change nothing, so the answer is handed on rather than the parser's copy of it.
  const body = mend(schema, sifted, [], note) as Lenient<Body>
  return { body, problems: problems.slice(0, PROBLEMS_LISTED), problemCount }
}
