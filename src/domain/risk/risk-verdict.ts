/** Which way a member goes, and how. Holds no values of the settings. */
export type Verdict =
  | {
      verdict: 'widened'
      /**
       * `everything`: a list of what is allowed now has an entry that allows all of it. `gained`: such a list has more entries.
       * `lost`: a list of what is denied has fewer. `unlimited`: a list that limited is gone. `off`: a protection was switched
       * off. `on`: a freedom was switched on. `raised`: agents may do more on their own. `uncapped`: nothing limits any more how
       * much they do on their own. `unasked`: a tool runs by itself at every level. `looser`: less is held back. `longer`:
       * something is kept for more days.
       */
      what:
        | 'everything'
        | 'gained'
        | 'lost'
        | 'unlimited'
        | 'off'
        | 'on'
        | 'raised'
        | 'uncapped'
        | 'unasked'
        | 'looser'
        | 'longer'
      /** Entries gained or lost; 0 where it is not about entries. */
      count: number
    }
  /** `limited`: what is allowed got a limit and had none. The others reverse those above. */
  | {
      verdict: 'narrowed'
      what: 'gained' | 'lost' | 'limited' | 'off' | 'on' | 'lowered' | 'tighter' | 'shorter'
      count: number
    }
  /**
   * It is worth a look, but the settings do not tell which way it goes. `idle`: it has no effect while the switch beside it is
   * off. `overruled`: another setting decides, so that the same is allowed as before. `empty`: whether an empty list allows nothing
   * or all is not known. `renamed`: another word for the same. `unknown`: nothing tells what the member means.
   */
  | { verdict: 'neutral'; what: 'changed' | 'idle' | 'overruled' | 'empty' | 'renamed' | 'unknown'; count: 0 }

/** Which way, without how. */
export type VerdictName = Verdict['verdict']

export const VERDICTS: readonly VerdictName[] = ['widened', 'narrowed', 'neutral']

/** How much a finding matters; `grave` is widened so far that somebody should look at it now. */
export type RiskLevel = 'grave' | VerdictName

/** The gravest first. */
const RISK_LEVELS: readonly RiskLevel[] = ['grave', ...VERDICTS]

/** What tells the level of a finding. */
type Judged = { verdict: VerdictName; isGrave?: boolean }

export const levelOf = ({ verdict, isGrave = false }: Judged): RiskLevel => (isGrave ? 'grave' : verdict)

/** Everything is allowed, nothing limits any more, or what protects is off. */
const GRAVE: readonly Verdict['what'][] = ['everything', 'unlimited', 'uncapped', 'unasked', 'off']

/**
 * Whether what a verdict tells is grave.
 *
 * @param isGraveSwitch - Of a rule about a switch: whether it is grave to switch it so that it widens. @default by the verdict
 */
export const isGraveVerdict = ({ verdict, what }: Verdict, isGraveSwitch = GRAVE.includes(what)): boolean =>
  verdict === 'widened' && isGraveSwitch

/** A member before a revision, after it, and today; undefined where it is not there. */
export type Values = { old: unknown; now: unknown; last: unknown }

/** How a verdict of this name goes that way. */
export type WhatOf<Name extends VerdictName> = Extract<Verdict, { verdict: Name }>['what']

export const widened = (what: WhatOf<'widened'>, count = 0): Verdict => ({ verdict: 'widened', what, count })
export const narrowed = (what: WhatOf<'narrowed'>, count = 0): Verdict => ({ verdict: 'narrowed', what, count })
export const neutral = (what: WhatOf<'neutral'>): Verdict => ({ verdict: 'neutral', what, count: 0 })
export const NEUTRAL = neutral('changed')

/** Whether a value says nothing: it is not there, or null. */
export const isUnset = (value: unknown): boolean => value === undefined || value === null

/** How many findings there are of each verdict; those that are grave count as widened too. */
export type VerdictCounts = Record<VerdictName | 'grave', number>

export const countVerdicts = (findings: readonly Judged[]): VerdictCounts => {
  const counts: VerdictCounts = { grave: 0, widened: 0, narrowed: 0, neutral: 0 }
  for (const { verdict, isGrave } of findings) {
    counts[verdict] += 1
    if (isGrave) counts.grave += 1
  }
  return counts
}

/** The level that a verdict is told by where so many are: `grave` as soon as one of them is. */
export const levelIn = ({ grave }: VerdictCounts, verdict: VerdictName): VerdictName | 'grave' =>
  verdict === 'widened' && grave > 0 ? 'grave' : verdict

/** The first of the gravest findings; undefined without any. */
export const gravestOf = <Found extends Judged>(findings: readonly Found[]): Found | undefined => {
  for (const level of RISK_LEVELS) {
    const found = findings.find((finding) => levelOf(finding) === level)
    if (found) return found
  }
  return undefined
}

/** The gravest first, those that are as grave in the order they came in. */
export const gravestFirst = <Found extends Judged>(findings: readonly Found[]): Found[] =>
  RISK_LEVELS.flatMap((level) => findings.filter((finding) => levelOf(finding) === level))
