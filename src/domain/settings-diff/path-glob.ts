import { escapedForPattern, wildcardTest } from '../filter/wildcard-test.ts'
import { type Change, itemSteps } from './diff-settings.ts'
import { isJsonObject, isScalars } from './json-value.ts'
import type { Path, Scalar, Step } from './setting-path.ts'

/** Whether a pattern matches a path or something above it. */
export type PathGlob = (path: Path) => boolean

/**
 * A pattern for paths: steps between dots or in brackets, where `*` is any text within a step and `**` any number of
 * steps, ignoring case. `sandbox.**`, `*.allowlist`, `customModels[*].apiKey`, `**.denyRead`. What lies below
 * a path that matches matches too. A pattern of one step matches it at any depth. An empty pattern matches everything.
 */
export const parsePathGlob = (pattern: string): PathGlob => {
  const tests = globTests(pattern)
  return tests.length === 0 ? () => true : createMatcher(tests)
}

export const ANY = '**'

/** Matches one step of a path, or with {@link ANY} any number of steps. */
export type GlobTest =
  | typeof ANY
  | {
      matches: (text: string) => boolean
      /** The literals between the `*`: a name must have all. */
      literals: readonly string[]
    }

/** The tests of a pattern, as {@link parsePathGlob} reads it, one after the other; none for an empty pattern. */
export const globTests = (pattern: string): GlobTest[] => {
  const parts = partsOf(pattern.trim())
  const steps = parts.length === 1 && parts[0] !== ANY ? [ANY, ...parts] : parts
  return steps.map((step) => (step === ANY ? ANY : testOf(step)))
}

const PART = /"((?:[^"\\]|\\.)*)(?:"|\\?$)|([^.[\]{}"]+)/gsu

const partsOf = (pattern: string): string[] => {
  const parts: string[] = []
  for (const [all, quoted] of pattern.matchAll(PART)) {
    const part = quoted === undefined ? all : quoted.replace(/\\(.)/g, '$1')
    if (part === ANY && parts.at(-1) === ANY) continue
    parts.push(part)
  }
  return parts
}

const testOf = (part: string): GlobTest => {
  const literals = part.split(/\*+/)
  return { matches: wildcardTest(literals), literals: literals.filter(Boolean) }
}

/** Finds names that have one of the texts in them; none where there are no texts. */
export const findAny = (texts: readonly string[]): RegExp =>
  new RegExp(texts.map(escapedForPattern).join('|') || '[]', 'iu')

export const isMatched = ({ matches }: Exclude<GlobTest, typeof ANY>, step: Step): boolean => {
  if (step.is === 'member') return matches(step.name)
  if (step.is === 'item') return matches(String(step.value)) || matches(`${step.by}=${step.value}`)
  return matches(String(step.is === 'place' ? step.index : step.value))
}

/** An automaton: the set of next tests advances step by step, so no pattern backtracks. */
const createMatcher = (tests: readonly GlobTest[]): PathGlob => {
  const end = tests.length
  let next = new Uint8Array(end + 1)
  let after = new Uint8Array(end + 1)
  // `**` may match no step at all.
  const put = (set: Uint8Array, from: number): void => {
    let at = from
    set[at] = 1
    while (tests[at] === ANY) {
      at += 1
      set[at] = 1
    }
  }
  return (path) => {
    next.fill(0)
    put(next, 0)
    for (const step of path) {
      if (next[end]) return true
      after.fill(0)
      let isOpen = false
      for (let at = 0; at < end; at += 1) {
        if (!next[at]) continue
        const test = tests[at] as GlobTest
        if (test === ANY) put(after, at)
        else if (isMatched(test, step)) put(after, at + 1)
        else continue
        isOpen = true
      }
      if (!isOpen) return false
      const last = next
      next = after
      after = last
    }
    return next[end] === 1
  }
}

/** The changes that a pattern matches, and those of whole parts that hold something that it matches. */
export const filterChanges = (changes: readonly Change[], glob: PathGlob): Change[] =>
  changes.filter((change) => {
    if (glob(change.path)) return true
    if (change.kind === 'reordered') return false
    const values = [
      change.kind === 'added' ? undefined : change.before,
      change.kind === 'removed' ? undefined : change.after,
    ]
    return values.some((value) => holdsMatch(value, change.path, glob))
  })

const DEEPEST_HELD = 30

const holdsMatch = (value: unknown, path: Path, glob: PathGlob): boolean => {
  if (path.length > DEEPEST_HELD) return false
  const within = (step: Step, member: unknown): boolean =>
    glob([...path, step]) || holdsMatch(member, [...path, step], glob)
  if (Array.isArray(value)) {
    const steps = heldSteps(value)
    return value.some((item, index) => within(steps(index), item))
  }
  return isJsonObject(value) && Object.keys(value).some((name) => within({ is: 'member', name }, value[name]))
}

/** The steps to a list's items as changes have them: entries of a list of scalars by value. */
export const heldSteps = (list: readonly unknown[]): ((index: number) => Step) => {
  // Patterns test the value only, not its number among equal ones.
  if (isScalars(list)) return (index) => ({ is: 'entry', value: list[index] as Scalar, nth: 1 })
  return itemSteps(list)
}
