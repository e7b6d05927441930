import { isContainer } from '../../base/json.ts'
import { fullNumber } from '../../domain/text/format.ts'
import { type SafeText, safeText } from '../../domain/text/safe-text.ts'

/**
 * A breakdown within a row in one line: `opus thinking 1,204, haiku standard 88`, `cli 3, web 1`, `Go, Rust`. Of an entry its words and
 * its first number are told, and entries stand as they came.
 */
export const nestedText = (value: object): SafeText => {
  const entries = Array.isArray(value)
    ? value.map(entryText)
    : Object.entries(value).map(([name, own]) => `${name} ${partText(own)}`)
  return safeText(entries.join(', '))
}

const entryText = (entry: unknown): string => {
  if (!isContainer(entry)) return partText(entry)
  const parts = Object.values(entry)
  const words = parts.filter((part) => typeof part === 'string' && part !== '')
  const number = parts.find((part) => typeof part === 'number')
  return [...words, ...(number === undefined ? [] : [partText(number)])].join(' ')
}

const partText = (part: unknown): string => (typeof part === 'number' ? fullNumber(part) : String(part ?? ''))
