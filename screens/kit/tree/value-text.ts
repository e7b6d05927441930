import { isContainer } from '../../../src/base/json.ts'
import { memoizePerObject } from '../../../src/base/memoize.ts'
import { toJson } from '../../../src/domain/output/output.ts'
import { MASK, shownSetting } from '../../../src/domain/secrets/mask-settings.ts'
import { isJsonObject, type JsonObject } from '../../../src/domain/settings-diff/json-value.ts'
import { type SafeText, safeText } from '../../../src/domain/text/safe-text.ts'

/** A masked scalar as JSON. A text is cut to about `max` UTF-16 units; a mask alone has no quotes. */
const scalarJson = (value: unknown, max = Number.POSITIVE_INFINITY): string => {
  if (typeof value !== 'string') return toJson(value)
  // Replaces marks of secrets before it cuts, because a part of a hash would otherwise be shown.
  const shown = shownSetting(value)
  return shown === MASK ? MASK : toJson(shown.slice(0, max + 1))
}

/**
 * The beginning of a masked value in one line: at least `cells` UTF-16 units, if the value is that long. It reads only
 * this much, because values may have megabytes.
 */
export const briefJson = (value: unknown, cells: number): SafeText => {
  let text = ''
  const put = (part: unknown, depth: number): boolean => {
    if (text.length > cells) return false
    if (!isContainer(part) || depth > MAX_DEPTH) {
      text += depth > MAX_DEPTH ? '…' : scalarJson(part, cells)
    } else if (Array.isArray(part)) putAll(part, '[', ']', (item) => put(item, depth + 1))
    else putAll(Object.keys(part), '{', '}', (name) => putMember(part as JsonObject, name, depth))
    return text.length <= cells
  }
  const putAll = <Item>(items: readonly Item[], open: string, close: string, putItem: (item: Item) => boolean) => {
    text += open
    for (const [index, item] of items.entries()) {
      if (index > 0) text += ', '
      if (!putItem(item)) return
    }
    text += close
  }
  const putMember = (object: JsonObject, name: string, depth: number): boolean => {
    text += `${toJson(shownSetting(name))}: `
    return put(object[name], depth + 1)
  }
  put(value, 0)
  return safeText(text)
}

const MAX_DEPTH = 200

/** An entry of a list as text, without quotes if it can't be confused with another value. */
export const entryText = (value: unknown): SafeText => {
  if (typeof value !== 'string') return briefJson(value, ENTRY_CELLS)
  const shown = shownSetting(value)
  return isPlainEntry(shown) ? safeText(shown) : safeText(toJson(shown))
}

const ENTRY_CELLS = 200
const isPlainEntry = (text: string): boolean =>
  /^[^\s",]+(?: [^\s",]+)*$/.test(text) && !/^(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(text)

/** A masked value as JSON on several lines, at most `maxLines` of them. @returns `isCut`: whether there are more. */
export const prettyJson = (value: unknown, maxLines: number): { lines: string[]; isCut: boolean } => {
  const lines: string[] = []
  const put = (part: unknown, indent: string, label: string, comma: string): void => {
    if (lines.length > maxLines) return
    const isList = Array.isArray(part)
    const names = isJsonObject(part) ? Object.keys(part) : []
    if (!isList && !isJsonObject(part)) lines.push(`${indent}${label}${scalarJson(part)}${comma}`)
    else if (indent.length > MAX_DEPTH || (isList ? part.length : names.length) === 0) {
      lines.push(`${indent}${label}${isList ? '[]' : '{}'}${comma}`)
    } else {
      lines.push(`${indent}${label}${isList ? '[' : '{'}`)
      const inside = `${indent}  `
      const items: readonly unknown[] = isList ? part : names
      for (const [index, item] of items.entries()) {
        if (lines.length > maxLines) return
        const after = index < items.length - 1 ? ',' : ''
        if (isList) put(item, inside, '', after)
        else put((part as JsonObject)[item as string], inside, `${toJson(shownSetting(item as string))}: `, after)
      }
      lines.push(`${indent}${isList ? ']' : '}'}${comma}`)
    }
  }
  put(value, '', '', '')
  return { lines: lines.slice(0, maxLines), isCut: lines.length > maxLines }
}

/** Max nested values that can be processed within a frame. */
const MAX_FRAME_VALUES = 20_000
/** Max UTF-16 units of their texts. */
const MAX_FRAME_TEXT = 1_000_000

/** Whether a value, such as settings, is so large that comparing or printing it would delay a frame; cached. */
export const isLargeValue = (value: unknown): boolean => isContainer(value) && exceedsLimits(value)

const exceedsLimits = memoizePerObject((whole: object): boolean => {
  let length = 0
  const values: unknown[] = [whole]
  for (const value of values) {
    if (typeof value === 'string') length += value.length
    else if (isContainer(value)) {
      for (const inner of Object.values(value)) if (values.push(inner) > MAX_FRAME_VALUES) return true
    }
    if (length > MAX_FRAME_TEXT) return true
  }
  return false
})
