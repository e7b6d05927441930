import { isAbsolute, normalize } from 'node:path'
import { AppError } from '../../../src/base/errors.ts'
import type { Day } from '../../../src/domain/calendar/calendar.ts'
import { judgeAt } from '../../../src/domain/calendar/known-at.ts'
import { judgeLast, judgeRange } from '../../../src/domain/calendar/range-words.ts'
import type { RangeChoice } from '../../../src/domain/calendar/shift-range.ts'
import { formatLink, isLinkText, MAX_LINK_LENGTH, parseLink } from '../../../src/domain/links/link.ts'
import { SCREEN_NAMES, type ScreenName } from '../../kit/screen/names.ts'
import { anyText, type Codec, dayText, wholeNumber } from '../../kit/screen/screen-link.ts'
import type { ScreenState } from '../../kit/screen/screen-state.ts'
import type { Target } from '../../kit/screen/target.ts'
import { screens } from '../../table.ts'

/** What all screens share that a link carries. */
export type LinkedSession = {
  range: RangeChoice
  isComparing: boolean
  /** The day as of which things are shown; undefined: now. */
  at: Day | undefined
}

/** Somewhere in the explorer: a screen, what it is opened at, how it is shown. */
export type LinkedPlace = {
  screen: ScreenName
  target: Target | undefined
  state: ScreenState
  /** Members that the link says nothing of stay as they are. */
  session: Partial<LinkedSession>
}

export type LinkOptions = {
  /** Undefined: the link leads to whichever organisation is explored. */
  profile: string | undefined
  /** Leaves out what names people, for as long as they have pseudonyms. */
  isPrivate: boolean
}

/** The link to a place; undefined where one would be longer than links are read. */
export const placeLink = (place: LinkedPlace, { profile, isPrivate }: LinkOptions): string | undefined => {
  const { screen, target, state, session } = place
  const link = screens[screen].link
  const shown = link.targetOf ? link.targetOf(target, state) : target
  const params = new Map<string, string>()
  const put = (name: string, value: string | undefined, isPersonal = false) => {
    if (value !== undefined && isLinkText(value) && !(isPersonal && isPrivate)) params.set(name, value)
  }
  for (const { name, format, isPersonal } of LINKED_MEMBERS) {
    put(name, format(shown?.[name]), isPersonal)
  }
  for (const { state: kept, members } of link.statesOf(shown, state, false)) {
    for (const [name, member] of Object.entries(members)) {
      const key = keyOf(member, kept)
      put(name, member.format(kept.has(key) ? kept.get(key) : member.absent?.(target, shown)), member.isPersonal)
    }
  }
  for (const [name, value] of Object.entries(sessionParams(session))) put(name, value)
  const path = link.path === undefined ? undefined : pathOf(link.path, params)
  const text = formatLink({ profile, screen, path, params })
  return text.length > MAX_LINK_LENGTH ? undefined : text
}

const keyOf = ({ key }: { key: string | ((state: ScreenState) => string) }, state: ScreenState): string =>
  typeof key === 'string' ? key : key(state)

/** Takes what stands in the path out of the rest: `41..42` for two revisions. */
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
 * Reads a link to a place.
 *
 * @param now Unix ms: days for which there can be no data are refused.
 * @throws AppError of kind `usage` for what is no link and for an unknown screen, in one sentence.
 */
export const parsePlaceLink = (text: string, now: number): LinkedPlace & { profile: string | undefined } => {
  const { profile, screen: screenText, path, params: given } = parseLink(text)
  const screen = SCREEN_NAMES.find((name) => name === screenText)
  if (screen === undefined)
    throw new AppError('usage', `The link leads to a screen that there is not: choose from ${SCREEN_NAMES.join(', ')}.`)
  const link = screens[screen].link
  const params = new Map(given)
  if (path !== undefined) putPath(link.path, path, params)
  const session = sessionOf(params, now)
  const target: Record<string, unknown> = {}
  for (const { name, parse } of LINKED_MEMBERS) {
    const value = taken(params, name, parse)
    if (value !== undefined) target[name] = value
  }
  const shown = Object.keys(target).length > 0 ? (target as Target) : undefined
  const state: ScreenState = new Map()
  for (const { state: kept, members } of link.statesOf(shown, state, true)) {
    for (const [name, member] of Object.entries(members)) {
      const value = taken(params, name, member.parse)
      if (value !== undefined) kept.set(keyOf(member, kept), value)
    }
  }
  const [unknown] = params.keys()
  if (unknown !== undefined) throw notUnderstood(unknown)
  return { profile, screen, target: shown, state, session }
}

const putPath = (name: string | undefined, path: string, params: Map<string, string>): void => {
  if (name === undefined || params.has(name)) throw notUnderstood(path)
  const [, base, revision] = (name === 'revision' && /^(\d+)\.\.(\d+)$/.exec(path)) || []
  params.set(name, revision ?? path)
  if (base !== undefined) params.set('base', base)
}

/** Takes a param out of those that are left, read. @throws AppError where it means nothing. */
const taken = <T>(params: Map<string, string>, name: string, parse: (text: string) => T): T | undefined => {
  const text = params.get(name)
  if (text === undefined) return undefined
  params.delete(name)
  const value = parse(text)
  if (value === undefined) throw notUnderstood(name)
  return value
}

const notUnderstood = (part: string): AppError =>
  new AppError(
    'usage',
    `The link says something that means nothing here, "${part.slice(0, 40)}": copy one in the explorer with yl.`,
  )

const sessionOf = (params: Map<string, string>, now: number): Partial<LinkedSession> => {
  const last = taken(params, 'last', (text): RangeChoice => ({ is: 'last', days: judgeLast(text, now) }))
  const named = taken(params, 'range', rangeNamed)
  const [from, to] = [taken(params, 'from', asIs), taken(params, 'to', asIs)]
  const between: RangeChoice | undefined =
    from !== undefined && to !== undefined ? { is: 'between', range: judgeRange(from, to, now) } : undefined
  const range = last ?? named ?? between
  const isComparing = taken(params, 'compare', (text) => (text === 'prev' ? true : text === 'none' ? false : undefined))
  const at = taken(params, 'at', (text) => judgeAt(text, now))
  return { ...(range && { range }), ...(isComparing !== undefined && { isComparing }), ...(at !== undefined && { at }) }
}

const asIs = (text: string): string => text
const rangeNamed = (text: string): RangeChoice | undefined => {
  const names = Object.keys(rangeNames) as (keyof typeof rangeNames)[]
  const is = names.find((one) => rangeNames[one] === text)
  return is && { is }
}

/** From the root, without a step up, and on this machine: two slashes begin the name of another one. */
const ownPath: Codec = {
  format: (value) => anyText.format(value),
  parse: (text) => (isAbsolute(text) && normalize(text) === text && !/^[\\/]{2}/.test(text) ? text : undefined),
}

/** How each member of a target is written in links. One that is added to targets has to be added here. */
export const targetMembers: Record<keyof Target, (Codec & { isPersonal?: boolean }) | undefined> = {
  view: anyText,
  // A link says which row is selected, whichever the list was opened at.
  row: undefined,
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

/** Those that links carry. */
export const LINKED_MEMBERS = Object.entries(targetMembers).flatMap(([name, codec]) =>
  codec ? [{ name: name as keyof Target, ...codec }] : [],
)
