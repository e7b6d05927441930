import { type Change, itemSteps } from './diff-settings.ts'
import { isJsonObject, isScalars } from './json-value.ts'
import type { Path, Scalar, Step } from './setting-path.ts'

/** Whether a pattern matches a path or something above it. */
export type PathGlob = (path: Path) => boolean

/**
 * A pattern for paths: steps between dots or in brackets, where `*` is any run of signs within a step and `**` any number of
 * steps, small or large letters alike. `sandbox.**`, `*.allowlist`, `customModels[*].apiKey`, `**.denyRead`. What lies below
 * a path that matches matches too. A pattern of one step matches it at any depth. An empty pattern matches everything.
 */
export const parsePathGlob = (pattern: string): PathGlob => {
  const parts = partsOf(pattern.trim())
  if (parts.length === 0) return () => true
  const steps = parts.length === 1 && parts[0] !== ANY ? [ANY, ...parts] : parts
  const tests = steps.map((step) => (step === ANY ? ANY : testOf(step)))
  return (path) => matches(tests, path)
}

const ANY = '**'
type Test = typeof ANY | RegExp

const PART = /"((?:[^"\\]|\\.)*)"|([^.[\]{}"]+)/gu

const partsOf = (pattern: string): string[] => {
  const parts: string[] = []
  for (const [all, quoted] of pattern.matchAll(PART)) {
    const part = quoted === undefined ? all : quoted.replace(/\\(.)/g, '$1')
    if (part === ANY && parts.at(-1) === ANY) continue
    parts.push(part)
  }
  return parts
}

const testOf = (part: string): RegExp => {
  const source = part.split(/\*+/).map((text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
  return new RegExp(`^${source.join('[^]*')}$`, 'iu')
}

const namesOf = (step: Step): string[] => {
  if (step.is === 'member') return [step.name]
  if (step.is === 'item') return [String(step.value), `${step.by}=${step.value}`]
  return [String(step.is === 'place' ? step.index : step.value)]
}

const matches = (tests: readonly Test[], path: Path): boolean => {
  // Which tests may come next, one step of the path after the other: no pattern takes long.
  let next = new Set<number>()
  const put = (set: Set<number>, at: number): void => {
    set.add(at)
    if (tests[at] === ANY) put(set, at + 1)
  }
  put(next, 0)
  for (const step of path) {
    if (next.has(tests.length)) return true
    const names = namesOf(step)
    const after = new Set<number>()
    for (const at of next) {
      const test = tests[at]
      if (test === ANY) put(after, at)
      else if (test && names.some((name) => test.test(name))) put(after, at + 1)
    }
    next = after
  }
  return next.has(tests.length)
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

/** The step to each item of a list as changes have it: entries of a list of scalars are told by their value. */
export const heldSteps = (list: readonly unknown[]): ((index: number) => Step) => {
  // Patterns ask for the value only, not for the number among equal ones.
  if (isScalars(list)) return (index) => ({ is: 'entry', value: list[index] as Scalar, nth: 1 })
  return itemSteps(list)
}
