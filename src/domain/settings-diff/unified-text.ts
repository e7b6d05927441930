import { shownSettings } from '../mask-settings.ts'
import { toJson } from '../output.ts'
import { DEEPEST, isJsonObject, isSameJson, type JsonObject } from './json-value.ts'
import { matchItems } from './match-items.ts'

/** A line of two settings laid over each other: of both, of the one before or of the one after. */
export type UnifiedLine = {
  sign: ' ' | '-' | '+'
  /** With its indent. Secrets are masked, and nothing in it acts on a terminal. */
  text: string
}

/**
 * Two settings as lines, laid over each other by what is the same: members by name, items as matchItems tells, those that
 * moved where they were and where they are. Members are in alphabetical order, and every one ends in a comma, so that one more
 * does not change the line before. The lines of one side, whatever the other is, are always the same.
 */
export const unifiedLines = (before: unknown, after: unknown): UnifiedLine[] => {
  const lines: UnifiedLine[] = []
  merge(lines, before, after, { label: '', depth: 0 })
  return lines
}

export type UnifiedOptions = {
  /** Lines around each change that did not change. @default 3 */
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
 * The stretches of unified lines in which something differs, rising and apart from each other: `from` is the first line of
 * each, `to` the one behind its last.
 *
 * @param context - Lines around each change that did not change.
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

/** What stands before a value, and how deep it is. */
type Spot = { label: string; depth: number }

const put = (lines: UnifiedLine[], sign: UnifiedLine['sign'], { depth, label }: Spot, text: string): void => {
  lines.push({ sign, text: '  '.repeat(depth) + label + text })
}

const merge = (lines: UnifiedLine[], before: unknown, after: unknown, spot: Spot): void => {
  if (spot.depth < DEEPEST && isJsonObject(before) && isJsonObject(after)) {
    put(lines, ' ', spot, '{')
    mergeMembers(lines, before, after, spot.depth + 1)
    put(lines, ' ', { label: '', depth: spot.depth }, '},')
  } else if (spot.depth < DEEPEST && Array.isArray(before) && Array.isArray(after)) {
    put(lines, ' ', spot, '[')
    mergeItems(lines, before, after, { label: '', depth: spot.depth + 1 })
    put(lines, ' ', { label: '', depth: spot.depth }, '],')
  } else if (isSameJson(before, after)) print(lines, ' ', before, spot)
  else {
    print(lines, '-', before, spot)
    print(lines, '+', after, spot)
  }
}

const spotOf = (name: string, depth: number): Spot => ({ label: `${toJson(shownSettings(name))}: `, depth })

const mergeMembers = (lines: UnifiedLine[], before: JsonObject, after: JsonObject, depth: number): void => {
  for (const name of [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()) {
    const spot = spotOf(name, depth)
    if (!Object.hasOwn(after, name)) print(lines, '-', before[name], spot)
    else if (!Object.hasOwn(before, name)) print(lines, '+', after[name], spot)
    else merge(lines, before[name], after[name], spot)
  }
}

const mergeItems = (lines: UnifiedLine[], before: readonly unknown[], after: readonly unknown[], spot: Spot): void => {
  const { from, staying } = matchItems(before, after)
  let [old, now] = [0, 0]
  const upTo = (oldEnd: number, nowEnd: number): void => {
    for (; old < oldEnd; old += 1) print(lines, '-', before[old], spot)
    for (; now < nowEnd; now += 1) print(lines, '+', after[now], spot)
  }
  for (const index of staying) {
    const place = from[index] as number
    upTo(place, index)
    merge(lines, before[place], after[index], spot)
    old = place + 1
    now = index + 1
  }
  upTo(before.length, after.length)
}

const print = (lines: UnifiedLine[], sign: UnifiedLine['sign'], value: unknown, spot: Spot): void => {
  // Settings that are not there have no lines.
  if (value === undefined) return
  if (typeof value !== 'object' || value === null) put(lines, sign, spot, `${toJson(shownSettings(value))},`)
  else if (spot.depth >= DEEPEST) put(lines, sign, spot, '…,')
  else {
    const inside = spot.depth + 1
    put(lines, sign, spot, Array.isArray(value) ? '[' : '{')
    if (Array.isArray(value)) for (const item of value) print(lines, sign, item, { label: '', depth: inside })
    else
      for (const name of Object.keys(value).sort())
        print(lines, sign, (value as JsonObject)[name], spotOf(name, inside))
    put(lines, sign, { label: '', depth: spot.depth }, Array.isArray(value) ? '],' : '},')
  }
}
