/**
 * Ways of loosening a setting, and their severity. `everything`: a list of allowed entries has a new entry that allows
 * everything. `gained`: such a list has more entries. `lost`: a list of denied entries has fewer. `unlimited`: a
 * limiting list was removed. `off`: a protection was switched off. `on`: a freedom was switched on. `raised`: agents may
 * do more on their own. `uncapped`: their autonomy has no limit any more. `unasked`: a tool runs by itself at every
 * level. `looser`: restrictions are weaker. `longer`: retention is longer.
 */
export const LOOSENINGS = {
  everything: 9,
  unlimited: 8,
  off: 7,
  uncapped: 6,
  unasked: 5,
  looser: 4,
  raised: 3,
  on: 2,
  lost: 1,
  longer: 1,
  gained: 0,
}

/** The direction of a change of a setting, and how. Contains no values of the settings. */
export type Verdict =
  | {
      verdict: 'loosened'
      what: keyof typeof LOOSENINGS
      /** Number of entries gained or lost; 0 if it isn't about entries. */
      count: number
    }
  /** `limited`: a limit was added. The others reverse those above. */
  | {
      verdict: 'tightened'
      what: 'gained' | 'lost' | 'limited' | 'off' | 'on' | 'lowered' | 'tighter' | 'shorter'
      count: number
    }
  /**
   * The setting needs a review, because its direction is unknown. `idle`: it has no effect while its switch is off.
   * `overruled`: another setting decides, so the effect is unchanged. `empty`: it is unknown whether an empty list
   * allows nothing or everything. `renamed`: another name for the same value. `unknown`: the setting's meaning is
   * undocumented.
   */
  | { verdict: 'neutral'; what: 'changed' | 'idle' | 'overruled' | 'empty' | 'renamed' | 'unknown'; count: 0 }

export type VerdictName = Verdict['verdict']

export const VERDICTS: readonly VerdictName[] = ['loosened', 'tightened', 'neutral']

/** The severity of a finding. `critical` is a `loosened` finding that is critical: it needs attention now. */
export type RiskLevel = 'critical' | VerdictName

/** Most severe first. */
const RISK_LEVELS: readonly RiskLevel[] = ['critical', ...VERDICTS]

/** The properties that decide the level of a finding. */
type Classified = { verdict: VerdictName; isCritical?: boolean }

export const levelOf = ({ verdict, isCritical = false }: Classified): RiskLevel => (isCritical ? 'critical' : verdict)

/** Everything is allowed, a limit is gone, or a protection is off. */
const CRITICAL: readonly Verdict['what'][] = ['everything', 'unlimited', 'uncapped', 'unasked', 'off']

/**
 * Whether a verdict is critical.
 *
 * @param isCriticalSwitch - For a rule about a switch: whether it is critical to loosen it. @default derived from the
 * verdict
 */
export const isCriticalVerdict = ({ verdict, what }: Verdict, isCriticalSwitch = CRITICAL.includes(what)): boolean =>
  verdict === 'loosened' && isCriticalSwitch

/** A setting before a revision, after it, and today; undefined if missing. */
export type Values = { old: unknown; now: unknown; last: unknown }

export type WhatOf<Name extends VerdictName> = Extract<Verdict, { verdict: Name }>['what']

export const loosened = (what: WhatOf<'loosened'>, count = 0): Verdict => ({ verdict: 'loosened', what, count })
export const tightened = (what: WhatOf<'tightened'>, count = 0): Verdict => ({ verdict: 'tightened', what, count })
export const neutral = (what: WhatOf<'neutral'>): Verdict => ({ verdict: 'neutral', what, count: 0 })
export const NEUTRAL = neutral('changed')

/** Whether a value is missing or null. */
export const isUnset = (value: unknown): boolean => value === undefined || value === null

/** Number of findings per verdict. `critical` findings also count as `loosened`. */
export type VerdictCounts = Record<VerdictName | 'critical', number>

export const countVerdicts = (findings: readonly Classified[]): VerdictCounts => {
  const counts: VerdictCounts = { critical: 0, loosened: 0, tightened: 0, neutral: 0 }
  for (const { verdict, isCritical } of findings) {
    counts[verdict] += 1
    if (isCritical) counts.critical += 1
  }
  return counts
}

/** The level to show for the findings of a verdict: `critical` if at least one of them is. */
export const levelIn = ({ critical }: VerdictCounts, verdict: VerdictName): VerdictName | 'critical' =>
  verdict === 'loosened' && critical > 0 ? 'critical' : verdict

/** The first of the most severe findings; undefined if there is none. */
export const worstOf = <Found extends Classified>(findings: readonly Found[]): Found | undefined =>
  worstFirst(findings)[0]

/** Sorts findings by severity, most severe first. Equal ones keep their order. */
export const worstFirst = <Found extends Classified>(findings: readonly Found[]): Found[] =>
  RISK_LEVELS.flatMap((level) => findings.filter((finding) => levelOf(finding) === level))
