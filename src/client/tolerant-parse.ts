import * as z from 'zod'
import { isContainer, isObject } from '../base/json.ts'
import type { Lenient } from '../contract/lenient.ts'
import { type Problem, pathText } from './parse-json-bytes.ts'

export type RepairedBody<Body> = {
  /** The response itself if it is valid, else a partial copy with the changes. Treat it as immutable. */
  body: Lenient<Body>
  /** The first {@link PROBLEMS_LISTED} problems. */
  problems: Problem[]
  /** The number of all problems. */
  problemCount: number
}

/** Maximum number of problems that are listed. Further ones are only counted. */
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

/**
 * Returns a copy in which these members are undefined and these array elements are removed. Returns the value itself if
 * none exists.
 */
const without = (value: unknown, paths: readonly (readonly PropertyKey[])[]): unknown => {
  const present = paths.filter((path) => at(value, path) !== undefined)
  if (present.length === 0) return value
  const root: Container = { value: structuredClone(value) }
  const removed = new Map<unknown[], Set<number>>()
  for (const path of present) {
    const last = path.at(-1) ?? 'value'
    const parent = path.length === 0 ? root : at(root.value, path.slice(0, -1))
    if (Array.isArray(parent)) removed.set(parent, (removed.get(parent) ?? new Set()).add(Number(last)))
    else (parent as Container)[last] = undefined
  }
  // Remove elements last, because all paths use the original indexes.
  for (const [array, indexes] of removed) {
    const kept = array.filter((_, index) => !indexes.has(index))
    array.length = 0
    for (const item of kept) array.push(item)
  }
  return root.value
}

// Remove rows that are not objects first. The schema would create several issues for each, and a body may contain
// millions.
const withoutNonObjects = (value: Container, rows: string | undefined) => {
  const all = rows === undefined ? [] : (value[rows] as unknown[])
  if (rows === undefined || all.every(isObject)) return { cleaned: value, problems: [] as Problem[], kept: undefined }
  const kept = [...all.keys()].filter((at) => isObject(all[at]))
  const cleaned = { ...value, [rows]: kept.map((at) => all[at]) }
  const problems = [...all.keys()]
    .filter((at) => !isObject(all[at]))
    .map((at) => ({ path: pathText([rows, at]), expected: 'object' }))
  return { cleaned, problems, kept }
}

type Note = (path: PropertyKey[], expected: string) => void
type Schema = z.core.$ZodType

/** Issues of a value; `tooMany` if the parser overflows the stack while it collects them. */
const issuesOf = (schema: Schema, value: unknown): readonly z.core.$ZodIssue[] | 'tooMany' => {
  try {
    return z.safeParse(schema, value).error?.issues ?? []
  } catch (error) {
    if (error instanceof RangeError) return 'tooMany'
    throw error
  }
}

const bare = (schema: Schema): Schema =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? bare(schema.unwrap()) : schema

/** Removes the invalid parts of a value; undefined if nothing valid is left. */
const repairValue = (schema: Schema, value: unknown, path: PropertyKey[], note: Note): unknown => {
  const issues = issuesOf(schema, value)
  if (issues !== 'tooMany') {
    if (issues.length === 0) return value
    for (const issue of issues) note([...path, ...issue.path], expectedBy(issue))
    return without(
      value,
      issues.map((issue) => issue.path),
    )
  }
  // Parse each member separately, so that each parse has few issues.
  const inner = bare(schema)
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value
      .map((item, at) => repairValue(inner.element, item, [...path, at], note))
      .filter((item) => item !== undefined)
  }
  if (inner instanceof z.ZodObject && isObject(value)) {
    const copy: Container = { ...value }
    for (const [name, member] of Object.entries(inner.shape))
      copy[name] = repairValue(member, value[name], [...path, name], note)
    return copy
  }
  note(path, 'fewer errors')
  return undefined
}

/** Why a response has no envelope with rows, as text that follows "the response"; undefined if it has one. */
export const envelopeProblem = (value: unknown, rows: string | undefined): string | undefined => {
  if (!isObject(value)) return 'is not an object'
  if (rows !== undefined && !(Object.hasOwn(value, rows) && Array.isArray(value[rows]))) return `has no list "${rows}"`
  return undefined
}

/**
 * Validates a response by its schema and keeps its valid parts. A member of a wrong type becomes undefined, an invalid
 * array element is removed, and everything else stays, including unknown members. Only a broken envelope is fatal: a
 * response that is not an object, or has no array under `rows`. `fail` is then called with the reason, as text that
 * follows "the response".
 */
export const tolerantParse = <Body>(
  schema: z.ZodType<Body>,
  value: unknown,
  rows: string | undefined,
  fail: (why: string) => never,
): RepairedBody<Body> => {
  const why = envelopeProblem(value, rows)
  if (why !== undefined || !isObject(value)) return fail(why ?? 'is not an object')
  const { cleaned, problems, kept } = withoutNonObjects(value, rows)
  let problemCount = problems.length
  // Report rows by their index in the response.
  const original = (path: PropertyKey[]): PropertyKey[] => {
    const at = path[0] === rows ? path[1] : undefined
    return typeof at === 'number' && kept !== undefined ? path.with(1, kept[at] ?? at) : path
  }
  const note: Note = (path, expected) => {
    problemCount += 1
    if (problems.length < PROBLEMS_LISTED) problems.push({ path: pathText(original(path)), expected })
  }
  // The schemas do not transform values, so return the response instead of the parser's copy.
  const body = repairValue(schema, cleaned, [], note) as Lenient<Body>
  return { body, problems: problems.slice(0, PROBLEMS_LISTED), problemCount }
}
