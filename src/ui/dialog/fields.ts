import type { Option } from './choice-dialog.tsx'

/** The values of a form's fields, by name. */
export type Values = Readonly<Record<string, string>>

type Named = {
  name: string
  label: string
  /** Whether it is shown, depending on the other fields. @default always */
  isShown?: (values: Values) => boolean
}

/** A field for a line of text. */
export type TextField = Named & {
  is: 'text'
  /** Its first value. @default empty */
  value?: string
  /** First position of the cursor, in graphemes. @default the end */
  cursor?: number
  /** Whether the first typed or pasted text replaces the value, as if it were selected. @default false */
  isReplaced?: boolean
  /** Hides the text: shows a dot per character. */
  isMasked?: boolean
  /** The problem of a text, in a few words; undefined if it is valid. Called at every key, so it must be fast. */
  check?: (text: string, values: Values) => string | undefined
  /** Text next to the field while it is valid: `11 of 63`. */
  hint?: (text: string, values: Values) => string
}

/** A field with a few options, which unfold while it is edited. */
export type ChoiceField = Named & {
  is: 'choice'
  options: readonly Option[]
  /** @default the first option */
  value?: string
}

/** A read-only row. */
type ShownField = Omit<Named, 'name'> & { is: 'shown'; text: string }

export type Field = TextField | ChoiceField | ShownField

/** As {@link Values}, typed by the names of the fields. */
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

/** The problem of a field; undefined if it is valid. */
export const problemOf = (field: Field, values: Values): string | undefined =>
  field.is === 'text' ? field.check?.(values[field.name] ?? '', values) : undefined
