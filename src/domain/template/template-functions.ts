import { isContainer, memberOf } from '../../base/json.ts'
import { toJson } from '../output/output.ts'
import { truncate } from '../text/fit.ts'
import { age } from '../text/format.ts'
import { timeByLayout } from './go-time.ts'
import { TemplateError } from './lex-template.ts'

/** A text with a colour. It has none in tables, and inside of other texts. */
export class ColoredText {
  readonly text: string
  readonly code: string
  constructor(text: string, code: string) {
    this.text = text
    this.code = code
  }
}

/** What functions need from the renderer. */
type FunctionContext = {
  /** Unix milliseconds. */
  now: number
  addRow: (cells: readonly string[]) => void
  /** The rows so far, as an aligned table; they are removed. */
  takeTable: () => string
}

type TemplateFunction = {
  min: number
  max: number
  call: (args: readonly unknown[], context: FunctionContext) => unknown
}

const MANY = Number.POSITIVE_INFINITY

const of = (min: number, max: number, call: TemplateFunction['call']): TemplateFunction => ({ min, max, call })

/** A value as text: null and missing values are empty, lists and objects JSON. */
export const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  if (value instanceof ColoredText) return value.text
  return isContainer(value) ? toJson(value) : String(value)
}

/** As in Go: false, 0, null, and empty texts, lists and objects are false. */
export const isTrue = (value: unknown): boolean => {
  if (value instanceof ColoredText) return value.text !== ''
  return isContainer(value) ? Object.keys(value).length > 0 : Boolean(value)
}

const listOf = (value: unknown, name: string): readonly unknown[] => {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value
  throw new TemplateError(`${name} needs a list`)
}

const numberOf = (value: unknown, name: string): number => {
  if (typeof value === 'number') return value
  throw new TemplateError(`${name} needs a number, but got "${textOf(value).slice(0, 40)}"`)
}

/** Negative, 0 or positive; undefined if a value is missing. */
const order = (left: unknown, right: unknown, name: string): number | undefined => {
  if (left === undefined || left === null || right === undefined || right === null) return undefined
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : Number(left > right)
  throw new TemplateError(`${name} needs two numbers or two texts`)
}

const compare = (name: string, test: (order: number) => boolean): TemplateFunction =>
  of(2, 2, ([left, right]) => {
    const found = order(left, right, name)
    return found !== undefined && test(found)
  })

const isEqual = (left: unknown, right: unknown): boolean =>
  (left ?? null) === (right ?? null) || (isContainer(left) && isContainer(right) && toJson(left) === toJson(right))

const lengthOf = (value: unknown): number => {
  if (value === undefined || value === null) return 0
  if (typeof value === 'string') return [...value].length
  if (isContainer(value)) return Object.keys(value).length
  throw new TemplateError('len needs a text, a list or an object')
}

/** A time in Unix milliseconds, from a text or milliseconds; undefined for a missing one. */
const timeOf = (value: unknown, name: string): number | undefined => {
  if (value === undefined || value === null || value === '') return undefined
  const ms = typeof value === 'number' ? value : Date.parse(textOf(value))
  if (!Number.isNaN(new Date(ms).getTime())) return ms
  throw new TemplateError(`${name} needs a time, but got "${textOf(value).slice(0, 40)}"`)
}

const STYLES: Readonly<Record<string, string>> = {
  bold: '1',
  black: '30',
  red: '31',
  green: '32',
  yellow: '33',
  blue: '34',
  magenta: '35',
  cyan: '36',
  white: '37',
  gray: '90',
}

const color = of(2, 2, ([style, value]) => {
  const [name = '', ...flags] = textOf(style).split('+')
  const code = Object.hasOwn(STYLES, name) ? STYLES[name] : undefined
  if (code === undefined || flags.some((flag) => flag !== 'b'))
    throw new TemplateError(
      `color has no style "${textOf(style).slice(0, 40)}": use one of ${Object.keys(STYLES).join(', ')}`,
    )
  return new ColoredText(textOf(value), flags.length > 0 ? `1;${code}` : code)
})

const MAX_WIDTH = 1_000

/** Go's verbs %v %s %q %d %f %t, with flags, width and precision. */
const printf = of(1, MANY, ([format, ...values]) => {
  let next = 0
  const text = textOf(format).replace(
    /%([-0+]*)(\d{1,9})?(?:\.(\d{1,9}))?(.)/gsu,
    (all, flags, width, precision, verb) => {
      if (verb === '%') return '%'
      if (next >= values.length) throw new TemplateError(`printf has too few values for ${all}`)
      const shown = formatted(verb, values[next], precision, flags.includes('+'))
      next += 1
      const cells = Math.min(Number(width ?? 0), MAX_WIDTH)
      if (flags.includes('-')) return shown.padEnd(cells)
      return flags.includes('0') && /^[df]$/.test(verb) ? withZeros(shown, cells) : shown.padStart(cells)
    },
  )
  if (next < values.length) throw new TemplateError(`printf has ${values.length - next} more values than verbs`)
  return text
})

/** Adds zeros after the sign. */
const withZeros = (text: string, cells: number): string => {
  const [sign = ''] = /^[-+]?/.exec(text) ?? []
  return sign + text.slice(sign.length).padStart(cells - sign.length, '0')
}

const formatted = (verb: string, value: unknown, precision: string | undefined, hasSign: boolean): string => {
  const isMissing = value === undefined || value === null
  const signed = (number: number, text: string): string => (hasSign && number >= 0 ? `+${text}` : text)
  switch (verb) {
    case 'v':
    case 't':
      return textOf(value)
    case 's':
      return precision === undefined ? textOf(value) : [...textOf(value)].slice(0, Number(precision)).join('')
    case 'q':
      return toJson(textOf(value))
    case 'd': {
      if (isMissing) return ''
      const number = Math.trunc(numberOf(value, 'printf %d'))
      return signed(number, String(number))
    }
    case 'f': {
      if (isMissing) return ''
      const number = numberOf(value, 'printf %f')
      return signed(number, number.toFixed(Math.min(Number(precision ?? 6), 100)))
    }
    default:
      throw new TemplateError(`printf has no %${verb}: use %v, %s, %q, %d, %f or %t`)
  }
}

const functions = {
  and: of(1, MANY, (args) => {
    const firstFalse = args.findIndex((value) => !isTrue(value))
    return args.at(firstFalse)
  }),
  or: of(1, MANY, (args) => args.find(isTrue) ?? args.at(-1)),
  not: of(1, 1, ([value]) => !isTrue(value)),
  eq: of(2, MANY, ([first, ...others]) => others.some((other) => isEqual(first, other))),
  ne: of(2, 2, ([left, right]) => !isEqual(left, right)),
  lt: compare('lt', (found) => found < 0),
  le: compare('le', (found) => found <= 0),
  gt: compare('gt', (found) => found > 0),
  ge: compare('ge', (found) => found >= 0),
  len: of(1, 1, ([value]) => lengthOf(value)),
  index: of(2, MANY, ([value, ...keys]) => keys.reduce((part, key) => memberOf(part, textOf(key)), value)),
  contains: of(2, 2, ([part, text]) => textOf(text).includes(textOf(part))),
  hasPrefix: of(2, 2, ([part, text]) => textOf(text).startsWith(textOf(part))),
  hasSuffix: of(2, 2, ([part, text]) => textOf(text).endsWith(textOf(part))),
  join: of(2, 2, ([separator, list]) => listOf(list, 'join').map(textOf).join(textOf(separator))),
  pluck: of(2, 2, ([name, list]) => listOf(list, 'pluck').map((one) => memberOf(one, textOf(name)) ?? null)),
  json: of(1, 1, ([value]) => toJson(value instanceof ColoredText ? value.text : value)),
  print: of(0, MANY, (args) => args.map(textOf).join('')),
  printf,
  truncate: of(2, 2, ([cells, text]) => truncate(textOf(text), numberOf(cells, 'truncate'))),
  timefmt: of(2, 2, ([layout, time]) => {
    const ms = timeOf(time, 'timefmt')
    return ms === undefined ? '' : timeByLayout(textOf(layout), new Date(ms))
  }),
  timeago: of(1, 1, ([time], { now }) => {
    const ms = timeOf(time, 'timeago')
    return ms === undefined ? '' : `${age(now - ms)} ago`
  }),
  color,
  autocolor: color,
  tablerow: of(1, MANY, (cells, { addRow }) => addRow(cells.map(textOf))),
  tablerender: of(0, 0, (_, { takeTable }) => takeTable()),
} satisfies Record<string, TemplateFunction>

export type FunctionName = keyof typeof functions

export const templateFunctions: Readonly<Record<FunctionName, TemplateFunction>> = functions

export const isFunctionName = (name: string): name is FunctionName => Object.hasOwn(functions, name)
