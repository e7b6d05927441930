import { shownSetting } from './mask-settings.ts'
import { isEqualJson } from './settings-summary.ts'

/** One way in which a change of the settings lets agents or people do more than before. Holds no values, which may be secrets. */
export type SettingsRisk = {
  /** Where it is in the settings, `sandbox.network.allowedDomains`. Untrusted text. */
  path: string
  /**
   * `everything`: a list of what is allowed now has an entry that allows all of it. `gained`: such a list has more entries.
   * `lost`: a list of what is denied has fewer. `unlimited`: a list that limited is gone. `off`: a protection was switched off.
   * `on`: a freedom was switched on. `raised`: agents may do more on their own.
   */
  what: 'everything' | 'gained' | 'lost' | 'unlimited' | 'off' | 'on' | 'raised'
  /** Entries gained or lost; 0 where it is not about entries. */
  count: number
}

type Json = Record<string, unknown>

/** Levels of nesting that are looked at. */
const DEEPEST = 20

/**
 * What a revision widens, the worst first. It goes by the names of members, as settings are a generic object: lists that allow or
 * deny, switches that protect or free, levels of autonomy. What it does not know it says nothing about.
 *
 * @param latest - The settings today: what they have taken back is left out. The revision's own by default.
 */
export const settingsRisks = (before: Json | undefined, after: Json | undefined, latest = after): SettingsRisk[] => {
  const found: SettingsRisk[] = []
  const look = (old: unknown, now: unknown, last: unknown, path: readonly string[]): void => {
    if (path.length > DEEPEST || isEqualJson(old, now)) return
    const risk = riskOf({ old, now, last }, path)
    if (risk) found.push({ path: shownSetting(path.join('.')), ...risk })
    else if (isObject(old) || isObject(now)) {
      const [from, to, end] = [old, now, last].map((value) => (isObject(value) ? value : {})) as [Json, Json, Json]
      for (const name of new Set([...Object.keys(from), ...Object.keys(to)])) {
        look(own(from, name), own(to, name), own(end, name), [...path, name])
      }
    }
  }
  look(before ?? {}, after ?? {}, latest ?? {}, [])
  return found.sort((a, b) => weights[b.what] - weights[a.what] || b.count - a.count || (a.path < b.path ? -1 : 1))
}

const weights: Record<SettingsRisk['what'], number> = {
  everything: 6,
  off: 5,
  raised: 4,
  unlimited: 3,
  on: 2,
  lost: 1,
  gained: 0,
}

/** Whether someone should look at it now. */
export const isGrave = ({ what }: SettingsRisk): boolean => weights[what] >= weights.raised

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const own = (object: Json, name: string): unknown => (Object.hasOwn(object, name) ? object[name] : undefined)

type Risk = Omit<SettingsRisk, 'path'>

/** A member before the revision, after it, and today. */
type Values = { old: unknown; now: unknown; last: unknown }

const riskOf = (values: Values, path: readonly string[]): Risk | undefined => {
  const { old, now } = values
  if (isList(old) || isList(now)) return listRisk(values, path)
  if (typeof old === 'boolean' || typeof now === 'boolean') return switchRisk(values, path)
  return levelRisk(values, path)
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value)

// What is listed asks for a person's consent first, so these are lists of what is held back.
const DENIES = /deny|denied|block|forbid|requireExplicit/i
const ALLOWS = /allow|permitted|trusted/i
/** Lists that add to nothing: without one, nothing is allowed. Without any other, everything is. */
const ADDS = /^commandAllowlist$|^sandbox\./

const listRisk = ({ old, now, last }: Values, path: readonly string[]): Risk | undefined => {
  const name = path.at(-1) ?? ''
  const [before, after, today] = [entriesOf(old), entriesOf(now), entriesOf(last)]
  if (DENIES.test(name)) {
    const lost = [...before].filter((entry) => !after.has(entry) && !today.has(entry))
    return lost.length > 0 ? { what: 'lost', count: lost.length } : undefined
  }
  if (!ALLOWS.test(name)) return undefined
  const isAdding = ADDS.test(path.join('.'))
  // A list that is written for the first time limits what was not limited before, and one that is gone limits nothing.
  if (!isAdding && !isList(old)) return undefined
  if (!isAdding && !isList(now)) return isList(last) ? undefined : { what: 'unlimited', count: 0 }
  const gained = [...after].filter((entry) => !before.has(entry) && today.has(entry))
  if (gained.some(isEverything)) return { what: 'everything', count: gained.length }
  return gained.length > 0 ? { what: 'gained', count: gained.length } : undefined
}

const entriesOf = (value: unknown): Set<string> =>
  new Set(isList(value) ? value.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry))) : [])

const EVERYTHING = new Set(['*', '**', '*.*', '.*', '/', '0.0.0.0/0', '::/0'])
const isEverything = (entry: string): boolean => EVERYTHING.has(entry.trim())

/** Switches that hold back while they are on, whatever their name begins with. */
const PROTECTS = /^restrict|^require|Only$|^sandbox\.enabled$|^mcpPolicy\.enabled$|restrictedAccess$/i
/** Switches that let more happen while they are on. */
const FREES = /^allow|^is\w+Allowed$|^hooksDisabled$|^byomComputersEnabled$/i

const switchRisk = ({ old, now, last }: Values, path: readonly string[]): Risk | undefined => {
  const isOn = now === true
  if ((old === true) === isOn || (last === true) !== isOn) return undefined
  const name = path.at(-1) ?? ''
  if (PROTECTS.test(name) || PROTECTS.test(path.join('.'))) return isOn ? undefined : { what: 'off', count: 0 }
  return isOn && FREES.test(name) ? { what: 'on', count: 0 } : undefined
}

/** From the least that agents may do on their own to the most. */
const AUTONOMY = [
  ['manual', 'off', 'none', 'spec'],
  ['auto-low', 'low'],
  ['auto-medium', 'medium'],
  ['auto-high', 'high'],
] as const

const levelRisk = ({ old, now, last }: Values, path: readonly string[]): Risk | undefined => {
  if (!path.some((name) => /autonomy|delegation/i.test(name))) return undefined
  const from = autonomyOf(old) ?? 0
  const isRaised = (value: unknown): boolean => (autonomyOf(value) ?? 0) > from
  return isRaised(now) && isRaised(last) ? { what: 'raised', count: 0 } : undefined
}

const autonomyOf = (value: unknown): number | undefined => {
  const level = AUTONOMY.findIndex((names) => (names as readonly unknown[]).includes(value))
  return level < 0 ? undefined : level
}
