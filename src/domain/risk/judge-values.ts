import { listVerdict } from './list-verdict.ts'
import type { RiskMeaning } from './risk-rules.ts'
import { isUnset, NEUTRAL, narrowed, type Values, type Verdict, widened } from './risk-verdict.ts'

/** Whether a rule of this meaning can judge values of these types; one that only says `look` judges none. */
export const isJudged = (means: RiskMeaning, { old, now }: Values): boolean => {
  if (Array.isArray(old) || Array.isArray(now)) return means === 'allows' || means === 'limits' || means === 'denies'
  if (typeof old === 'boolean' || typeof now === 'boolean') return means === 'protects' || means === 'frees'
  if (typeof old === 'number' || typeof now === 'number') return means === 'keeps'
  return means === 'autonomy' && (levelOf(old) ?? levelOf(now)) !== undefined
}

/** Which way a member went; undefined where nothing changed in effect, or where today's settings have taken it back. */
export const verdictOf = (means: RiskMeaning, values: Values): Verdict | undefined => {
  if (means === 'allows' || means === 'limits' || means === 'denies') return listVerdict(means, values)
  if (means === 'protects' || means === 'frees') return switchVerdict(means, values)
  return means === 'keeps' ? daysVerdict(values) : levelVerdict(values)
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

/** Levels of autonomy, the lowest first. */
const LEVELS = [
  ['manual', 'off', 'none', 'spec'],
  ['auto-low', 'low'],
  ['auto-medium', 'medium'],
  ['auto-high', 'high'],
] as const

const levelVerdict = ({ old, now, last }: Values): Verdict | undefined => {
  // No level before is the lowest one; what a removed or an unknown level means is not known.
  const from = isUnset(old) ? 0 : levelOf(old)
  const to = levelOf(now)
  if (from === undefined || to === undefined) return NEUTRAL
  if (to < from) return narrowed('lowered')
  return to > from && (levelOf(last) ?? 0) > from ? widened('raised') : undefined
}

const levelOf = (value: unknown): number | undefined => {
  const level = LEVELS.findIndex((names) => (names as readonly unknown[]).includes(value))
  return level < 0 ? undefined : level
}
