import { shownSetting } from '../secrets/mask-settings.ts'

/** Properties that identify an item of a list, best first. */
export const ITEM_KEYS = ['id', 'name', 'model', 'urlPattern', 'repo'] as const
export type ItemKey = (typeof ITEM_KEYS)[number]

/** A JSON value that is neither an object nor a list. */
export type Scalar = string | number | boolean | null

/**
 * One step down into settings: a property of an object; an item of a list, by its key or its index; or an entry of a
 * list of scalars, which is a set, with its number among equal entries from 1.
 */
export type Step =
  | { is: 'member'; name: string }
  | { is: 'item'; by: ItemKey; value: string | number }
  /** From 0. With `isAdded` it is the index in the list after the change, otherwise before it. */
  | { is: 'place'; index: number; isAdded?: true }
  | { is: 'entry'; value: Scalar; nth: number }

/** A path in settings; no steps for the whole settings. Names and values are untrusted and may be masked. */
export type Path = readonly Step[]

/** Text of the empty path. No other path has this text. */
export const ALL_SETTINGS = '(all settings)'

/**
 * A path as text for display and input: `sandbox.network.allowedDomains`, `customModels[cm_1].apiKey`,
 * `hosts[name=a].on`, `list[0]`, `commandAllowlist{"npm test"}`. Names with special characters are quoted:
 * `servers["a.b"]`. Different paths have different texts, except if they differ only in masked secrets. Untrusted text.
 */
export const pathText = (path: Path): string => shownSetting(path.length === 0 ? ALL_SETTINGS : pathKey(path))

/** A unique key of a path. Never shown, because it may contain the mark of a secret. */
export const pathKey = (path: Path): string => {
  const text = path.map(stepKey).join('')
  return text.startsWith('.') ? text.slice(1) : text
}

/** A step as a part of a path key, with the dot before a name. Never shown, for the same reason. */
export const stepKey = (step: Step): string => {
  if (step.is === 'member') return isPlainName(step.name) ? `.${step.name}` : `[${JSON.stringify(step.name)}]`
  if (step.is === 'item') return `[${itemKey(step.by, step.value)}]`
  if (step.is === 'place') return `[${step.isAdded ? '+' : ''}${step.index}]`
  return `{${JSON.stringify(step.value)}}${step.nth > 1 ? `#${step.nth}` : ''}`
}

const itemKey = (by: ItemKey, value: string | number): string => {
  if (typeof value === 'number' || !isPlainValue(value)) return `${by}=${JSON.stringify(value)}`
  return by === 'id' ? value : `${by}=${value}`
}

const PLAIN_NAME = /^[\p{L}_$\u{e000}-\u{f8ff}][\p{L}\p{M}\p{N}_$\u{e000}-\u{f8ff}-]*$/u
const isPlainName = (name: string): boolean => PLAIN_NAME.test(name)

const PLAIN_VALUE = /^[\p{L}_@\u{e000}-\u{f8ff}][\p{L}\p{M}\p{N}_@.:/\u{e000}-\u{f8ff}-]*$/u
const isPlainValue = (value: string): boolean => PLAIN_VALUE.test(value)

/** Parses a path; undefined if the text isn't one. The inverse of {@link pathText} for paths without secrets. */
export const parsePath = (text: string): Path | undefined => {
  if (text === ALL_SETTINGS) return []
  const steps: Step[] = []
  let at = 0
  while (at < text.length) {
    const found = readStep(text, at, steps.length === 0)
    if (!found) return undefined
    steps.push(found.step)
    at = found.end
  }
  return steps.length > 0 ? steps : undefined
}

const QUOTED = '"(?:[^"\\\\]|\\\\.)*"'
const SCALAR = `${QUOTED}|-?\\d[\\d.eE+-]*|true|false|null`
const MEMBER = /\.?([^.[\]{}"]+)/uy
const QUOTED_MEMBER = new RegExp(`\\[(${QUOTED})\\]`, 'uy')
const PLACE = /\[(\+?)(\d+)\]/uy
const ITEM = new RegExp(`\\[(?:(${ITEM_KEYS.join('|')})=)?(${QUOTED}|-?\\d[\\d.eE+-]*|[^\\]"=]+)\\]`, 'uy')
const ENTRY = new RegExp(`\\{(${SCALAR})\\}(?:#(\\d+))?`, 'uy')

const readStep = (text: string, at: number, isFirst: boolean): { step: Step; end: number } | undefined => {
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    return pattern.exec(text)
  }
  const member = match(MEMBER)
  if (member) {
    // A name has a dot before it unless it is the first step.
    if (member[0].startsWith('.') === isFirst) return undefined
    return { step: { is: 'member', name: member[1] ?? '' }, end: at + member[0].length }
  }
  const quoted = match(QUOTED_MEMBER)
  if (quoted) return withValue(quoted[1], at + quoted[0].length, (name) => ({ is: 'member', name: String(name) }))
  const place = match(PLACE)
  if (place) {
    const index = Number(place[2])
    const step: Step = place[1] ? { is: 'place', index, isAdded: true } : { is: 'place', index }
    return { step, end: at + place[0].length }
  }
  const item = match(ITEM)
  if (item) {
    const by = (item[1] ?? 'id') as ItemKey
    const isJson = /^["\d-]/.test(item[2] ?? '')
    return withValue(isJson ? item[2] : JSON.stringify(item[2]), at + item[0].length, (value) => ({
      is: 'item',
      by,
      value: value as string | number,
    }))
  }
  const entry = match(ENTRY)
  if (!entry) return undefined
  return withValue(entry[1], at + entry[0].length, (value) => ({ is: 'entry', value, nth: Number(entry[2] ?? 1) }))
}

const withValue = (
  json: string | undefined,
  end: number,
  toStep: (value: Scalar) => Step,
): { step: Step; end: number } | undefined => {
  try {
    return { step: toStep(JSON.parse(json ?? '') as Scalar), end }
  } catch {
    return undefined
  }
}
