import type { JsonObject } from '../settings-diff/json-value.ts'
import { cappedValues, LEVELS, matchedValues, type Sides, withDefault } from './effective-values.ts'
import { listVerdicts, type Ranks } from './list-verdict.ts'
import type { RiskMeaning, RiskRule } from './risk-rule.ts'
import { isUnset, loosened, NEUTRAL, neutral, tightened, type Values, type Verdict } from './risk-verdict.ts'

/** Whether a rule of this meaning can evaluate values of these types. A `depends` rule evaluates none. */
export const canEvaluate = (means: RiskMeaning, { old, now }: Values): boolean => {
  if (Array.isArray(old) || Array.isArray(now)) return means === 'allows' || means === 'limits' || means === 'denies'
  if (typeof old === 'boolean' || typeof now === 'boolean') return means === 'protects' || means === 'frees'
  if (typeof old === 'number' || typeof now === 'number') return means === 'keeps'
  const scale = SCALES[means]
  const hasPlace = (value: unknown) =>
    value === INHERIT || (!isUnset(value) && placeOn(scale as Scale, value) !== undefined)
  return scale !== undefined && (hasPlace(old) || hasPlace(now))
}

/** Context of a verdict, in addition to the values. */
export type VerdictContext = {
  settings: Sides
  /** The objects that contain the value on each side. */
  parents: { old: JsonObject; now: JsonObject; last: JsonObject }
  /** How strictly the command lists restrict entries. */
  ranks: () => Ranks
}

/** The verdicts on a changed setting. Empty if nothing changes in effect, or if the change is reverted today. */
export const verdictsOf = (rule: RiskRule, values: Values, context: VerdictContext): readonly Verdict[] => {
  const { means, hasPatterns, isUnknownWithout } = rule
  if (means === 'allows' || means === 'limits' || means === 'denies') {
    const ranks = hasPatterns ? context.ranks() : undefined
    return listVerdicts(means, values, { hasPatterns, isUnknownWithout, ranks })
  }
  const verdict =
    means === 'protects' || means === 'frees' ? switchVerdict(means, values) : orderedVerdict(rule, values, context)
  return verdict ? [verdict] : []
}

/** The verdict on values with an order. */
const orderedVerdict = (rule: RiskRule, values: Values, { settings, parents }: VerdictContext): Verdict | undefined => {
  const scale = SCALES[rule.means]
  if (!scale) return daysVerdict(values)
  if (rule.means === 'autonomy')
    return effectVerdict(scale, inherited(values), cappedValues(inherited(values), settings))
  if (rule.isFirstMatch) return effectVerdict(scale, values, matchedValues(values, parents, settings))
  return scaleVerdict(scale, rule.absent === undefined ? values : withDefault(values, rule.absent))
}

/** The level of another session applies, which is unknown here. */
const INHERIT = 'inherit'

const inherited = ({ old, now, last }: Values): Values => {
  const levelOf = (value: unknown) => (value === INHERIT ? undefined : value)
  return { old: levelOf(old), now: levelOf(now), last: levelOf(last) }
}

/** The verdict on effective values. It is `overruled` if the values differ but the effective values are equal. */
const effectVerdict = (scale: Scale, values: Values, effective: Values): Verdict | undefined => {
  const isSame = directionOn(scale, effective.old, effective.now) === 'none'
  if (isSame && directionOn(scale, values.old, values.now) !== 'none') return neutral('overruled')
  return scaleVerdict(scale, isSame ? values : effective)
}

/** Verdicts on required levels, at most one per direction. */
export const requiredVerdicts = (levels: readonly Values[]): Verdict[] => {
  const verdicts = levels.flatMap((values) => scaleVerdict(SCALES.requires, values) ?? [])
  const allLoosened = verdicts.filter(({ verdict }) => verdict === 'loosened')
  const found = [
    allLoosened.find(({ what }) => what === 'unasked') ?? allLoosened[0],
    verdicts.find(({ verdict }) => verdict === 'tightened'),
  ]
  return found.flatMap((each) => each ?? [])
}

const isSwitch = (value: unknown): boolean => typeof value === 'boolean' || isUnset(value)

const switchVerdict = (means: 'protects' | 'frees', { old, now, last }: Values): Verdict | undefined => {
  // Any value except a boolean is ambiguous.
  if (!isSwitch(old) || !isSwitch(now)) return NEUTRAL
  const isOn = now === true
  if ((old === true) === isOn) return undefined
  if (isOn === (means === 'protects')) return tightened(isOn ? 'on' : 'off')
  // Reverted since.
  if ((last === true) !== isOn) return undefined
  return loosened(isOn ? 'on' : 'off')
}

const daysVerdict = ({ old, now, last }: Values): Verdict | undefined => {
  // Without a number the duration is unknown.
  if (typeof old !== 'number' || typeof now !== 'number') return NEUTRAL
  if (now === old) return undefined
  if (now < old) return tightened('shorter')
  return typeof last === 'number' && last <= old ? undefined : loosened('longer')
}

type Scale = {
  /** Names of each place, lowest place first. */
  places: readonly (readonly string[])[]
  /** Whether a higher place gives agents more freedom or restricts more. */
  higher: 'frees' | 'restricts'
  /** Place of a missing setting; absent if unknown. */
  unset?: number
  loosened: 'raised' | 'looser'
  tightened: 'lowered' | 'tighter'
  /** The description for reaching the loosest place. @default the same as for other loosening */
  widest?: 'uncapped' | 'unasked' | 'off'
}

const agents = { loosened: 'raised', tightened: 'lowered' } as const

const SCALES: { readonly [M in RiskMeaning]?: Scale } & { readonly requires: Scale } = {
  autonomy: { places: LEVELS, higher: 'frees', ...agents },
  caps: { places: LEVELS, higher: 'frees', unset: LEVELS.length - 1, ...agents, widest: 'uncapped' },
  requires: { places: LEVELS, higher: 'restricts', ...agents, widest: 'unasked' },
  confines: {
    places: [['off'], ['per-command'], ['whole-process']],
    higher: 'restricts',
    unset: 1,
    loosened: 'looser',
    tightened: 'tighter',
    widest: 'off',
  },
}

const placeOn = ({ places, unset }: Scale, value: unknown): number | undefined => {
  if (isUnset(value)) return unset
  const place = places.findIndex((names) => (names as readonly unknown[]).includes(value))
  return place < 0 ? undefined : place
}

const scaleVerdict = (scale: Scale, { old, now, last }: Values): Verdict | undefined => {
  const direction = directionOn(scale, old, now)
  if (direction === 'unknown') return NEUTRAL
  if (direction === 'none') return old === now || isUnset(old) || isUnset(now) ? undefined : neutral('renamed')
  if ((direction === 'up') !== (scale.higher === 'frees')) return tightened(scale.tightened)
  // Reverted: today's value equals the old one, or lies on its other side.
  const isReverted = (isUnset(old) && isUnset(last)) || !['unknown', direction].includes(directionOn(scale, old, last))
  if (isReverted) return undefined
  // The remaining part, if today's value is between the old and the new one.
  const left = directionOn(scale, last, now) === direction ? last : now
  const isWidest = placeOn(scale, left) === (direction === 'up' ? scale.places.length - 1 : 0)
  return loosened((isWidest && scale.widest) || scale.loosened)
}

/**
 * The direction from one value to another. Even if the place of a missing value is unknown, a change from or to an end
 * of the scale has a direction.
 */
const directionOn = (scale: Scale, from: unknown, to: unknown): 'up' | 'down' | 'none' | 'unknown' => {
  const [start, end] = [placeOn(scale, from), placeOn(scale, to)]
  const highest = scale.places.length - 1
  if (start !== undefined && end !== undefined) return start === end ? 'none' : start < end ? 'up' : 'down'
  if (start === undefined && isUnset(from)) return end === highest ? 'up' : end === 0 ? 'down' : 'unknown'
  if (end === undefined && isUnset(to)) return start === highest ? 'down' : start === 0 ? 'up' : 'unknown'
  return 'unknown'
}
