import { once } from '../../base/memoize.ts'
import { ANY, firstTests, type GlobTest, globTests, nextTests } from '../settings-diff/path-glob.ts'
import type { Step } from '../settings-diff/setting-path.ts'
import { RISK_RULES } from './risk-rules.ts'

export type KnownRule = (typeof RISK_RULES)[number]

/** A rule with the tests of its pattern, and the indexes of the tests that the next step may match. */
type OpenRule = { rule: KnownRule; tests: readonly GlobTest[]; at: ReadonlySet<number> }

export type RuleState = {
  /** Rules whose pattern matches the path or a parent of it, in the order of the table. */
  rules: readonly KnownRule[]
  /** Rules whose pattern matches the path, or may match something below it. */
  open: readonly OpenRule[]
}

const stateOf = (open: readonly OpenRule[]): RuleState => ({
  rules: open.filter(({ tests, at }) => at.has(tests.length)).map(({ rule }) => rule),
  open,
})

/** The state for the empty path. Computed on the first call, because the first frame may not need it. */
export const firstRules = once(
  (): RuleState =>
    stateOf(
      RISK_RULES.map((rule) => {
        // A rule with a single step matches only at the top, because no documented nested setting has the name of a
        // top-level one.
        const tests = globTests(rule.path).filter((test, at) => at > 0 || test !== ANY)
        return { rule, tests, at: firstTests(tests) }
      }),
    ),
)

/** The state one step further. */
export const nextRules = ({ open }: RuleState, step: Step): RuleState =>
  stateOf(
    open
      .map(({ rule, tests, at }) => ({ rule, tests, at: nextTests(tests, at, step) }))
      .filter(({ at }) => at.size > 0),
  )

/** The rules that match a path. */
export const rulesAt = (path: readonly Step[]): readonly KnownRule[] => path.reduce(nextRules, firstRules()).rules
