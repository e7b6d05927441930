import type { SwitchName } from './effective-values.ts'

/**
 * How a change of a setting loosens or tightens it, as text for users who have not seen the table of rules.
 *
 * - `limits`: organisations start without such a list. A server that writes no empty lists sends an emptied list as a
 * missing one, and clients treat both the same.
 * - `requires`: the session level at which a tool runs by itself. A higher level restricts more.
 * - `depends`: the effect can't be derived from the settings alone, so the verdict is neutral.
 * - `harmless`: it affects no permissions, so there is no finding.
 */
export const RISK_MEANINGS = {
  allows: 'an allowlist that allows nothing if missing: more entries loosen, fewer tighten',
  limits:
    'an allowlist that allows everything if missing: more entries or no list loosen, fewer entries or a new list tighten',
  denies: 'a denylist: fewer entries loosen, more tighten',
  protects: 'a protective switch: off loosens, on tightens',
  frees: 'a permissive switch: on loosens, off tightens',
  autonomy: 'the autonomy of agents, up to the cap: a higher level loosens, a lower one tightens',
  caps: 'the maximum autonomy of agents, unlimited if missing: a higher or no cap loosens, a lower or new one tightens',
  requires: 'the level required to run without confirmation: a lower one loosens, a higher one tightens',
  order: 'a list of required levels, of which the first match applies: a lower level loosens, a higher one tightens',
  confines:
    'the scope of the sandbox, which is whole-process, per-command or off: a smaller scope loosens, a larger one tightens',
  keeps: 'a retention period in days: a longer one loosens, a shorter one tightens',
  depends: 'the effect depends on more than this setting: neutral',
  harmless: 'a setting without effect on permissions: not reported',
}

export type RiskMeaning = keyof typeof RISK_MEANINGS

/**
 * The source of a meaning: the platform's documentation, or a name in the API that allows only one meaning, such as
 * `blockedModelIds`. A setting with neither has no rule and counts as unknown.
 */
export type RiskSource = 'documented' | 'named'

export type RiskRule = {
  /** Unique name of the rule, for display. */
  name: string
  /** Pattern of the paths, for parsePathGlob, from the top of the settings. A single step is a top-level setting. */
  path: string
  means: RiskMeaning
  source: RiskSource
  /** Switch that must be on for the setting to have an effect. */
  onlyWhile?: SwitchName
  /** Switch that this setting helps to turn on or off. A change counts only if it changes the state of the switch. */
  switches?: SwitchName
  /** Whether it is a command list: `*` in an entry matches any text, and the strictest list applies. */
  hasPatterns?: true
  /** For a list: whether the API doesn't document what a missing list allows. */
  isUnknownWithout?: true
  /** For a level: the default. */
  absent?: string
  /** For a level in a list of overrides: the first matching override applies. */
  isFirstMatch?: true
  /** For a switch: whether it is critical to loosen it. @default true if it `protects`, otherwise false */
  isCritical?: boolean
  /** Explanation in one sentence. */
  why: string
}
