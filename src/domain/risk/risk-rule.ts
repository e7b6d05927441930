import type { SwitchName } from './effective-values.ts'

/**
 * How a member of the settings widens or narrows what agents and people may do:
 * `allows`: a list of what is allowed; without it nothing is, so more entries widen and fewer narrow.
 * `limits`: the same, but without the list everything is allowed: to drop it widens, to begin it narrows. Organisations start without
 * such a list and may use everything. A server that writes no empty lists sends an emptied one as none too, and clients see the same.
 * `denies`: a list of what is held back: fewer entries widen, more narrow.
 * `protects`: a switch that holds back while it is on. `frees`: a switch that lets more happen while it is on.
 * `autonomy`: how much agents do on their own, as far as the cap allows. `caps`: the most that they may do on their own; without it, all.
 * `requires`: the level that a session must have before a tool runs by itself: a higher one holds back more.
 * `order`: a list of required levels of which the first that matches counts, so that another order may widen or narrow.
 * `confines`: how much of a process the sandbox holds. `keeps`: days that something is kept.
 * `look`: what it means nobody can tell from the settings alone, so it is told as neutral. `harmless`: nobody may do more or less
 * by it, so nothing is told.
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
 * Where a meaning comes from: the platform's documents say so, or the API names the member so that it can mean nothing else, as
 * `blockedModelIds` does. What neither tells has no rule, and is told as not known.
 */
export type RiskSource = 'documented' | 'named'

export type RiskRule = {
  /** What people call the rule by; no two have the same. */
  name: string
  /** Which paths it is about, as parsePathGlob reads it, from the top of the settings: one step is a member of their own. */
  path: string
  means: RiskMeaning
  source: RiskSource
  /** While this is off, the member has no effect. */
  onlyWhile?: SwitchName
  /** It is a part of this switch, and has no effect where the switch stays as it was. */
  switches?: SwitchName
  /** It is one of the command lists: its entries are patterns, in which `*` stands for any rest, and the strictest list counts. */
  hasPatterns?: true
  /** Of a list: no document says what is allowed without it. */
  isUnknownWithout?: true
  /** Of a level: what counts without it. */
  absent?: string
  /** Of a level in a list of overrides: that of the first override that matches counts. */
  isFirstMatch?: true
  /** Of a switch: whether it is grave to switch it so that it widens. @default true for one that `protects`, else false */
  isGrave?: boolean
  /** One sentence for a reader who wonders. */
  why: string
}
