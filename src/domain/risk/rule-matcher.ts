import { ANY, findAny, type GlobTest, globTests, isMatched } from '../settings-diff/path-glob.ts'
import type { Step } from '../settings-diff/setting-path.ts'
import { RISK_RULES } from './risk-rules.ts'

export type KnownRule = (typeof RISK_RULES)[number]

/** A state of the automaton that runs all rules: one object for all paths that lead to it. */
export type RuleState = {
  /** Rules whose pattern matches the path or something above it, in the order of the table. */
  rules: readonly KnownRule[]
  /** Whether one of them says that nothing at the path, or below it, lets anybody do more or less. */
  isHarmless: boolean
  /** Whether no pattern matches the path, nor anything below it. */
  isUnknown: boolean
  /** The state one step further. */
  next: (step: Step) => RuleState
}

/** A rule, by its index in the table: the tests of its pattern that may come next, ascending; past the last one: matched. */
type Open = { rule: number; at: readonly number[] }

/*
 * An automaton advances all rules step by step, so that a path is not matched anew with each of 60 patterns. The states
 * are few, as most steps are in no pattern, and are cached.
 */
const states = new Map<string, RuleState>()

// What a member deeper in the settings means that is called like one of their own, no document says.
const TESTS: readonly (readonly GlobTest[])[] = RISK_RULES.map(({ path }) =>
  globTests(path).filter((test, at) => at > 0 || test !== ANY),
)

const stateOf = (open: readonly Open[]): RuleState => {
  const key = open.map(({ rule, at }) => `${rule}:${at.join()}`).join(' ')
  const known = states.get(key)
  if (known) return known
  const state = createState(open)
  states.set(key, state)
  return state
}

const createState = (open: readonly Open[]): RuleState => {
  const literals = open.flatMap(({ rule, at }) => at.flatMap((each) => literalOf(TESTS[rule]?.[each])))
  // A name without any of these passes only tests that every name passes.
  const mayMatch = findAny(literals)
  const byName = new Map<string, RuleState>()
  let other: RuleState | undefined
  const rules = open.flatMap(({ rule, at }) => (at.includes(TESTS[rule]?.length ?? 0) ? (RISK_RULES[rule] ?? []) : []))
  return {
    rules,
    isHarmless: rules.some(({ means }) => means === 'harmless'),
    isUnknown: open.length === 0,
    next: (step) => {
      const name = nameOf(step)
      const known = step.is === 'member' ? byName.get(name) : undefined
      if (known) return known
      if (!mayMatch.test(name)) {
        other ??= stateOf(advance(open, NAMELESS))
        return other
      }
      const next = stateOf(advance(open, step))
      // Settings have few names that rules match, unless they are crafted.
      if (step.is === 'member' && byName.size < MOST_NAMES) byName.set(name, next)
      return next
    },
  }
}

/** It passes only tests that every step passes. */
const NAMELESS: Step = { is: 'member', name: '' }

const MOST_NAMES = 500

/** What tests look at in a step. */
const nameOf = (step: Step): string => {
  if (step.is === 'member') return step.name
  if (step.is === 'item') return `${step.by}=${step.value}`
  return String(step.is === 'place' ? step.index : step.value)
}

/** The longest literal that a name must have to pass; none for a test that every name passes. */
const literalOf = (test: GlobTest | undefined): string[] => {
  if (test === undefined || test === ANY) return []
  return test.literals.toSorted((a, b) => b.length - a.length).slice(0, 1)
}

const advance = (open: readonly Open[], step: Step): Open[] =>
  open.flatMap(({ rule, at }) => {
    const tests = TESTS[rule] ?? []
    const next = new Set<number>()
    for (const each of at) {
      const test = tests[each]
      // What lies below a path that matches matches too.
      if (test === undefined || test === ANY) put(tests, next, each)
      else if (isMatched(test, step)) put(tests, next, each + 1)
    }
    return next.size > 0 ? [{ rule, at: [...next].sort((a, b) => a - b) }] : []
  })

/** `**` may match no step at all. */
const put = (tests: readonly GlobTest[], set: Set<number>, at: number): void => {
  set.add(at)
  if (tests[at] === ANY) put(tests, set, at + 1)
}

/** The state before any step. */
export const firstRuleState = (): RuleState =>
  stateOf(
    TESTS.map((tests, rule) => {
      const at = new Set<number>()
      put(tests, at, 0)
      return { rule, at: [...at] }
    }),
  )
