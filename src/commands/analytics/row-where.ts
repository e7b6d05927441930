import { AppError } from '../../errors.ts'
import type { RawRow } from '../output/rows-view.ts'

/** Names of fields and whether each is a number. */
export type RowFields = ReadonlyMap<string, boolean>

const termPattern = /^(!?)(?:([\w.]+)(>=|<=|!=|>|<|=|~))?(.*)$/s
// Words, in which a part may stand in quotes.
const wordPattern = /(?:"[^"]*"|[^\s"])+/g

/**
 * Reads conditions on rows, all of which must hold: `billable_tokens>1000 group_key=opus date>=2026-11-01`. `~` is
 * contains, `!` in front turns a condition round, a word alone is contained in any text of the row; words are compared in
 * either case and may be several (`group_key=opus,haiku`), values with spaces stand in double quotes, numbers may end in k, M
 * or B and be a range (`billable_tokens=1k..2k`); `?` is a value that is missing.
 *
 * @param aliases Shorter names of fields.
 * @throws AppError of kind `usage` on a field that there is not and on what is no number for one.
 */
export const parseRowWhere = (
  text: string | undefined,
  fields: RowFields,
  aliases: Readonly<Record<string, string>> = {},
): ((row: RawRow) => boolean) | undefined => {
  if (text === undefined) return undefined
  if ((text.match(/"/g)?.length ?? 0) % 2 === 1)
    throw new AppError('usage', `A double quote in --where ${text} is not closed: close it or leave it out.`)
  const words = text.match(wordPattern) ?? []
  if (words.length === 0)
    throw new AppError('usage', "--where is empty: give a condition like 'billable_tokens>1000' or leave it out.")
  const terms = words.map((word) => parseTerm(word, fields, aliases))
  return (row) => terms.every((holds) => holds(row))
}

const parseTerm = (word: string, fields: RowFields, aliases: Readonly<Record<string, string>>) => {
  const [, not = '', typed, operator = '~', quoted = ''] = termPattern.exec(word) ?? []
  const value = quoted.replaceAll('"', '')
  const isWanted = not === ''
  if (typed === undefined) {
    const texts = [...fields].filter(([, isNumber]) => !isNumber).map(([field]) => field)
    return (row: RawRow): boolean => texts.some((field) => textHolds(row[field], '~', value)) === isWanted
  }
  const field = Object.hasOwn(aliases, typed) ? (aliases[typed] ?? typed) : typed
  const isNumber = fields.get(field)
  if (isNumber === undefined)
    throw new AppError(
      'usage',
      `There is no field "${typed}" for --where: choose from ${[...fields.keys()].join(', ')}.`,
    )
  if (!isNumber) return (row: RawRow): boolean => textHolds(row[field], operator, value) === isWanted
  const holds = operator === '~' ? undefined : numberTest(operator, value)
  if (holds === undefined)
    throw new AppError(
      'usage',
      `"${word}" is no condition on a number: write it like ${field}>1000, or with = != < <= >=.`,
    )
  return (row: RawRow): boolean => holds(numberOf(row[field])) === isWanted
}

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

/** Undefined for what is no number, range or `?`. A value that is missing holds for `?` alone. */
const numberTest = (operator: string, text: string): ((value: number | undefined) => boolean) | undefined => {
  const isEqual = operator === '=' || operator === '!='
  if (isEqual && text === '?') return (value) => (value === undefined) === (operator === '=')
  const [, from = '', to = ''] = (isEqual && /^(.*?)\.\.(.*)$/.exec(text)) || []
  if (from !== '' || to !== '') {
    const [least, most] = [from === '' ? -Infinity : parseNumber(from), to === '' ? Infinity : parseNumber(to)]
    if (least === undefined || most === undefined) return undefined
    return (value) => value !== undefined && (value >= least && value <= most) === (operator === '=')
  }
  const wanted = parseNumber(text)
  return wanted === undefined ? undefined : (value) => value !== undefined && isOrdered(value, operator, wanted)
}

const units: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, b: 1e9 }

const parseNumber = (text: string): number | undefined => {
  const [, digits, unit = ''] = /^(-?\d+(?:\.\d+)?)([kmb]?)$/i.exec(text) ?? []
  return digits === undefined ? undefined : Number(digits) * (units[unit.toLowerCase()] ?? 1)
}

const textHolds = (value: unknown, operator: string, wanted: string): boolean => {
  const isEqual = operator === '=' || operator === '!='
  if (isEqual && wanted === '?') return (typeof value !== 'string') === (operator === '=')
  if (typeof value !== 'string') return false
  const own = value.toLowerCase()
  const others = wanted.toLowerCase().split(',')
  if (operator === '~') return others.some((other) => own.includes(other))
  if (isEqual) return others.includes(own) === (operator === '=')
  return isOrdered(own, operator, wanted.toLowerCase())
}

const isOrdered = <Value extends number | string>(value: Value, operator: string, wanted: Value): boolean => {
  switch (operator) {
    case '>':
      return value > wanted
    case '>=':
      return value >= wanted
    case '<':
      return value < wanted
    case '<=':
      return value <= wanted
    case '!=':
      return value !== wanted
    default:
      return value === wanted
  }
}
