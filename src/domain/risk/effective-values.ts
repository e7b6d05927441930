import { isJsonObject, type JsonObject, memberOf } from '../settings-diff/json-value.ts'
import type { Path, Step } from '../settings-diff/setting-path.ts'
import { valueAt } from '../settings-diff/value-at.ts'
import { isMatch } from './list-verdict.ts'
import { isUnset, type Values } from './risk-verdict.ts'

/** Whole settings before a revision, after it, and today. */
export type Sides = { old: JsonObject; now: JsonObject; last: JsonObject }

const partOf = (settings: JsonObject, name: string): JsonObject => {
  const part = memberOf(settings, name)
  return isJsonObject(part) ? part : {}
}

/** Switches that other settings depend on. The default is off; `sandbox.mode` defaults to `per-command`. */
const SWITCHES = {
  mcpPolicy: (settings: JsonObject) => partOf(settings, 'mcpPolicy').enabled === true,
  missionPolicy: (settings: JsonObject) => partOf(settings, 'missionPolicy').restrictedAccess === true,
  sandbox: (settings: JsonObject) => {
    const { enabled, mode } = partOf(settings, 'sandbox')
    return enabled === true && mode !== 'off'
  },
  'sandbox.enabled': (settings: JsonObject) => partOf(settings, 'sandbox').enabled === true,
  managedComputers: (settings: JsonObject) => settings.managedComputersEnabled === true,
  byomComputers: (settings: JsonObject) => settings.byomComputersEnabled === true,
} as const

export type SwitchName = keyof typeof SWITCHES

export const isSwitchedOn = (name: SwitchName, settings: JsonObject): boolean => SWITCHES[name](settings)

/** Autonomy levels, lowest first, each with its names in settings and as session modes. */
export const LEVELS = [
  ['off', 'normal', 'spec'],
  ['low', 'auto-low'],
  ['medium', 'auto-medium'],
  ['high', 'auto-high'],
] as const

const levelIndex = (value: unknown): number =>
  LEVELS.findIndex((names) => (names as readonly unknown[]).includes(value))

/** Applies the autonomy cap of the settings to a level. An unknown level becomes `off` only if the cap is `off`. */
const capped = (value: unknown, settings: JsonObject): unknown => {
  const cap = levelIndex(memberOf(settings, 'maxAutonomyLevel'))
  return cap === 0 || (cap > 0 && levelIndex(value) > cap) ? LEVELS[cap]?.[0] : value
}

export const cappedValues = ({ old, now, last }: Values, settings: Sides): Values => ({
  old: capped(old, settings.old),
  now: capped(now, settings.now),
  last: capped(last, settings.last),
})

/** Maximum number of overrides to compare, because each is compared with all others. */
const MAX_OVERRIDES = 300

const overridesOf = (settings: JsonObject): readonly JsonObject[] => {
  const list = memberOf(settings, 'mcpAutonomyUrlOverrides')
  return Array.isArray(list) ? list.slice(0, MAX_OVERRIDES).filter(isJsonObject) : []
}

/** The override that applies to the addresses of a pattern: the first one whose pattern covers it. */
const firstMatch = (settings: JsonObject, pattern: unknown): JsonObject | undefined =>
  typeof pattern === 'string' ? overridesOf(settings).find(({ urlPattern }) => covers(urlPattern, pattern)) : undefined

const firstLevel = (settings: JsonObject, pattern: unknown, otherwise: unknown): unknown =>
  firstMatch(settings, pattern)?.defaultLevel ?? otherwise

const covers = (pattern: unknown, address: string): boolean =>
  pattern === address || (typeof pattern === 'string' && isMatch(pattern.split('*'), address))

/** The effective levels of an override on each side, given its properties there. */
export const matchedValues = (values: Values, { old, now, last }: Sides, settings: Sides): Values => ({
  old: firstLevel(settings.old, old.urlPattern ?? now.urlPattern, values.old),
  now: firstLevel(settings.now, now.urlPattern ?? old.urlPattern, values.now),
  last: firstLevel(settings.last, last.urlPattern ?? now.urlPattern ?? old.urlPattern, values.last),
})

/**
 * The effective levels of unchanged overrides that have a different first match, because the order changed or an
 * earlier override was added or removed.
 */
export const reorderedLevels = (settings: Sides): Values[] => {
  const before = new Map(
    overridesOf(settings.old)
      .toReversed()
      .map((each) => [each.urlPattern, each.defaultLevel]),
  )
  return overridesOf(settings.now).flatMap(({ urlPattern, defaultLevel }) => {
    if (!before.has(urlPattern) || before.get(urlPattern) !== defaultLevel) return []
    const [old, now] = [firstMatch(settings.old, urlPattern), firstMatch(settings.now, urlPattern)]
    if (old?.urlPattern === now?.urlPattern || old?.defaultLevel === now?.defaultLevel) return []
    const last = firstMatch(settings.last, urlPattern)?.defaultLevel
    return [{ old: old?.defaultLevel, now: now?.defaultLevel, last }]
  })
}

/** Whether two overrides with different levels swapped order and, judging by their prefixes, may overlap. */
export const mayOrderMatter = ({ old, now }: Sides): boolean => {
  const places = new Map(overridesOf(now).map(({ urlPattern }, place) => [urlPattern, place]))
  const kept = overridesOf(old).filter(({ urlPattern }) => places.has(urlPattern))
  return kept.some((first, at) =>
    kept
      .slice(at + 1)
      .some(
        (second) =>
          (places.get(first.urlPattern) ?? 0) > (places.get(second.urlPattern) ?? 0) &&
          first.defaultLevel !== second.defaultLevel &&
          mayOverlap(first.urlPattern, second.urlPattern),
      ),
  )
}

const mayOverlap = (one: unknown, other: unknown): boolean => {
  if (typeof one !== 'string' || typeof other !== 'string') return true
  const [a = '', b = ''] = [one, other].map((pattern) => pattern.split('*', 1)[0])
  if (!one.includes('*') || !other.includes('*')) return covers(one, other) || covers(other, one)
  return a.startsWith(b) || b.startsWith(a)
}

/** Replaces missing values with the documented default. */
export const withDefault = ({ old, now, last }: Values, absent: string): Values => {
  const levelOf = (value: unknown) => (isUnset(value) ? absent : value)
  return { old: levelOf(old), now: levelOf(now), last: levelOf(last) }
}

/** Settings that were renamed in some deployments. A rename alone isn't a change. */
const RENAMED_SETTINGS = [{ of: 'sessionDefaultSettings', from: 'autonomyLevel', to: 'autonomyMode' }] as const

/**
 * Gives renamed settings of one part the same name on all sides, so that they can be compared: the newer name if one of
 * the two revisions uses it, otherwise the older one.
 *
 * @param step - The part of the settings.
 */
export const withCommonName = (values: Values, step: Step | undefined): Values => {
  const renamed = RENAMED_SETTINGS.find(({ of }) => step?.is === 'member' && step.name === of)
  if (!renamed) return values
  const isNewer = [values.old, values.now].some((value) => isJsonObject(value) && Object.hasOwn(value, renamed.to))
  const [from, to] = isNewer ? [renamed.from, renamed.to] : [renamed.to, renamed.from]
  const old = named(values.old, from, to)
  const now = named(values.now, from, to)
  return { old, now, last: values.last === values.now ? now : named(values.last, from, to) }
}

/** The value at a path under either name of a renamed setting; undefined if there is none. */
export const valueAtEitherName = (settings: unknown, path: Path): unknown => {
  const value = valueAt(settings, path)
  const [part, member, ...below] = path
  const renamed = RENAMED_SETTINGS.find(({ of }) => part?.is === 'member' && part.name === of)
  if (value !== undefined || !renamed || !part || member?.is !== 'member') return value
  const { from, to } = renamed
  const name = member.name === from ? to : member.name === to ? from : member.name
  return valueAt(settings, [part, { is: 'member', name }, ...below])
}

const named = (value: unknown, from: string, to: string): unknown => {
  if (!isJsonObject(value) || !Object.hasOwn(value, from) || Object.hasOwn(value, to)) return value
  const { [from]: member, ...others } = value
  return { ...others, [to]: member }
}
