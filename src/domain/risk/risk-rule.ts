import type { SwitchName } from './effective-values.ts'

/**
 * How a setting loosens or tightens what agents and users may do.
 *
 * - `allows`: a list of allowed entries. Without it nothing is allowed, so more entries loosen and fewer tighten.
 * - `limits`: the same, but without the list everything is allowed, so removing it loosens and adding it tightens.
 * Organisations start without such a list. A server that writes no empty lists sends an emptied list as a missing one,
 * and clients treat both the same.
 * - `denies`: a list of restricted entries. Fewer entries loosen, more tighten.
 * - `protects`: a switch that restricts while it is on.
 * - `frees`: a switch that permits more while it is on.
 * - `autonomy`: how much agents do on their own, up to the cap.
 * - `caps`: the maximum that agents may do on their own. Without it there is no limit.
 * - `requires`: the session level at which a tool runs by itself. A higher level restricts more.
 * - `order`: a list of required levels in which the first match applies, so reordering it may loosen or tighten.
 * - `confines`: how much of a process the sandbox contains.
 * - `keeps`: retention in days.
 * - `look`: the effect can't be derived from the settings alone, so the verdict is neutral.
 * - `harmless`: it affects no permissions, so there is no finding.
 */
export type RiskMeaning =
  | 'allows'
  | 'limits'
  | 'denies'
  | 'protects'
  | 'frees'
  | 'autonomy'
  | 'caps'
  | 'requires'
  | 'order'
  | 'confines'
  | 'keeps'
  | 'look'
  | 'harmless'

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
  /** Switch that the setting is a part of. The setting has no effect if the switch doesn't change. */
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
