import { wildcardMatcher } from '../filter/wildcard-matcher.ts'
import { type Change, itemSteps } from './diff-settings.ts'
import { isJsonObject, isScalars } from './json-value.ts'
import type { Path, Scalar, Step } from './setting-path.ts'

/** Whether a pattern matches a path or a parent of it. */
export type PathGlob = (path: Path) => boolean

/**
 * Parses a path pattern: steps between dots or in brackets, where `*` is any text within a step and `**` any number of
 * steps, ignoring case. `sandbox.**`, `*.allowlist`, `customModels[*].apiKey`, `**.denyRead`. A match includes
 * everything below it. A pattern with one step matches at any depth. An empty pattern matches everything.
 */
export const parsePathGlob = (pattern: string): PathGlob => {
  const tests = globTests(pattern)
  // All possible matches advance together, so no pattern backtracks.
  return (path) => {
    let open = firstTests(tests)
    for (const step of path) {
      if (open.has(tests.length) || open.size === 0) break
      open = nextTests(tests, open, step)
    }
    return open.has(tests.length)
  }
}

export const ANY = '**'

/** Matches the text of one step of a path, or with {@link ANY} any number of steps. */
export type GlobTest = typeof ANY | ((text: string) => boolean)

/** The tests of a pattern in the syntax of {@link parsePathGlob}, in order; none for an empty pattern. */
export const globTests = (pattern: string): GlobTest[] => {
  const parts = partsOf(pattern.trim())
  const steps = parts.length === 1 && parts[0] !== ANY ? [ANY, ...parts] : parts
  return steps.map((step) => (step === ANY ? ANY : wildcardMatcher(step.split(/\*+/))))
}

const PART = /"((?:[^"\\]|\\.)*)(?:"|\\?$)|([^.[\]{}"]+)/gs

const partsOf = (pattern: string): string[] => {
  const parts: string[] = []
  for (const [all, quoted] of pattern.matchAll(PART)) {
    const part = quoted === undefined ? all : quoted.replace(/\\(.)/g, '$1')
    if (part === ANY && parts.at(-1) === ANY) continue
    parts.push(part)
  }
  return parts
}

const isMatched = (test: Exclude<GlobTest, typeof ANY>, step: Step): boolean => {
  if (step.is === 'member') return test(step.name)
  if (step.is === 'item') return test(String(step.value)) || test(`${step.by}=${step.value}`)
  return test(String(step.is === 'place' ? step.index : step.value))
}

/** The indexes of the tests that the first step of a path may match. */
export const firstTests = (tests: readonly GlobTest[]): ReadonlySet<number> => reach(tests, 0, new Set())

/** The indexes of the tests that the next step may match. The number of tests is among them after a match. */
export const nextTests = (tests: readonly GlobTest[], open: ReadonlySet<number>, step: Step): ReadonlySet<number> => {
  const next = new Set<number>()
  for (const at of open) {
    const test = tests[at]
    // A match includes everything below it.
    if (test === undefined || test === ANY) reach(tests, at, next)
    else if (isMatched(test, step)) reach(tests, at + 1, next)
  }
  return next
}

/** `**` may match zero steps. */
const reach = (tests: readonly GlobTest[], at: number, reached: Set<number>): ReadonlySet<number> => {
  reached.add(at)
  return tests[at] === ANY ? reach(tests, at + 1, reached) : reached
}

/** The changes that match a pattern, and changes of whole parts that contain a match. */
export const filterChanges = (changes: readonly Change[], glob: PathGlob): Change[] =>
  changes.filter((change) => {
    if (glob(change.path)) return true
    if (change.kind === 'reordered') return false
    const values = [
      change.kind === 'added' ? undefined : change.before,
      change.kind === 'removed' ? undefined : change.after,
    ]
    return values.some((value) => containsMatch(value, change.path, glob))
  })

const containsMatch = (value: unknown, path: Path, glob: PathGlob): boolean => {
  const within = (step: Step, member: unknown): boolean =>
    glob([...path, step]) || containsMatch(member, [...path, step], glob)
  if (Array.isArray(value)) {
    const steps = childSteps(value)
    return value.some((item, index) => within(steps(index), item))
  }
  return isJsonObject(value) && Object.keys(value).some((name) => within({ is: 'member', name }, value[name]))
}

/** Returns the step to each item of a list as in the paths of changes: by value in a list of scalars. */
export const childSteps = (list: readonly unknown[]): ((index: number) => Step) => {
  // Patterns test only the value, not the number among equal entries.
  if (isScalars(list)) return (index) => ({ is: 'entry', value: list[index] as Scalar, nth: 1 })
  return itemSteps(list)
}

const HAS_PATTERN_CHARACTER = /[*[\]{}"]/

/**
 * Converts typed text to a pattern for parsePathGlob. A text without pattern characters is searched for anywhere in a
 * path. Empty for an empty text.
 */
export const patternOf = (typed: string): string => {
  const text = typed.trim().replace(/^\.+|\.+$/g, '')
  if (text === '' || HAS_PATTERN_CHARACTER.test(text)) return text
  return text.includes('.') ? `**.*${text}*` : `*${text}*`
}
