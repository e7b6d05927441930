import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import type { z } from 'zod'
import { type Day, dayOf, isDay } from '../../domain/calendar/calendar.ts'
import { CHECK_KINDS, CHECKS, type Check, type CheckKind, policyFile } from '../../domain/policy/policy.ts'
import { nearestWord } from '../../domain/text/fuzzy.ts'

/** A check with the line and column of the file where it starts, both from 1. */
export type PolicyCheck = { check: Check; line: number; column: number }

type Problem = { line: number; column: number; text: string }

/** The checks of a policy, or everything that is wrong with it. */
export type ParsedPolicy = { checks: readonly PolicyCheck[]; problems: readonly Problem[] }

type Path = readonly PropertyKey[]

/** Aliases of a YAML file that may be resolved, because aliases of aliases can grow without limit. */
const MAX_ALIASES = 100

/**
 * Parses a policy. All problems are listed, in the order of the file.
 *
 * @param isJson - Whether only JSON is allowed, otherwise YAML, which includes JSON.
 * @param now - Unix ms.
 */
export const parsePolicy = (text: string, isJson: boolean, now: number): ParsedPolicy => {
  const { value, problems, placeOf } = readTree(text, isJson)
  if (problems.length > 0) return { checks: [], problems }
  const found: Problem[] = []
  const report = (path: Path, sentence: string, isKey = false): void => {
    const name = pathText(path)
    found.push({ ...placeOf(path, isKey), text: name === '' ? sentence : `${name} ${sentence}` })
  }
  const file = policyFile.safeParse(value)
  if (!file.success) reportIssues(file.error, [], Object.keys(policyFile.shape), report)
  const list = (value as { checks?: unknown } | undefined)?.checks
  const checks = (Array.isArray(list) ? list : []).flatMap((one: unknown, at): PolicyCheck[] => {
    const check = parseCheck(one, ['checks', at], dayOf(now), report)
    return check === undefined ? [] : [{ check, ...placeOf(['checks', at], false) }]
  })
  const inOrder = found.toSorted((a, b) => a.line - b.line || a.column - b.column)
  return { checks: found.length > 0 ? [] : checks, problems: inOrder }
}

type Report = (path: Path, sentence: string, isKey?: boolean) => void

const parseCheck = (value: unknown, path: Path, today: Day, report: Report): Check | undefined => {
  const kind = (value as { check?: unknown } | null)?.check
  if (typeof kind !== 'string' || !isKind(kind)) {
    const nearest = typeof kind === 'string' ? nearestWord(kind, CHECK_KINDS) : undefined
    const todo = nearest === undefined ? `use one of ${CHECK_KINDS.join(', ')}` : `did you mean ${nearest}?`
    if (typeof kind === 'string') report([...path, 'check'], `is the unknown check ${quoted(kind)}: ${todo}`)
    else report(path, `needs the member "check" with its kind: use one of ${CHECK_KINDS.join(', ')}`)
    return undefined
  }
  if (kind === 'controls.loosened') reportPeriod(value as Period, path, today, report)
  const schema = CHECKS[kind]
  const parsed = schema.safeParse(value)
  if (!parsed.success) {
    reportIssues(parsed.error, path, Object.keys(schema.shape), report)
    return undefined
  }
  return parsed.data
}

type Period = { since?: unknown; sinceRevision?: unknown }

const reportPeriod = ({ since, sinceRevision }: Period, path: Path, today: Day, report: Report): void => {
  if (since !== undefined && sinceRevision !== undefined)
    report([...path, 'sinceRevision'], 'and "since" cannot be used together: remove one', true)
  if (typeof since === 'string' && isDay(since) && since > today)
    report([...path, 'since'], `is in the future; today is ${today} UTC`)
}

const isKind = (text: string): text is CheckKind => Object.hasOwn(CHECKS, text)

const reportIssues = (error: z.ZodError, path: Path, known: readonly string[], report: Report): void => {
  for (const issue of error.issues) {
    const at = [...path, ...issue.path]
    if (issue.code !== 'unrecognized_keys') {
      report(at, issue.message)
      continue
    }
    for (const name of issue.keys) {
      const nearest = nearestWord(name, known)
      const todo = nearest === undefined ? `use only ${known.join(', ')}` : `did you mean ${nearest}?`
      report([...at, name], `is an unknown member: ${todo}`, true)
    }
  }
}

const MAX_QUOTED_LENGTH = 60
const quoted = (text: string): string =>
  JSON.stringify(text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH)}…` : text)

/** `checks[2].max`. */
const pathText = (path: Path): string =>
  path
    .map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at === 0 ? '' : '.'}${quotedIfOdd(String(step))}`))
    .join('')

const quotedIfOdd = (name: string): string => (/^\w{1,60}$/.test(name) ? name : quoted(name))

type Tree = {
  value: unknown
  /** Errors of the syntax. */
  problems: readonly Problem[]
  /** Where the value at a path starts, or its name; the deepest part of the path that exists. */
  placeOf: (path: Path, isKey: boolean) => { line: number; column: number }
}

const readTree = (text: string, isJson: boolean): Tree => {
  const lines = new LineCounter()
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(1, line), column: Math.max(1, col) }
  }
  const start = { line: 1, column: 1 }
  const failed = (problem: Problem): Tree => ({ value: undefined, problems: [problem], placeOf: () => start })
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'error',
    schema: 'core',
    version: '1.2',
  })
  const syntax = [...document.errors, ...document.warnings]
  const tooDeep = syntax.find(({ code }) => code === 'RESOURCE_EXHAUSTION')
  if (tooDeep) return failed({ ...place(tooDeep.pos[0]), text: TOO_DEEP })
  const problems = syntax.map(({ code, pos, message }) => ({
    ...place(pos[0]),
    text:
      code === 'MULTIPLE_DOCS'
        ? 'begins a second document: remove it'
        : `is not valid ${isJson ? 'JSON' : 'YAML'}: ${lowerFirst(message)}`,
  }))
  if (problems.length > 0) return { value: undefined, problems, placeOf: () => start }
  const problem = isJson ? jsonProblem(text) : undefined
  if (problem !== undefined) return failed(problem)
  if (document.contents === null) return failed({ ...start, text: 'is empty: add version and checks' })
  try {
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES })
    return { value, problems: [], placeOf: (path, isKey) => place(offsetOf(document, path, isKey)) }
  } catch (error) {
    if (error instanceof RangeError) return failed({ ...start, text: TOO_DEEP })
    if (!(error instanceof ReferenceError)) throw error
    return failed({ ...start, text: `has too many aliases; the maximum is ${MAX_ALIASES}` })
  }
}

const TOO_DEEP = 'is nested too deeply'

/** The first error of a JSON file; YAML allows more. */
const jsonProblem = (text: string): Problem | undefined => {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    const { message } = error as Error
    const [, line = '1', column = '1'] = /line (\d+) column (\d+)/.exec(message) ?? []
    const why = lowerFirst(message.replace(/ in JSON at position .*| at position .*/s, ''))
    return { line: Number(line), column: Number(column), text: `is not valid JSON: ${why}` }
  }
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

const offsetOf = (document: Document, path: Path, isKey: boolean): number => {
  let node: unknown = document.contents
  let offset = startOf(node) ?? 0
  for (const [at, step] of path.entries()) {
    // The place of an aliased value is where the alias stands.
    if (isAlias(node)) return offset
    let key: unknown
    if (isMap(node)) {
      const pair = node.items.find((each) => isScalar(each.key) && String(each.key.value) === String(step))
      key = pair?.key
      node = pair?.value
    } else node = isSeq(node) && typeof step === 'number' ? node.items[step] : undefined
    const isName = key !== undefined && at === path.length - 1 && isKey
    offset = (isName ? startOf(key) : (startOf(node) ?? startOf(key))) ?? offset
  }
  return offset
}

const startOf = (node: unknown): number | undefined => (node as Node | undefined)?.range?.[0]
