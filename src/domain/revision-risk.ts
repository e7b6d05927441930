import { RISK_RULES, type RiskMeaning, type RiskRule, type RiskRuleName } from './risk-rules.ts'
import { itemSteps } from './settings-diff/diff-settings.ts'
import { isJsonObject, isSameJson, type JsonObject, memberOf } from './settings-diff/json-value.ts'
import { matchItems } from './settings-diff/match-items.ts'
import { type PathGlob, parsePathGlob } from './settings-diff/path-glob.ts'
import { type Path, pathText, type Step } from './settings-diff/setting-path.ts'
import { valueAt } from './settings-diff/value-at.ts'

/** One way in which a change of the settings lets agents or people do more than before. Holds no values, which may be secrets. */
export type SettingsRisk = {
  /** Where it is in the settings, `sandbox.network.allowedDomains`. Untrusted text. */
  path: string
  /**
   * `everything`: a list of what is allowed now has an entry that allows all of it. `gained`: such a list has more entries.
   * `lost`: a list of what is denied has fewer. `unlimited`: a list that limited is gone. `off`: a protection was switched off.
   * `on`: a freedom was switched on. `raised`: agents may do more on their own. `longer`: something is kept for more days.
   */
  what: 'everything' | 'gained' | 'lost' | 'unlimited' | 'off' | 'on' | 'raised' | 'longer'
  /** Entries gained or lost; 0 where it is not about entries. */
  count: number
}

/** What a rule says about one member that changed. Holds no values. */
export type RiskFinding = {
  path: Path
  rule: RiskRuleName
  /** Why the rule is there, in one sentence. */
  why: string
} & Verdict

type Verdict =
  | { verdict: 'widened'; what: SettingsRisk['what']; count: number }
  /** `limited`: a list of what is allowed began, without which everything was. The others as for what widens, turned round. */
  | { verdict: 'narrowed'; what: 'gained' | 'lost' | 'limited' | 'off' | 'on' | 'lowered' | 'shorter'; count: number }
  /** It is worth a look, but the settings do not tell which way it goes. */
  | { verdict: 'neutral'; what: 'changed'; count: 0 }

/**
 * What a revision widens, the worst first, by {@link RISK_RULES}. What no rule knows it says nothing about.
 *
 * @param latest - The settings today: what they have taken back is left out. The revision's own by default.
 */
export const settingsRisks = (
  before: JsonObject | undefined,
  after: JsonObject | undefined,
  latest = after,
): SettingsRisk[] =>
  riskFindings(before, after, latest)
    .flatMap((finding): SettingsRisk[] =>
      finding.verdict === 'widened' ? [{ path: pathText(finding.path), what: finding.what, count: finding.count }] : [],
    )
    .sort((a, b) => weights[b.what] - weights[a.what] || b.count - a.count || (a.path < b.path ? -1 : 1))

const weights: Record<SettingsRisk['what'], number> = {
  everything: 6,
  off: 5,
  raised: 4,
  unlimited: 3,
  on: 2,
  lost: 1,
  longer: 1,
  gained: 0,
}

/** Whether someone should look at it now. */
export const isGrave = ({ what }: SettingsRisk): boolean => weights[what] >= weights.raised

/** Levels of nesting that are looked at. */
const DEEPEST = 20

/**
 * What the rules say about the change from one settings to the other, in the order of the settings; at most one finding a
 * path. A list in which some entries widen and others narrow is widened. A rule that only says `look` counts where no other
 * says anything about what lies at its path.
 *
 * @param latest - As for {@link settingsRisks}.
 */
export const riskFindings = (before: unknown, after: unknown, latest = after): RiskFinding[] => {
  const found: RiskFinding[] = []
  look({ old: before, now: after, last: latest }, [], found)
  return found
}

/** A member before the revision, after it, and today. */
type Values = { old: unknown; now: unknown; last: unknown }

const look = (values: Values, path: Path, found: RiskFinding[]): void => {
  const { old, now } = values
  if (path.length > DEEPEST || isSameJson(old, now)) return
  const rule = ruleOf(path, ({ means }) => fits(means, values))
  const verdict = rule && verdictOf(rule.means, values)
  if (rule && verdict) {
    found.push({ path, rule: rule.name, why: rule.why, ...verdict })
    return
  }
  const count = found.length
  if (!rule) lookInside(values, path, found)
  // What lies below a path is matched with it: only the first step that is matched is told.
  const neutral =
    found.length === count && ruleOf(path, ({ means }, glob) => means === 'look' && !glob(path.slice(0, -1)))
  if (neutral) found.push({ path, rule: neutral.name, why: neutral.why, verdict: 'neutral', what: 'changed', count: 0 })
}

const lookInside = ({ old, now, last }: Values, path: Path, found: RiskFinding[]): void => {
  if (isList(old) || isList(now)) {
    for (const [step, before, after] of itemPairs(isList(old) ? old : [], isList(now) ? now : [])) {
      // To find an item of today takes a look at all of them.
      if (isSameJson(before, after)) continue
      look({ old: before, now: after, last: valueAt(last, [step]) }, [...path, step], found)
    }
  } else if (isJsonObject(old) || isJsonObject(now)) {
    const [from, to, end] = [old, now, last].map((value) => (isJsonObject(value) ? value : {}))
    for (const name of new Set([...Object.keys(from ?? {}), ...Object.keys(to ?? {})])) {
      const [before, after, today] = [from, to, end].map((object) => memberOf(object ?? {}, name))
      look({ old: before, now: after, last: today }, [...path, { is: 'member', name }], found)
    }
  }
}

const itemPairs = (old: readonly unknown[], now: readonly unknown[]): [Step, unknown, unknown][] => {
  if (![...old, ...now].some(isJsonObject)) return []
  const { from, isKept, isSame, oldKeys, nowKeys } = matchItems(old, now)
  const [oldStep, newStep] = [itemSteps(old, false, oldKeys), itemSteps(now, true, nowKeys)]
  const gone = old.flatMap((item, place): [Step, unknown, unknown][] =>
    isKept[place] ? [] : [[oldStep(place), item, undefined]],
  )
  const there = now.flatMap((item, index): [Step, unknown, unknown][] => {
    const place = from[index] ?? -1
    if (place < 0) return [[newStep(index), undefined, item]]
    return isSame[place] ? [] : [[oldStep(place), old[place], item]]
  })
  return [...gone, ...there]
}

const globs = new Map<RiskRule, PathGlob>(RISK_RULES.map((rule) => [rule, parsePathGlob(rule.path)]))

type KnownRule = (typeof RISK_RULES)[number]

const ruleOf = (path: Path, isMeant: (rule: RiskRule, glob: PathGlob) => boolean): KnownRule | undefined =>
  path.length === 0
    ? undefined
    : RISK_RULES.find((rule) => {
        const glob = globs.get(rule)
        return glob !== undefined && isMeant(rule, glob) && glob(path)
      })

const fits = (means: RiskMeaning, { old, now }: Values): boolean => {
  if (isList(old) || isList(now)) return means === 'allows' || means === 'limits' || means === 'denies'
  if (typeof old === 'boolean' || typeof now === 'boolean') return means === 'protects' || means === 'frees'
  if (typeof old === 'number' || typeof now === 'number') return means === 'keeps'
  return means === 'autonomy' && (autonomyOf(old) ?? autonomyOf(now)) !== undefined
}

const verdictOf = (means: RiskMeaning, values: Values): Verdict | undefined => {
  if (means === 'allows' || means === 'limits' || means === 'denies') return listVerdict(means, values)
  if (means === 'protects' || means === 'frees') return switchVerdict(means, values)
  return means === 'keeps' ? daysVerdict(values) : levelVerdict(values)
}

const widened = (what: SettingsRisk['what'], count = 0): Verdict => ({ verdict: 'widened', what, count })
const narrowed = (what: Extract<Verdict, { verdict: 'narrowed' }>['what'], count = 0): Verdict => ({
  verdict: 'narrowed',
  what,
  count,
})
const NEUTRAL: Verdict = { verdict: 'neutral', what: 'changed', count: 0 }

const isList = (value: unknown): value is unknown[] => Array.isArray(value)

const listVerdict = (means: 'allows' | 'limits' | 'denies', { old, now, last }: Values): Verdict | undefined => {
  const [before, after, today] = [entriesOf(old), entriesOf(now), entriesOf(last)]
  const gained = [...after].filter((entry) => !before.has(entry))
  const lost = [...before].filter((entry) => !after.has(entry))
  if (means === 'denies') {
    const stillLost = lost.filter((entry) => !today.has(entry))
    if (stillLost.length > 0) return widened('lost', stillLost.length)
    return gained.length > 0 ? narrowed('gained', gained.length) : undefined
  }
  if (means === 'limits') {
    // A list that is written for the first time limits what was not limited before, and one that is gone limits nothing.
    if (!isList(old)) return narrowed('limited')
    if (!isList(now)) return isList(last) ? undefined : widened('unlimited')
  }
  const stillGained = gained.filter((entry) => today.has(entry))
  if (stillGained.some(isEverything)) return widened('everything', stillGained.length)
  if (stillGained.length > 0) return widened('gained', stillGained.length)
  return lost.length > 0 ? narrowed('lost', lost.length) : undefined
}

const entriesOf = (value: unknown): Set<string> =>
  new Set(isList(value) ? value.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry))) : [])

const EVERYTHING = new Set(['*', '**', '*.*', '.*', '/', '0.0.0.0/0', '::/0'])
const isEverything = (entry: string): boolean => EVERYTHING.has(entry.trim())

const switchVerdict = (means: 'protects' | 'frees', { old, now, last }: Values): Verdict | undefined => {
  const isOn = now === true
  if ((old === true) === isOn) return undefined
  if (isOn === (means === 'protects')) return narrowed(isOn ? 'on' : 'off')
  // Taken back since.
  if ((last === true) !== isOn) return undefined
  return widened(isOn ? 'on' : 'off')
}

const daysVerdict = ({ old, now, last }: Values): Verdict | undefined => {
  // Nobody tells how long it is without a number.
  if (typeof old !== 'number' || typeof now !== 'number') return NEUTRAL
  if (now < old) return narrowed('shorter')
  return typeof last === 'number' && last <= old ? undefined : widened('longer')
}

/** From the least that agents may do on their own to the most. */
const AUTONOMY = [
  ['manual', 'off', 'none', 'spec'],
  ['auto-low', 'low'],
  ['auto-medium', 'medium'],
  ['auto-high', 'high'],
] as const

const levelVerdict = ({ old, now, last }: Values): Verdict | undefined => {
  const from = autonomyOf(old) ?? 0
  const to = autonomyOf(now)
  // What counts instead of a level that is gone, or that nobody knows, is not told.
  if (to === undefined) return NEUTRAL
  if (to < from) return narrowed('lowered')
  return to > from && (autonomyOf(last) ?? 0) > from ? widened('raised') : undefined
}

const autonomyOf = (value: unknown): number | undefined => {
  const level = AUTONOMY.findIndex((names) => (names as readonly unknown[]).includes(value))
  return level < 0 ? undefined : level
}
