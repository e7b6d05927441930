import { once } from '../../base/memoize.ts'
import { isSameJson } from '../../base/same-json.ts'
import { itemSteps } from '../settings-diff/diff-settings.ts'
import { isJsonObject, type JsonObject, memberOf } from '../settings-diff/json-value.ts'
import { matchItems } from '../settings-diff/match-items.ts'
import { type Path, pathText, type Step } from '../settings-diff/setting-path.ts'
import { isSwitchedOn, mayOrderMatter, reorderedLevels, type Sides, withCommonName } from './effective-values.ts'
import { canEvaluate, requiredVerdicts, verdictsOf } from './evaluate-values.ts'
import { commandRank, type Ranks } from './list-verdict.ts'
import type { RiskRule } from './risk-rule.ts'
import { RISK_RULES, type RiskRuleName, UNKNOWN_SETTING } from './risk-rules.ts'
import {
  isCriticalVerdict,
  LOOSENINGS,
  NEUTRAL,
  neutral,
  type Values,
  type Verdict,
  type WhatOf,
} from './risk-verdict.ts'
import { firstRules, type KnownRule, nextRules, type RuleState } from './rule-matcher.ts'

/** A way in which changed settings permit more than before. Contains no values, which may be secrets. */
export type SettingsRisk = {
  /** Path in the settings, `sandbox.network.allowedDomains`. Untrusted text. */
  path: string
  what: WhatOf<'loosened'>
  /** Number of entries gained or lost; 0 if it isn't about entries. */
  count: number
  /** Whether it is critical and needs attention now. */
  isCritical: boolean
}

/** A rule's finding about one changed setting. Contains no values. */
export type RiskFinding = {
  path: Path
  rule: RiskRuleName | typeof UNKNOWN_SETTING.name
  /** Reason for the rule, as one sentence. */
  why: string
  /** Whether the setting is loosened so far that it needs attention now. */
  isCritical: boolean
} & Verdict

/**
 * The settings that a revision loosens by {@link RISK_RULES}, worst first. Settings without a rule are ignored.
 *
 * @param latest - Today's settings. Changes that they have reverted are left out. @default the revision's own settings
 */
export const settingsRisks = (
  before: JsonObject | undefined,
  after: JsonObject | undefined,
  latest = after,
): SettingsRisk[] =>
  riskFindings(before, after, latest)
    .flatMap((finding): SettingsRisk[] =>
      finding.verdict === 'loosened'
        ? [{ path: pathText(finding.path), what: finding.what, count: finding.count, isCritical: finding.isCritical }]
        : [],
    )
    .sort(
      (a, b) =>
        Number(b.isCritical) - Number(a.isCritical) ||
        LOOSENINGS[b.what] - LOOSENINGS[a.what] ||
        b.count - a.count ||
        (a.path < b.path ? -1 : 1),
    )

/**
 * The findings of the rules about a change of settings, in the order of the settings. A list in which some entries
 * loosen and others tighten has two findings; any other setting has at most one. A `depends` rule counts only if no other
 * rule has a finding at its path or below it. A setting without a rule gets a finding of kind `unknown`.
 *
 * @param latest - As for {@link settingsRisks}.
 */
export const riskFindings = (before: unknown, after: unknown, latest = after): RiskFinding[] =>
  visitAll({ old: before, now: after, last: latest }, false)

/**
 * The settings that a revision loosens, as if all switches were on: a list may grow while its policy is off.
 * {@link isInEffect} checks the switches.
 */
export const possibleLoosenings = (before: unknown, after: unknown, latest = after): LooseningFinding[] =>
  visitAll({ old: before, now: after, last: latest }, true).filter((finding) => finding.verdict === 'loosened')

export type LooseningFinding = Extract<RiskFinding, { verdict: 'loosened' }>

/** Whether the setting of a finding has an effect, given the switches in these settings. */
export const isInEffect = ({ rule }: RiskFinding, settings: unknown): boolean => {
  const onlyWhile = RULES.get(rule)?.onlyWhile
  return onlyWhile === undefined || isSwitchedOn(onlyWhile, objectOf(settings))
}

const RULES: ReadonlyMap<string, RiskRule> = new Map(RISK_RULES.map((rule: RiskRule) => [rule.name, rule]))

/** Whether the first of two findings about the same path is less severe. */
export const isLessSevere = (one: LooseningFinding, other: LooseningFinding): boolean =>
  LOOSENINGS[one.what] < LOOSENINGS[other.what] || (one.what === other.what && one.count < other.count)

const visitAll = ({ old, now, last }: Values, assumesSwitchesOn: boolean): RiskFinding[] => {
  const found: RiskFinding[] = []
  const settings = { old: objectOf(old), now: objectOf(now), last: objectOf(last) }
  const ranks = once((): Ranks => {
    const after = commandRank(settings.now)
    const today = settings.last === settings.now ? after : commandRank(settings.last)
    return { old: commandRank(settings.old), now: after, last: today }
  })
  const walk = { settings, ranks, assumesSwitchesOn }
  visit({ old, now, last }, { steps: [], state: firstRules(), above: [], parents: NO_PARENTS, walk }, found)
  return found
}

/** The constants of a walk. */
type Walk = {
  settings: Sides
  ranks: () => Ranks
  /** Whether to evaluate settings whose switch is off. */
  assumesSwitchesOn: boolean
}

/**
 * The position of the walk: its steps, the rules that match there, and those that matched above. The walk shares one
 * list of steps, and copies it into findings.
 */
type Place = {
  steps: Step[]
  state: RuleState
  above: readonly KnownRule[]
  /** The objects that contain the value. */
  parents: Sides
  walk: Walk
}

const visit = (all: Values, place: Place, found: RiskFinding[]): void => {
  const { steps, state, above } = place
  const values = steps.length === 1 ? withCommonName(all, steps[0]) : all
  const isHarmless = state.rules.some(({ means }) => means === 'harmless')
  if (isHarmless || isSameJson(values.old, values.now)) return
  if (state.open.length === 0) {
    found.push(unknownAt(steps))
    return
  }
  const rule: RiskRule | undefined = state.rules.find(({ means }) => canEvaluate(means, values))
  const verdicts = rule ? verdictsAt(rule, values, place) : orderVerdicts(place)
  const classifier = rule ?? state.rules.find(({ means }) => means === 'order')
  if (classifier) for (const verdict of verdicts) found.push(findingAt(steps, classifier, verdict))
  if (rule && verdicts.length > 0) return
  const count = found.length - verdicts.length
  if (!rule) visitChildren(values, place, found)
  if (found.length > count) return
  // A pattern also matches everything below a path. Only the topmost match becomes a finding.
  const reviewed = state.rules.find((each) => each.means === 'depends' && !above.includes(each))
  if (reviewed && !(rule && isSwitched(rule, place.walk))) found.push(findingAt(steps, reviewed, NEUTRAL))
  else if (!rule && isLeaf(values) && !state.rules.some(({ means }) => means === 'depends' || means === 'order'))
    found.push(unknownAt(steps))
}

const findingAt = (steps: readonly Step[], { name, why, isCritical }: RiskRule, verdict: Verdict): RiskFinding => ({
  path: [...steps],
  rule: name as RiskRuleName,
  why,
  isCritical: isCriticalVerdict(verdict, isCritical),
  ...verdict,
})

const verdictsAt = (rule: RiskRule, values: Values, { parents, walk }: Place): readonly Verdict[] => {
  if (isSwitched(rule, walk)) return []
  return isIdle(rule, walk) ? [neutral('idle')] : verdictsOf(rule, values, { ...walk, parents })
}

/** Whether the revision itself turned the rule's switch on or off. Then only the switch counts. */
const isSwitched = ({ onlyWhile }: RiskRule, { settings, assumesSwitchesOn }: Walk): boolean => {
  if (onlyWhile === undefined) return false
  const [was, is] = [isSwitchedOn(onlyWhile, settings.old), isSwitchedOn(onlyWhile, settings.now)]
  if (was === is) return false
  return is || !(assumesSwitchesOn || isSwitchedOn(onlyWhile, settings.last))
}

/** Whether the setting has no effect today. */
const isIdle = ({ onlyWhile, switches }: RiskRule, { settings, assumesSwitchesOn }: Walk): boolean => {
  if (switches !== undefined) return isSwitchedOn(switches, settings.old) === isSwitchedOn(switches, settings.now)
  return onlyWhile !== undefined && !assumesSwitchesOn && !isSwitchedOn(onlyWhile, settings.last)
}

/** Verdicts on a new order of overrides, only at the path of the list. */
const orderVerdicts = ({ steps, state, walk: { settings } }: Place): readonly Verdict[] => {
  if (steps.length !== 1 || !state.rules.some(({ means }) => means === 'order')) return []
  const verdicts = requiredVerdicts(reorderedLevels(settings))
  return verdicts.length === 0 && mayOrderMatter(settings) ? [NEUTRAL] : verdicts
}

const unknownAt = (steps: readonly Step[]): RiskFinding => ({
  path: [...steps],
  rule: UNKNOWN_SETTING.name,
  why: UNKNOWN_SETTING.why,
  isCritical: false,
  ...neutral('unknown'),
})

const isLeaf = ({ old, now }: Values): boolean =>
  Array.isArray(old) || Array.isArray(now) || !(isJsonObject(old) || isJsonObject(now))

const visitChildren = ({ old, now, last }: Values, { steps, state, walk }: Place, found: RiskFinding[]): void => {
  let parents = NO_PARENTS
  const visitPart = (step: Step, values: Values): void => {
    steps.push(step)
    visit(values, { steps, state: nextRules(state, step), above: state.rules, parents, walk }, found)
    steps.pop()
  }
  if (Array.isArray(old) || Array.isArray(now)) {
    visitItems({ old: listOf(old), now: listOf(now), last: listOf(last) }, visitPart)
    return
  }
  const [from, to, today] = [objectOf(old), objectOf(now), objectOf(last)]
  parents = { old: from, now: to, last: today }
  const added = Object.keys(to).filter((name) => !Object.hasOwn(from, name))
  for (const name of [...Object.keys(from), ...added]) {
    const [before, after] = [memberOf(from, name), memberOf(to, name)]
    if (before === after && before !== 0) continue
    visitPart({ is: 'member', name }, { old: before, now: after, last: memberOf(today, name) })
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const objectOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : NO_MEMBERS)
const NO_MEMBERS: JsonObject = {}
const NO_PARENTS: Sides = { old: NO_MEMBERS, now: NO_MEMBERS, last: NO_MEMBERS }

type Lists = { old: readonly unknown[]; now: readonly unknown[]; last: readonly unknown[] }

/** Visits removed items, then current ones, each with its old value and today's value. */
const visitItems = ({ old, now, last }: Lists, visitPart: (step: Step, values: Values) => void): void => {
  if (!old.some(isJsonObject) && !now.some(isJsonObject)) return
  const { from, isKept, oldKeys, nowKeys } = matchItems(old, now)
  const [oldStep, newStep] = [itemSteps(old, false, oldKeys), itemSteps(now, true, nowKeys)]
  const [oldToday, nowToday] = [itemsToday(old, last, now), itemsToday(now, last, now)]
  for (let place = 0; place < old.length; place += 1) {
    if (!isKept[place]) visitPart(oldStep(place), { old: old[place], now: undefined, last: oldToday(place) })
  }
  for (let index = 0; index < now.length; index += 1) {
    const place = from[index] ?? -1
    if (place >= 0 && isSameJson(old[place], now[index])) continue
    const values = { old: place < 0 ? undefined : old[place], now: now[index], last: nowToday(index) }
    visitPart(place < 0 ? newStep(index) : oldStep(place), values)
  }
}

/** Today's value of each item of a list. If `now` is today's list, removed items have none. */
const itemsToday = (
  list: readonly unknown[],
  last: readonly unknown[],
  now: readonly unknown[],
): ((index: number) => unknown) => {
  if (last === now) return list === now ? (index) => list[index] : () => undefined
  const today = once(() => new Map(matchItems(list, last).from.map((place, at) => [place, last[at]])))
  return (index) => today().get(index)
}
