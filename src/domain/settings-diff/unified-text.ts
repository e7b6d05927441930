import { isContainer } from '../../base/json.ts'
import { isSameJson } from '../../base/same-json.ts'
import { resultOf } from '../../base/slices.ts'
import { toJson } from '../output/output.ts'
import { shownSettings } from '../secrets/mask-settings.ts'
import { isJsonObject, type JsonObject } from './json-value.ts'
import { matchItems, stayingItems } from './match-items.ts'

/** A line of a unified diff of two settings: unchanged, removed or added. */
export type UnifiedLine = {
  sign: ' ' | '-' | '+'
  /** With indent. Secrets are masked, and the text is safe for a terminal. */
  text: string
  /** The value that the line prints; the same for its opening and closing line. */
  part: LinePart
}

/** A value of the settings and its position. */
export type LinePart = {
  parent: LinePart | undefined
  depth: number
  /** Name of the property; undefined for a list item. */
  name: string | undefined
  /** Index of the item in its list on each side. */
  before: number
  after: number
}

const ROOT: LinePart = { parent: undefined, depth: 0, name: undefined, before: 0, after: 0 }

const memberIn = (parent: LinePart, name: string): LinePart => ({
  parent,
  depth: parent.depth + 1,
  name,
  before: 0,
  after: 0,
})

const itemIn = (parent: LinePart, before: number, after: number): LinePart => ({
  parent,
  depth: parent.depth + 1,
  name: undefined,
  before,
  after,
})

/**
 * A unified diff of two settings as lines. Properties are paired by name, items by matchItems; an item that moved
 * appears at its old and its new index. Properties are in alphabetical order, and each one ends with a comma, so that
 * an additional property doesn't change the line before. The lines of one side don't depend on the other side.
 */
export const unifiedLines = (before: unknown, after: unknown): UnifiedLine[] => resultOf(unifiedSteps(before, after))

/** {@link unifiedLines} as a generator. It yields after each outer property and item, so that other work can run. */
export function* unifiedSteps(before: unknown, after: unknown): Generator<void, UnifiedLine[]> {
  const lines: UnifiedLine[] = []
  yield* merge(lines, { sign: ' ', before, after, place: ROOT })
  return lines
}

export type UnifiedOptions = {
  /** Number of unchanged lines around each change. @default 3 */
  context?: number
  /** Names of the two sides, for the first two lines. Safe text. */
  before: string
  after: string
}

/** Two settings in the unified format of diff tools; empty if they are equal. */
export const unifiedText = (before: unknown, after: unknown, options: UnifiedOptions): string => {
  const { context = 3 } = options
  const lines = unifiedLines(before, after)
  const hunks = hunksOf(lines, context)
  if (hunks.length === 0) return ''
  // Number of lines of each side before the current line.
  let [old, now, at] = [0, 0, 0]
  const passed = (end: number): void => {
    for (; at < end; at += 1) {
      if (lines[at]?.sign !== '+') old += 1
      if (lines[at]?.sign !== '-') now += 1
    }
  }
  const text = hunks.map(({ from, to }) => {
    passed(from)
    const [oldFrom, nowFrom] = [old, now]
    passed(to)
    const range = (start: number, end: number): string => `${end > start ? start + 1 : start},${end - start}`
    const body = lines.slice(from, to).map((line) => line.sign + line.text)
    return [`@@ -${range(oldFrom, old)} +${range(nowFrom, now)} @@`, ...body].join('\n')
  })
  return `--- ${options.before}\n+++ ${options.after}\n${text.join('\n')}\n`
}

/**
 * The hunks of unified lines, ascending and disjoint: `from` is the index of the first line, `to` the index after the
 * last one.
 *
 * @param context - Number of unchanged lines around each change.
 */
export const hunksOf = (lines: readonly UnifiedLine[], context: number): { from: number; to: number }[] => {
  const hunks: { from: number; to: number }[] = []
  for (const [index, { sign }] of lines.entries()) {
    if (sign === ' ') continue
    const [from, to] = [Math.max(0, index - context), Math.min(lines.length, index + 1 + context)]
    const last = hunks.at(-1)
    if (last && from <= last.to) last.to = to
    else hunks.push({ from, to })
  }
  return hunks
}

const put = (lines: UnifiedLine[], sign: UnifiedLine['sign'], part: LinePart, text: string): void => {
  const label = part.name === undefined ? '' : `${toJson(shownSettings(part.name))}: `
  lines.push({ sign, text: '  '.repeat(part.depth) + label + text, part })
}

const putEnd = (lines: UnifiedLine[], sign: UnifiedLine['sign'], part: LinePart, text: string): void => {
  lines.push({ sign, text: '  '.repeat(part.depth) + text, part })
}

/** Depth from which a part is written in one step. */
const MAX_YIELD_DEPTH = 4

function* merge(lines: UnifiedLine[], part: Part): Generator<void, void> {
  const { sign, before, after, place } = part
  const parts = sign !== ' ' && place.depth >= MAX_YIELD_DEPTH ? undefined : stepsOf(part)
  if (parts) {
    put(lines, sign, place, parts.open)
    for (const each of parts.parts) yield* merge(lines, each)
    putEnd(lines, sign, place, parts.close)
  } else if (sign !== ' ') print(lines, sign, sign === '-' ? before : after, place)
  else if (isSameJson(before, after)) print(lines, ' ', before, place)
  else {
    print(lines, '-', before, place)
    print(lines, '+', after, place)
  }
  if (place.depth < MAX_YIELD_DEPTH) yield
}

/** A part on one side only is split too, because it may be most of the diff. */
const stepsOf = ({ sign, before, after, place }: Part): Parts | undefined => {
  if (sign === ' ') return partsOf(before, after, place)
  const side = sign === '-' ? before : after
  const parts = partsOf(side, side, place)
  return parts && { ...parts, parts: parts.parts.map((each) => ({ ...each, sign })) }
}

/** A property or item: sign ` ` if both sides have it, otherwise the sign of its side. */
type Part = { sign: UnifiedLine['sign']; before: unknown; after: unknown; place: LinePart }
type Parts = { open: string; close: string; parts: Part[] }

/** The paired parts of two objects or two lists; undefined for other values. */
const partsOf = (before: unknown, after: unknown, place: LinePart): Parts | undefined => {
  if (isJsonObject(before) && isJsonObject(after)) {
    return { open: '{', close: '},', parts: memberParts(before, after, place) }
  }
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined
  return { open: '[', close: '],', parts: itemParts(before, after, place) }
}

const memberParts = (before: JsonObject, after: JsonObject, parent: LinePart): Part[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().map((name) => {
    const sign = Object.hasOwn(after, name) ? (Object.hasOwn(before, name) ? ' ' : '+') : '-'
    const [old, now] = [sign === '+' ? undefined : before[name], sign === '-' ? undefined : after[name]]
    return { sign, before: old, after: now, place: memberIn(parent, name) }
  })

const itemParts = (before: readonly unknown[], after: readonly unknown[], parent: LinePart): Part[] => {
  const parts: Part[] = []
  const match = matchItems(before, after)
  const { from } = match
  let [old, now] = [0, 0]
  const upTo = (oldEnd: number, nowEnd: number): void => {
    for (; old < oldEnd; old += 1)
      parts.push({ sign: '-', before: before[old], after: undefined, place: itemIn(parent, old, -1) })
    for (; now < nowEnd; now += 1)
      parts.push({ sign: '+', before: undefined, after: after[now], place: itemIn(parent, -1, now) })
  }
  for (const index of stayingItems(match)) {
    const place = from[index] ?? -1
    upTo(place, index)
    parts.push({ sign: ' ', before: before[place], after: after[index], place: itemIn(parent, place, index) })
    old = place + 1
    now = index + 1
  }
  upTo(before.length, after.length)
  return parts
}

const print = (lines: UnifiedLine[], sign: UnifiedLine['sign'], value: unknown, place: LinePart): void => {
  // Missing settings have no lines.
  if (value === undefined) return
  if (!isContainer(value)) put(lines, sign, place, `${toJson(shownSettings(value))},`)
  else {
    put(lines, sign, place, Array.isArray(value) ? '[' : '{')
    if (Array.isArray(value))
      for (const [index, item] of value.entries()) print(lines, sign, item, itemIn(place, index, index))
    else
      for (const name of Object.keys(value).sort())
        print(lines, sign, (value as JsonObject)[name], memberIn(place, name))
    putEnd(lines, sign, place, Array.isArray(value) ? '],' : '},')
  }
}
