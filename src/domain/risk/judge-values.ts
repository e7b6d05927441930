import { listVerdict } from './list-verdict.ts'
import type { RiskMeaning, RiskRule } from './risk-rule.ts'
import { isUnset, NEUTRAL, narrowed, neutral, type Values, type Verdict, widened } from './risk-verdict.ts'

/** Whether a rule of this meaning can judge values of these types; one that only says `look` judges none. */
export const isJudged = (means: RiskMeaning, { old, now }: Values): boolean => {
  if (Array.isArray(old) || Array.isArray(now)) return means === 'allows' || means === 'limits' || means === 'denies'
  if (typeof old === 'boolean' || typeof now === 'boolean') return means === 'protects' || means === 'frees'
  if (typeof old === 'number' || typeof now === 'number') return means === 'keeps'
  const scale = SCALES[means]
  return scale !== undefined && (placeOn(scale, old) ?? placeOn(scale, now)) !== undefined
}

/** Which way a member went; undefined where nothing changed in effect, or where today's settings have taken it back. */
export const verdictOf = ({ means, hasPatterns }: RiskRule, values: Values): Verdict | undefined => {
  if (means === 'allows' || means === 'limits' || means === 'denies') return listVerdict(means, values, hasPatterns)
  if (means === 'protects' || means === 'frees') return switchVerdict(means, values)
  const scale = SCALES[means]
  return scale ? scaleVerdict(scale, values) : daysVerdict(values)
}

const isSwitch = (value: unknown): boolean => typeof value === 'boolean' || isUnset(value)

const switchVerdict = (means: 'protects' | 'frees', { old, now, last }: Values): Verdict | undefined => {
  // Anything but a boolean may be either.
  if (!isSwitch(old) || !isSwitch(now)) return NEUTRAL
  const isOn = now === true
  if ((old === true) === isOn) return undefined
  if (isOn === (means === 'protects')) return narrowed(isOn ? 'on' : 'off')
  // Reverted since.
  if ((last === true) !== isOn) return undefined
  return widened(isOn ? 'on' : 'off')
}

const daysVerdict = ({ old, now, last }: Values): Verdict | undefined => {
  // Without a number it is not known how long.
  if (typeof old !== 'number' || typeof now !== 'number') return NEUTRAL
  if (now === old) return undefined
  if (now < old) return narrowed('shorter')
  return typeof last === 'number' && last <= old ? undefined : widened('longer')
}

/** Levels of autonomy, the lowest first: as they are called, and as modes of sessions call them. */
const LEVELS = [
  ['off', 'normal', 'spec'],
  ['low', 'auto-low'],
  ['medium', 'auto-medium'],
  ['high', 'auto-high'],
] as const

type Scale = {
  /** Words for each place, the lowest place first. */
  places: readonly (readonly string[])[]
  /** Whether a higher place lets agents do more, or holds back more. */
  higher: 'frees' | 'holds back'
  /** The place of a member that is not there; absent where that is not known. */
  unset?: number
  widened: 'raised' | 'looser'
  narrowed: 'lowered' | 'tighter'
  /** What it is called to widen as far as the scale goes. @default as other widening */
  widest?: 'uncapped' | 'unasked' | 'off'
}

const agents = { widened: 'raised', narrowed: 'lowered' } as const

const SCALES: { readonly [M in RiskMeaning]?: Scale } = {
  autonomy: { places: LEVELS, higher: 'frees', ...agents },
  caps: { places: LEVELS, higher: 'frees', unset: LEVELS.length - 1, ...agents, widest: 'uncapped' },
  requires: { places: LEVELS, higher: 'holds back', ...agents, widest: 'unasked' },
  confines: {
    places: [['off'], ['per-command'], ['whole-process']],
    higher: 'holds back',
    widened: 'looser',
    narrowed: 'tighter',
    widest: 'off',
  },
}

const placeOn = ({ places, unset }: Scale, value: unknown): number | undefined => {
  if (isUnset(value)) return unset
  const place = places.findIndex((names) => (names as readonly unknown[]).includes(value))
  return place < 0 ? undefined : place
}

const scaleVerdict = (scale: Scale, { old, now, last }: Values): Verdict | undefined => {
  const way = wayOn(scale, old, now)
  if (way === 'unknown') return NEUTRAL
  if (way === 'nowhere') return old === now || isUnset(old) || isUnset(now) ? undefined : neutral('renamed')
  if ((way === 'up') !== (scale.higher === 'frees')) return narrowed(scale.narrowed)
  // Taken back: today it is as it was, or goes the other way from there.
  const isReverted = (isUnset(old) && isUnset(last)) || !['unknown', way].includes(wayOn(scale, old, last))
  if (isReverted) return undefined
  const isWidest = placeOn(scale, now) === (way === 'up' ? scale.places.length - 1 : 0)
  return widened((isWidest && scale.widest) || scale.widened)
}

/** Which way it is from one value to the other. From one whose place is not known the ends of the scale are known all the same. */
const wayOn = (scale: Scale, from: unknown, to: unknown): 'up' | 'down' | 'nowhere' | 'unknown' => {
  const [start, end] = [placeOn(scale, from), placeOn(scale, to)]
  const highest = scale.places.length - 1
  if (start !== undefined && end !== undefined) return start === end ? 'nowhere' : start < end ? 'up' : 'down'
  if (start === undefined && isUnset(from)) return end === highest ? 'up' : end === 0 ? 'down' : 'unknown'
  if (end === undefined && isUnset(to)) return start === highest ? 'down' : start === 0 ? 'up' : 'unknown'
  return 'unknown'
}
