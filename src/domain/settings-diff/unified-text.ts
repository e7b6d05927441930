import { isContainer } from '../../base/json.ts'
import { isSameJson } from '../../base/same-json.ts'
import { resultOf } from '../../base/slices.ts'
import { toJson } from '../output/output.ts'
import { shownSettings } from '../secrets/mask-settings.ts'
import { isJsonObject, type JsonObject } from './json-value.ts'
import { matchItems, stayingItems } from './match-items.ts'

/** A line of a unified diff of two settings: of both, of the old or of the new one. */
export type UnifiedLine = {
  sign: ' ' | '-' | '+'
  /** With its indent. Secrets are masked, and nothing in it acts on a terminal. */
  text: string
  /** The value that it prints; the same for its first and its closing line. */
  part: LinePart
}

/** A value of settings and where it is. */
export type LinePart = {
  parent: LinePart | undefined
  depth: number
  /** The member that it is; undefined for an item. */
  name: string | undefined
  /** The index of an item in its list, on each side. */
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
 * A unified diff of two settings as lines: members by name, items as matchItems pairs them, those that
 * moved at the old and at the new index. Members are in alphabetical order, and every one ends in a comma, so that one more
 * does not change the line before. The lines of one side do not depend on the other.
 */
export const unifiedLines = (before: unknown, after: unknown): UnifiedLine[] => resultOf(unifiedSteps(before, after))

/** The same as a generator that other work can interrupt after each member and item of the outer levels. */
export function* unifiedSteps(before: unknown, after: unknown): Generator<void, UnifiedLine[]> {
  const lines: UnifiedLine[] = []
  yield* merge(lines, { sign: ' ', before, after, spot: ROOT })
  return lines
}

export type UnifiedOptions = {
  /** Unchanged lines around each change. @default 3 */
  context?: number
  /** What the two are called, in the first two lines. Safe text. */
  before: string
  after: string
}

/** Two settings in the unified format of diff tools; empty where nothing differs. */
export const unifiedText = (before: unknown, after: unknown, options: UnifiedOptions): string => {
  const { context = 3 } = options
  const lines = unifiedLines(before, after)
  const hunks = hunksOf(lines, context)
  if (hunks.length === 0) return ''
  // How many lines of each side stand before each line.
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
 * The hunks of unified lines, ascending and disjoint: `from` is the first line of
 * each, `to` the one behind its last.
 *
 * @param context - Unchanged lines around each change.
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

/** Levels below which a part is written in one step. */
const DEEPEST_STEP = 4

function* merge(lines: UnifiedLine[], part: Part): Generator<void, void> {
  const { sign, before, after, spot } = part
  const parts = sign !== ' ' && spot.depth >= DEEPEST_STEP ? undefined : stepsOf(part)
  if (parts) {
    put(lines, sign, spot, parts.open)
    for (const each of parts.parts) yield* merge(lines, each)
    putEnd(lines, sign, spot, parts.close)
  } else if (sign !== ' ') print(lines, sign, sign === '-' ? before : after, spot)
  else if (isSameJson(before, after)) print(lines, ' ', before, spot)
  else {
    print(lines, '-', before, spot)
    print(lines, '+', after, spot)
  }
  if (spot.depth < DEEPEST_STEP) yield
}

/** What is on one side only is cut into parts too: it may be nearly all there is. */
const stepsOf = ({ sign, before, after, spot }: Part): Parts | undefined => {
  if (sign === ' ') return partsOf(before, after, spot)
  const own = sign === '-' ? before : after
  const parts = partsOf(own, own, spot)
  return parts && { ...parts, parts: parts.parts.map((each) => ({ ...each, sign })) }
}

/** A member or an item of both, ` `, or of one of them. */
type Part = { sign: UnifiedLine['sign']; before: unknown; after: unknown; spot: LinePart }
type Parts = { open: string; close: string; parts: Part[] }

/** The parts of two objects or lists, paired; undefined for others. */
const partsOf = (before: unknown, after: unknown, spot: LinePart): Parts | undefined => {
  if (isJsonObject(before) && isJsonObject(after)) {
    return { open: '{', close: '},', parts: memberParts(before, after, spot) }
  }
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined
  return { open: '[', close: '],', parts: itemParts(before, after, spot) }
}

const memberParts = (before: JsonObject, after: JsonObject, parent: LinePart): Part[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().map((name) => {
    const sign = Object.hasOwn(after, name) ? (Object.hasOwn(before, name) ? ' ' : '+') : '-'
    const [old, now] = [sign === '+' ? undefined : before[name], sign === '-' ? undefined : after[name]]
    return { sign, before: old, after: now, spot: memberIn(parent, name) }
  })

const itemParts = (before: readonly unknown[], after: readonly unknown[], parent: LinePart): Part[] => {
  const parts: Part[] = []
  const match = matchItems(before, after)
  const { from } = match
  let [old, now] = [0, 0]
  const upTo = (oldEnd: number, nowEnd: number): void => {
    for (; old < oldEnd; old += 1)
      parts.push({ sign: '-', before: before[old], after: undefined, spot: itemIn(parent, old, -1) })
    for (; now < nowEnd; now += 1)
      parts.push({ sign: '+', before: undefined, after: after[now], spot: itemIn(parent, -1, now) })
  }
  for (const index of stayingItems(match)) {
    const place = from[index] ?? -1
    upTo(place, index)
    parts.push({ sign: ' ', before: before[place], after: after[index], spot: itemIn(parent, place, index) })
    old = place + 1
    now = index + 1
  }
  upTo(before.length, after.length)
  return parts
}

const print = (lines: UnifiedLine[], sign: UnifiedLine['sign'], value: unknown, spot: LinePart): void => {
  // Settings that are not there have no lines.
  if (value === undefined) return
  if (!isContainer(value)) put(lines, sign, spot, `${toJson(shownSettings(value))},`)
  else {
    put(lines, sign, spot, Array.isArray(value) ? '[' : '{')
    if (Array.isArray(value))
      for (const [index, item] of value.entries()) print(lines, sign, item, itemIn(spot, index, index))
    else
      for (const name of Object.keys(value).sort())
        print(lines, sign, (value as JsonObject)[name], memberIn(spot, name))
    putEnd(lines, sign, spot, Array.isArray(value) ? '],' : '},')
  }
}
