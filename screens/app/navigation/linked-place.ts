import { isAbsolute, normalize } from 'node:path'
import { AppError } from '../../../src/base/errors.ts'
import { validateAsOfDay } from '../../../src/domain/calendar/as-of.ts'
import type { Day } from '../../../src/domain/calendar/calendar.ts'
import { validateLast, validateRange } from '../../../src/domain/calendar/range-words.ts'
import type { RangeChoice } from '../../../src/domain/calendar/shift-range.ts'
import { formatLink, isLinkText, MAX_LINK_LENGTH, parseLink } from '../../../src/domain/links/link.ts'
import { SCREEN_NAMES, type ScreenName } from '../../kit/screen/names.ts'
import { anyText, type Codec, dayText, type LinkMember, wholeNumber } from '../../kit/screen/screen-link.ts'
import { ScreenState, type StateKey, type StateKeys } from '../../kit/screen/screen-state.ts'
import type { Target } from '../../kit/screen/target.ts'
import { screens } from '../../table.ts'

/** The session state that a link carries. */
export type LinkedSession = {
  range: RangeChoice
  isComparing: boolean
  /** The day as of which data is shown; undefined: now. */
  at: Day | undefined
}

/** A place in the explorer: a screen, its target (what it opens, such as a person or a revision) and its state. */
export type LinkedPlace = {
  screen: ScreenName
  target: Target | undefined
  state: ScreenState
  /** Members that are not in the link keep their current values. */
  session: Partial<LinkedSession>
}

export type LinkOptions = {
  /** Undefined: the link opens in the current organisation. */
  profile: string | undefined
  /** Whether to leave out names of people, because pseudonyms are shown. */
  isPrivate: boolean
  /** Whether to leave out what changes as the user moves around, like the selected row. @default false */
  hasNoCursors?: boolean
}

/** The link to a place; undefined if it would be longer than `MAX_LINK_LENGTH`. */
export const placeLink = (place: LinkedPlace, options: LinkOptions): string | undefined => {
  const { screen, target, state, session } = place
  const { profile, isPrivate, hasNoCursors = false } = options
  const link = screens[screen].link
  const current = link.targetOf ? link.targetOf(target, state) : target
  const shown = hasNoCursors && current ? without(current, link.cursors) : current
  const params = new Map<string, string>()
  const put = (name: string, value: string | undefined, isPersonal = false) => {
    if (value !== undefined && isLinkText(value) && !(isPersonal && isPrivate)) params.set(name, value)
  }
  for (const [name, codec] of LINKED_MEMBERS) put(name, textOf(codec, shown?.[name]), codec.isPersonal)
  for (const { state: kept, keys } of link.statesOf(shown, state, false)) {
    for (const [key, link] of linkedKeys(keys, kept)) {
      if (hasNoCursors && link.isCursor) continue
      const value = kept.has(key) ? kept.get(key) : link.absent?.(target, shown)
      put(link.name, textOf(link, value), link.isPersonal)
    }
  }
  for (const [name, value] of Object.entries(sessionParams(session))) put(name, value)
  const path = link.path === undefined ? undefined : pathOf(link.path, params)
  const text = formatLink({ profile, screen, path, params })
  return text.length > MAX_LINK_LENGTH ? undefined : text
}

const without = (target: Target, names: readonly (keyof Target)[] = []): Target => {
  const rest = { ...target }
  for (const name of names) delete rest[name]
  return rest
}

/** Formats a value, which must have the type of the codec. Undefined if links leave the value out. */
const textOf = ({ format }: Codec<never, unknown>, value: unknown): string | undefined =>
  value === undefined ? undefined : format(value as never)

/** The keys that links carry, with their members. Lazy, because a key may depend on an earlier one. */
export function* linkedKeys(keys: StateKeys, state: ScreenState): Generator<[StateKey<unknown>, LinkMember]> {
  for (const each of Object.values(keys)) {
    const key = 'in' in each ? each.in(state) : each
    if (typeof key.link !== 'string') yield [key, key.link]
  }
}

/** Moves a param into the path: `41..42` for two revisions. */
const pathOf = (name: string, params: Map<string, string>): string | undefined => {
  const value = params.get(name)
  if (value === undefined) return undefined
  params.delete(name)
  const base = name === 'revision' ? params.get('base') : undefined
  params.delete('base')
  return base === undefined ? value : `${base}..${value}`
}

const sessionParams = ({ range, isComparing, at }: Partial<LinkedSession>) => ({
  ...(range?.is === 'last' && { last: `${range.days}d` }),
  ...(range?.is === 'between' && { from: range.range.from, to: range.range.to }),
  ...(range && range.is !== 'last' && range.is !== 'between' && { range: rangeNames[range.is] }),
  compare: isComparing === undefined ? undefined : isComparing ? 'prev' : 'none',
  at,
})

const rangeNames = { monthToDate: 'month', lastMonth: 'last-month', all: 'all' } as const

/**
 * Parses a link to a place.
 *
 * @param now Unix ms; days that can't have data are rejected.
 * @throws AppError of kind `usage` for an invalid link or an unknown screen; its message is one sentence.
 */
export const parsePlaceLink = (text: string, now: number): LinkedPlace & { profile: string | undefined } => {
  const { profile, screen: screenText, path, params: given } = parseLink(text)
  const screen = SCREEN_NAMES.find((name) => name === screenText)
  if (screen === undefined)
    throw new AppError('usage', `The link names an unknown screen: use one of ${SCREEN_NAMES.join(', ')}.`)
  const link = screens[screen].link
  const params = new Map(given)
  if (path !== undefined) putPath(link.path, path, params)
  const session = sessionOf(params, now)
  const target: Record<string, unknown> = {}
  for (const [name, { parse }] of LINKED_MEMBERS) {
    const value = takeParam(params, name, parse)
    if (value !== undefined) target[name] = value
  }
  const shown = Object.keys(target).length > 0 ? (target as Target) : undefined
  const state = new ScreenState()
  for (const { state: kept, keys } of link.statesOf(shown, state, true)) {
    for (const [key, link] of linkedKeys(keys, kept)) {
      const value = takeParam(params, link.name, link.parse)
      if (value !== undefined) kept.set(key, value)
    }
  }
  const [unknown] = params.keys()
  if (unknown !== undefined) throw invalidPartError(unknown)
  return { profile, screen, target: shown, state, session }
}

const putPath = (name: string | undefined, path: string, params: Map<string, string>): void => {
  if (name === undefined || params.has(name)) throw invalidPartError(path)
  const [, base, revision] = (name === 'revision' && /^(\d+)\.\.(\d+)$/.exec(path)) || []
  params.set(name, revision ?? path)
  if (base !== undefined) params.set('base', base)
}

/** Removes a param and parses it; undefined if it is missing. @throws AppError if it is invalid. */
const takeParam = <T>(params: Map<string, string>, name: string, parse: (text: string) => T): T | undefined => {
  const text = params.get(name)
  if (text === undefined) return undefined
  params.delete(name)
  const value = parse(text)
  if (value === undefined) throw invalidPartError(name)
  return value
}

const invalidPartError = (part: string): AppError =>
  new AppError(
    'usage',
    `The link has an invalid part, "${part.slice(0, 40)}". Press yl in the explorer to copy a valid link.`,
  )

const sessionOf = (params: Map<string, string>, now: number): Partial<LinkedSession> => {
  const last = takeParam(params, 'last', (text): RangeChoice => ({ is: 'last', days: validateLast(text, now) }))
  const named = takeParam(params, 'range', rangeNamed)
  const [from, to] = [takeParam(params, 'from', identity), takeParam(params, 'to', identity)]
  const between: RangeChoice | undefined =
    from !== undefined && to !== undefined ? { is: 'between', range: validateRange(from, to, now) } : undefined
  const range = last ?? named ?? between
  const isComparing = takeParam(params, 'compare', (text) =>
    text === 'prev' ? true : text === 'none' ? false : undefined,
  )
  const at = takeParam(params, 'at', (text) => validateAsOfDay(text, now))
  return { ...(range && { range }), ...(isComparing !== undefined && { isComparing }), ...(at !== undefined && { at }) }
}

const identity = (text: string): string => text
const rangeNamed = (text: string): RangeChoice | undefined => {
  const names = Object.keys(rangeNames) as (keyof typeof rangeNames)[]
  const is = names.find((one) => rangeNames[one] === text)
  return is && { is }
}

/** An absolute, normalized path on this machine: two leading slashes would start the name of another host. */
const ownPath: Codec<string> = {
  ...anyText,
  parse: (text) => (isAbsolute(text) && normalize(text) === text && !/^[\\/]{2}/.test(text) ? text : undefined),
}

/** How links write each member of a target. `row` is left out, because the state of the list has the selected row. */
const targetMembers: {
  [Name in Exclude<keyof Target, 'row'>]-?: Codec<NonNullable<Target[Name]>> & { isPersonal?: boolean }
} = {
  view: anyText,
  day: dayText,
  person: { ...anyText, isPersonal: true },
  model: anyText,
  revision: wholeNumber,
  base: wholeNumber,
  path: anyText,
  repository: anyText,
  criterion: anyText,
  key: anyText,
  job: anyText,
  archive: ownPath,
  page: anyText,
}
const LINKED_MEMBERS = Object.entries(targetMembers) as [keyof typeof targetMembers, Omit<LinkMember, 'name'>][]
