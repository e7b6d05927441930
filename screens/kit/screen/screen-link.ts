import { isDay } from '../../../src/domain/calendar/calendar.ts'
import type { ScreenState } from './screen-state.ts'
import type { Target } from './target.ts'

/** How a value is written in a link. */
export type Codec = {
  /** Undefined: it is left out. */
  format: (value: unknown) => string | undefined
  /** Undefined: the text means nothing here. */
  parse: (text: string) => unknown
}

/** A member of what a screen keeps that links carry. */
export type Member = Codec & {
  /** What it is kept under, which may depend on members before it. */
  key: string | ((state: ScreenState) => string)
  /**
   * What it is while nothing is kept, at what the screen was opened at and what of it is shown.
   * @default nothing, and it is left out
   */
  absent?: (target: Target | undefined, shown: Target | undefined) => unknown
  /** Whether it may name a person, and is left out while people have pseudonyms. */
  isPersonal?: boolean
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Any text, such as an id. */
export const anyText: Codec = { format: textOf, parse: (text) => text }

export const dayText: Codec = { format: textOf, parse: (text) => (isDay(text) ? text : undefined) }

/** A count, 0 or more. */
export const wholeNumber: Codec = {
  format: (value) => (Number.isSafeInteger(value) ? String(value) : undefined),
  parse: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined),
}

export const yesOrNo: Codec = {
  format: (value) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : undefined),
  parse: (text) => (text === 'yes' ? true : text === 'no' ? false : undefined),
}

/** One of these words, or one of those that are thought of when it is read. */
export const oneOf = (words: readonly string[]): Codec => ({
  format: (value) => words.find((word) => word === value),
  parse: (text) => words.find((word) => word === text),
})

/** An order: `credits` from the least, `-credits` from the most. @param member - What the word is called in its value. */
export const order = (member: 'id' | 'by' | 'field', words: readonly string[]): Codec => ({
  format: (value) => {
    const { [member]: word, isDescending } = (value ?? {}) as Record<string, unknown>
    return typeof word === 'string' && words.includes(word) ? `${isDescending ? '-' : ''}${word}` : undefined
  },
  parse: (text) => {
    const isDescending = text.startsWith('-')
    const word = isDescending ? text.slice(1) : text
    return words.includes(word) ? { [member]: word, isDescending } : undefined
  },
})

/** The selected row of a list, by its id. */
export const selectedRow: Codec = {
  format: (value) => textOf((value as { id?: unknown } | undefined)?.id),
  // Lists of people keep the row of the window, others the first one of it.
  parse: (id) => ({ id, index: 0, top: 0, row: 0 }),
}

/** Ids of marked rows, with commas between them. */
export const markedIds: Codec = {
  format: (value) =>
    value instanceof Set && value.size > 0 ? [...value].map(encodeURIComponent).join(',') : undefined,
  parse: (text) => {
    try {
      return new Set(text.split(',').map(decodeURIComponent))
    } catch {
      return undefined
    }
  },
}

/** The members that filtered lists have. */
export const filter: Member = { ...anyText, key: 'filter', isPersonal: true }

/** What a screen is shown with, by the names that links have for it. */
export type Members = Readonly<Record<string, Member>>

/** A map of what is kept, and what of it links carry. Members are read and put in their order. */
type LinkedState = { state: ScreenState; members: Members }

/** What links carry of one screen, besides the members of its target. */
export type ScreenLink = {
  /**
   * What is shown as a target, where the screen opens things within itself.
   * @default what it was opened at
   */
  targetOf?: (target: Target | undefined, state: ScreenState) => Target | undefined
  /**
   * The states of what is shown at a target, the screen's own and those of its views.
   *
   * @param isPut - Whether they are about to be filled, so that maps that are not there yet are made.
   */
  statesOf: (target: Target | undefined, state: ScreenState, isPut: boolean) => readonly LinkedState[]
  /** What stands behind the screen in the path of a link: the name of a member, by default none. */
  path?: string
  /** Whether what is shown at this target has the whole screen below it, to go back to. @default no */
  isInside?: (target: Target) => boolean
}

/** A map within a map, which what is shown inside a screen keeps its state in. */
export const innerState = (state: ScreenState, key: string, isPut: boolean): ScreenState => {
  const known = state.get(key)
  if (known instanceof Map) return known
  const made: ScreenState = new Map()
  if (isPut) state.set(key, made)
  return made
}

/**
 * What links carry of a screen of one list, see `useListScreen`.
 *
 * @param row - What the selected row is called in them, which is the path of a link, too.
 */
export const listLink = (
  row: string,
  sorts: readonly string[],
  { quick, rowCodec = selectedRow }: { quick?: readonly string[]; rowCodec?: Codec } = {},
): ScreenLink => {
  const members = {
    [row]: { ...rowCodec, key: 'row' },
    ...(quick && { quick: { ...oneOf(quick), key: 'quick' } }),
    sort: { ...order('by', sorts), key: 'sort' },
    filter,
    detail: { ...yesOrNo, key: 'alone' },
  }
  return { path: row, statesOf: (_target, state) => [{ state, members }] }
}
