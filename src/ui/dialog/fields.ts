import type { Option } from './choice-dialog.tsx'

/** What the fields of a form hold, by name. */
export type Values = Readonly<Record<string, string>>

type Named = {
  name: string
  label: string
  /** Whether it is there at all, as the other fields stand. @default always */
  isShown?: (values: Values) => boolean
}

/** A line that is typed. */
export type TextField = Named & {
  is: 'text'
  /** What it holds at first. @default nothing */
  value?: string
  /** Where the cursor begins, in graphemes. @default the end */
  cursor?: number
  /** What is typed or pasted first takes the place of what it holds, as if that were selected. @default false */
  isReplaced?: boolean
  /** Typed blind: a dot for each character. */
  isMasked?: boolean
  /** What is wrong with a text, in a few words; undefined when nothing is. Asked at every key, so it must be quick. */
  check?: (text: string, values: Values) => string | undefined
  /** What is told beside it while nothing is wrong: `11 of 63`. */
  hint?: (text: string, values: Values) => string
}

/** One of a few options, which unfold while it is the field that is edited. */
export type ChoiceField = Named & {
  is: 'choice'
  options: readonly Option[]
  /** @default the first option */
  value?: string
}

/** A row that is only read. */
type ShownField = Omit<Named, 'name'> & { is: 'shown'; text: string }

export type Field = TextField | ChoiceField | ShownField

/** The values that the fields of a form have, under their names. */
export type ValuesOf<Fields extends readonly Field[]> = {
  readonly [Name in Extract<Fields[number], { name: string }>['name']]: string
}

export const firstValues = (fields: readonly Field[]): Values =>
  Object.fromEntries(
    fields.flatMap((field) => {
      if (field.is === 'shown') return []
      return [[field.name, field.value ?? (field.is === 'choice' ? (field.options[0]?.value ?? '') : '')]]
    }),
  )

export const shownFields = (fields: readonly Field[], values: Values): Field[] =>
  fields.filter(({ isShown }) => isShown?.(values) ?? true)

export const isEdited = (field: Field): field is TextField | ChoiceField => field.is !== 'shown'

/** What is wrong with a field; undefined when nothing is. */
export const faultOf = (field: Field, values: Values): string | undefined =>
  field.is === 'text' ? field.check?.(values[field.name] ?? '', values) : undefined
