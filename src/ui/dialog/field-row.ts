import { fit, truncate } from '../../domain/text/fit.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { textWidth } from '../../domain/text/width.ts'
import { type Line, lineOf } from '../keys/line-editor.ts'
import { cutStyled, justify, padStyled } from '../layout/columns.ts'
import { fieldText } from '../layout/field-text.ts'
import type { Theme } from '../layout/theme.ts'
import { type Field, problemOf, type Values } from './fields.ts'

export type FieldLook = {
  /** The line with its cursor, if the field is edited. */
  line: Line | undefined
  isActive: boolean
  /** Whether there are several fields, so that a bar marks the active one. */
  isOneOfMany: boolean
  /** Whether to show the problem: only after typing in the field or trying to send. */
  isTouched: boolean
  /** Whether the problem is shown below the fields. Then only its sign is next to the field. */
  isProblemBelow: boolean
  labelWidth: number
}

/** Formats a field as one row of `width` cells: its label, its value, and its problem or hint. */
export const fieldRow = (field: Field, values: Values, look: FieldLook, width: number, theme: Theme): string => {
  const { line, isActive, isOneOfMany, isTouched, isProblemBelow, labelWidth } = look
  const bar = isActive && isOneOfMany ? theme.accent(theme.signs.bar) : ' '
  const label = fit(safeText(field.label), labelWidth)
  const found = noteOf(field, values, isTouched)
  const note = found && isProblemBelow ? { ...found, text: '' } : found
  const [valueWidth, noteWidth] = roomFor(note, width - labelWidth - 4)
  const value = padStyled(valueText(field, values, line, isActive, valueWidth, theme), valueWidth)
  const noteCell = note ? `  ${noteText(note, noteWidth, theme)}` : ''
  return cutStyled(`${bar}${isActive && isOneOfMany ? label : theme.muted(label)}  ${value}${noteCell}`, width)
}

type Note = { isProblem: boolean; text: string }

/** The problem of a validated field if it is too long for the space next to the field. */
export const longProblem = (field: Field, values: Values, labelWidth: number, width: number): string | undefined => {
  const note = noteOf(field, values, true)
  const [, noteWidth] = roomFor(note, width - labelWidth - 4)
  return note?.isProblem && textWidth(note.text) + 2 > noteWidth ? note.text : undefined
}

/** Maximum width of a value with a note next to it, so that the note is close. A UUID and most addresses fit. */
const MAX_VALUE = 60

// The value keeps most of the space, so that it does not move when notes appear and disappear.
const roomFor = (note: Note | undefined, room: number): [value: number, note: number] => {
  if (!note) return [Math.max(8, room), 0]
  const value = Math.max(8, note.text === '' ? room - 3 : Math.min(MAX_VALUE, Math.floor((room * 3) / 5)))
  return [value, Math.max(0, room - value - 2)]
}

/** The note next to a field. */
const noteOf = (field: Field, values: Values, isTouched: boolean): Note | undefined => {
  if (field.is !== 'text') return undefined
  const problem = isTouched ? problemOf(field, values) : undefined
  if (problem !== undefined) return { isProblem: true, text: problem }
  const hint = field.hint?.(values[field.name] ?? '', values)
  return hint ? { isProblem: false, text: hint } : undefined
}

const noteText = ({ isProblem, text }: Note, width: number, theme: Theme): string =>
  isProblem
    ? theme.bad(truncate(`${theme.signs.bad} ${safeText(text)}`.trimEnd(), width))
    : theme.muted(truncate(safeText(text), width))

const valueText = (
  field: Field,
  values: Values,
  line: Line | undefined,
  isActive: boolean,
  width: number,
  theme: Theme,
): string => {
  if (field.is === 'shown') return fit(safeText(field.text), width)
  const value = values[field.name] ?? ''
  if (field.is === 'choice') {
    const chosen = field.options.find((option) => option.value === value)
    return theme[isActive ? 'muted' : 'strong'](fit(safeText(chosen?.label ?? value), width))
  }
  const shown = field.isMasked ? masked(line ?? lineOf(value)) : line
  if (line && shown) return fieldText(shown, width, theme)
  return fit(safeText(shown ? shown.graphemes.join('') : value), width)
}

const masked = ({ graphemes, cursor }: Line): Line => ({ graphemes: graphemes.map(() => '•'), cursor })

/** The last row of a form: the longest description of its request that fits, and its keys. */
export const lastLine = (
  request: string | readonly string[],
  keys: string,
  width: number,
  paint: (text: string) => string,
): string => {
  const [full = '', ...shorter] = [request].flat().map((text) => safeText(text))
  const isFitting = (text: string): boolean => textWidth(text) <= width - 2
  const room = width - textWidth(keys) - 2
  const shown = textWidth(full) <= room ? full : (shorter.find(isFitting) ?? shorter.at(-1) ?? full)
  const left = ` ${truncate(shown, width - 2)}`
  return justify(paint(left), paint(keys), width)
}
