import { Spinner } from '@inkjs/ui'
import { Box } from 'ink'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { AppError } from '../../base/errors.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { textWidth } from '../../domain/text/width.ts'
import { type Binding, keyLabel } from '../keys/bindings.ts'
import { editingKeys, questionKeys, sendingKeys } from '../keys/dialog-keys.ts'
import { edit as editLine, insert, type Line, lineOf, textOf } from '../keys/line-editor.ts'
import { useKeymap, useKeys } from '../keys/use-keys.ts'
import { filled } from '../layout/columns.ts'
import { Rows } from '../layout/rows.tsx'
import { useSignal } from '../layout/signal.ts'
import { Clicks } from '../mouse/click-areas.ts'
import { Choice, type ChoicePlace, createChoice, LAST_OPTION, placeAt, withoutKeys } from './choice-dialog.tsx'
import type { Variant } from './dialog.tsx'
import { Dialog } from './dialog.tsx'
import { useDialogPlace } from './dialog-context.ts'
import { fieldRow, lastLine, longProblem } from './field-row.ts'
import { type Field, firstValues, isEdited, problemOf, shownFields, type Values, type ValuesOf } from './fields.ts'
import { type Info, InfoTable, infoRows } from './info-table.tsx'
import { Message, messageLines } from './message.tsx'
import { Question, questionLines } from './question.tsx'

/** Messages about a result, one line each. */
type Messages = readonly { variant: Variant; text: string }[]

type Confirmation = {
  /** Enter answers no. */
  ask: string
  /** Messages above the question. */
  messages?: Messages
}

/**
 * The result of sending. Undefined: success, the dialog closes. `stay`: another dialog has replaced it. Only messages:
 * nothing was done, and they are shown below the fields until a field is changed. A question: `y` sends again, with
 * `isConfirmed`; any other answer returns to the fields.
 */
export type Sent = undefined | 'stay' | { messages: Messages } | Confirmation

export type FormProps<Fields extends readonly Field[]> = {
  title: string
  /** The fields, in tab order. Read at each render; names and kinds must not change. */
  fields: Fields
  /** A small table below the fields: the values to send. @default none */
  table?: (values: ValuesOf<Fields>) => Info | undefined
  /**
   * Describes the request in the last line: `PATCH /api/v0/computers/comp_7f21 on api.example.com, sent once`. If
   * there are several, longest first, the form shows the longest that fits next to its keys. If none does, it
   * leaves out the keys and shows a shorter one that fits alone.
   */
  request: string | readonly string[] | ((values: ValuesOf<Fields>) => string)
  /** The effect of Enter in the last field. @default 'sends' */
  verb?: string
  /** The text shown while sending. @default 'sending' */
  doing?: string
  /** A problem of the form as a whole, not of one field. If there is one, it is shown and nothing is sent. */
  problem?: (values: ValuesOf<Fields>) => string | undefined
  /**
   * Sends the form. An AppError that it throws is shown, and the input stays.
   *
   * @param how - `isConfirmed` after the user has confirmed the question. `signal` is aborted when the dialog is
   * closed. Use it only for work that may be interrupted, not for a write.
   */
  send: (values: ValuesOf<Fields>, how: { isConfirmed: boolean; signal: AbortSignal }) => Promise<Sent>
  /** The effect of Esc, such as returning to the previous dialog. @default closes the dialog */
  leave?: () => void
  /**
   * Minimum number of rows below the title, so that nothing moves if it replaces a taller dialog.
   * @default 0
   */
  minRows?: number
}

type Stage =
  | { is: 'editing'; error?: string; messages?: Messages | undefined }
  | { is: 'sending' }
  | ({ is: 'asking' } & Confirmation)

type FormState = {
  values: Values
  /** Name of the active field. */
  active: string | undefined
  line: Line
  /** Names of the fields whose problems are shown. */
  touched: ReadonlySet<string>
  stage: Stage
}

const EDITING: Stage = { is: 'editing' }

const firstState = (fields: readonly Field[]): FormState => {
  const values = firstValues(fields)
  const first = fields.find(isEdited)
  return { values, active: first?.name, line: lineAt(first, values), touched: new Set(), stage: EDITING }
}

/** A signal that is aborted when the dialog closes. */
const useClosed = () => {
  const closed = useRef<AbortController>(undefined)
  useLayoutEffect(() => {
    const opened = new AbortController()
    closed.current = opened
    return () => opened.abort()
  }, [])
  return closed
}

/** The state of a form, with the functions that change it. */
const useFormState = <Fields extends readonly Field[]>(props: FormProps<Fields>) => {
  const { fields } = props
  const { close, showNotice } = useDialogPlace()
  const [state, setState] = useState(() => firstState(fields))
  const update = (next: Partial<FormState>) => setState((before) => ({ ...before, ...next }))
  const { values, active, stage } = state
  const place = useSignal(choiceAt(fields.find(isEdited), values))
  const closed = useClosed()
  /**
   * Whether the user entered the field from below and has not moved in it yet. Up then goes to the field above instead
   * of selecting the previous option.
   */
  const isEnteredFromBelow = useRef(false)
  const shown = shownFields(fields, values)
  const edited = shown.filter(isEdited)
  const field = edited.find(({ name }) => name === active)

  const goTo = (name: string | undefined, now = values) => {
    const next = fields.filter(isEdited).find((one) => one.name === name)
    if (!next) return
    if (name !== active) place.set(choiceAt(next, now))
    // The messages may concern any field.
    const messages = stage.is === 'editing' ? stage.messages : undefined
    update({ active: name, line: lineAt(next, now), stage: { is: 'editing', messages } })
  }
  const step = (by: 1 | -1, now = values) => {
    const names = shownFields(fields, now).filter(isEdited)
    if (names.length < 2) return 'No other field.'
    isEnteredFromBelow.current = by < 0
    const at = names.findIndex(({ name }) => name === active)
    return goTo(names[(at + by + names.length) % names.length]?.name, now)
  }
  const submit = async (now: Values, isConfirmed = false) => {
    update({ touched: new Set(edited.map(({ name }) => name)) })
    const checked = shownFields(fields, now).filter(isEdited)
    const first = checked.find((one) => problemOf(one, now) !== undefined)
    if (first) return goTo(first.name, now)
    const error = props.problem?.(now as ValuesOf<Fields>)
    if (error !== undefined) return update({ stage: { is: 'editing', error } })
    update({ stage: { is: 'sending' } })
    if (!closed.current) return
    const { signal } = closed.current
    try {
      const sent = await props.send(now as ValuesOf<Fields>, { isConfirmed, signal })
      if (signal.aborted || sent === 'stay') return
      if (!sent) close()
      else update({ stage: { is: 'ask' in sent ? 'asking' : 'editing', ...sent } as Stage })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // Show the error even after the user has closed the dialog: the operation may be partly done.
      if (signal.aborted) showNotice(error.message)
      else update({ stage: { is: 'editing', error: error.message } })
    }
  }
  /** Sets the value of the active field. */
  const put = (value: string, next: Partial<FormState> = {}): Values => {
    const now = field ? { ...values, [field.name]: value } : values
    update({ values: now, ...next })
    return now
  }
  return { ...state, shown, edited, field, place, isEnteredFromBelow, update, goTo, step, submit, put }
}

type FormOf = ReturnType<typeof useFormState>

/** The effects of keys in the active field. */
const fieldActions = ({ field, edited, values, line, touched, stage, place, step, submit, put }: FormOf) => {
  /** The effect of the key that ends a field. */
  const finish = (key: string, now = values) => {
    const isLast = edited.at(-1)?.name === field?.name
    if (key === '^s' || (key === 'Enter' && isLast)) return void submit(now)
    return step(key === 'S-Tab' ? -1 : 1, now)
  }
  /**
   * Selects an option and does what the key does at the end of a field.
   *
   * @param value - The value of the option. @default that of the selected option
   */
  const choose = (key: string, value?: string) => {
    if (field?.is !== 'choice') return undefined
    const taken = value ?? field.options[place.get().at]?.value
    if (taken === undefined) return undefined
    place.set(placeAt(field.options, taken))
    return finish(key, put(taken))
  }
  return {
    choose,
    end: (key: string) => {
      if (stage.is !== 'editing') return undefined
      return field?.is === 'choice' ? choose(key) : finish(key)
    },
    /** Edits the line. The first text replaces the value of a field with `isReplaced`. */
    change: (edit: (line: Line) => Line | undefined): boolean => {
      if (field?.is !== 'text') return false
      const replaced = field.isReplaced && !touched.has(field.name) ? edit(lineOf('')) : undefined
      const next = replaced && textOf(replaced) !== '' ? replaced : edit(line)
      // An error concerns the old text.
      if (next) put(textOf(next), { line: next, touched: new Set(touched).add(field.name), stage: EDITING })
      return next !== undefined
    },
  }
}

type Choosing = { choice: ReturnType<typeof createChoice>; verb: string; leaves: string; leave: () => void }

/** Handles the keys of a form for its stage. Returns their bindings, and the effect of a click on the selected option. */
const useFormKeys = (form: FormOf, { choice, verb, leaves, leave }: Choosing) => {
  const { showNotice } = useDialogPlace()
  const { stage, field, values, edited, isEnteredFromBelow, step, submit, update } = form
  const { choose, end, change } = fieldActions(form)
  const keymap = useKeymap()
  const isSingle = edited.length <= 1
  const isChoosing = field?.is === 'choice'
  const editing = useMemo(
    () => editingKeys(keymap, { isSingle, isChoosing, sends: verb, leaves }),
    [keymap, isSingle, isChoosing, verb, leaves],
  )
  const edit = () => update({ stage: EDITING })
  const keys: readonly Binding[] = useKeys(
    stage.is === 'asking' ? questionKeys : stage.is === 'sending' ? sendingKeys : editing,
    {
      down: () => {
        isEnteredFromBelow.current = false
        return choice.move(1) || showNotice(LAST_OPTION)
      },
      up: () => (isChoosing && !isEnteredFromBelow.current && choice.move(-1) ? undefined : step(-1)),
      select: () => choose('Tab'),
      nextField: () => end('Enter'),
      next: () => end('Tab'),
      before: () => end('S-Tab'),
      send: () => end('^s'),
      yes: () => void submit(values, true),
      no: edit,
      default: edit,
      leave: () => (stage.is === 'asking' ? edit() : leave()),
    },
    {
      kind: 'overlay',
      // The bindings of the editing stage are remapped already, from two scopes.
      scope: stage.is === 'asking' ? 'question' : stage.is === 'sending' ? 'form' : '',
      isExclusive: true,
      type: (key) => {
        if (stage.is !== 'editing') return false
        if (field?.is !== 'choice') return change((line) => editLine(line, key))
        const chosen = withoutKeys(field.options, keys).find((option) => option.key === key.id)
        if (chosen) choose('Tab', chosen.value)
        return chosen !== undefined
      },
      ...(stage.is === 'editing' &&
        field?.is === 'text' && { paste: (text) => void change((line) => insert(line, text.trim())) }),
    },
  )
  return { keys, take: () => void choose('Tab') }
}

/** Calculates which rows fit. The title, the status and the request have precedence, then the fields. */
const layoutOf = (
  { shown, field, values, touched, stage }: FormOf,
  table: Info | undefined,
  minRows: number,
  labelWidth: number,
  { width, height }: { width: number; height: number },
) => {
  const unfolded = stage.is === 'editing' && field?.is === 'choice' ? field : undefined
  const fieldProblem = field && touched.has(field.name) ? longProblem(field, values, labelWidth, width) : undefined
  const status = stage.is === 'editing' ? (stage.error ?? fieldProblem) : undefined
  const messages = (stage.is !== 'sending' && stage.messages) || []
  const messageRows = messages.reduce((sum, { text }) => sum + rowsOfMessage(text, width), 0)
  const hasBlank = stage.is === 'editing' && status === undefined && messages.length === 0
  const statusRows =
    stage.is === 'asking'
      ? questionLines(stage.ask, width).length
      : status !== undefined
        ? Math.min(3, messageLines(status, width).length)
        : Number(hasBlank || stage.is === 'sending')
  const room = height - 2 - messageRows - statusRows
  const optionRows = unfolded ? Math.min(unfolded.options.length, MAX_OPTIONS, Math.max(1, room - 1)) : 0
  const rows = Math.max(1, Math.min(shown.length, room - optionRows))
  const at = field ? shown.indexOf(field) : 0
  const from = Math.min(Math.max(0, at - Math.floor(rows / 2)), shown.length - rows)
  const visible = shown.slice(from, from + rows)
  const hasTable = table !== undefined && table.rows.length > 0 && infoRows(table) <= room - optionRows - rows
  const splitAt = unfolded ? visible.indexOf(unfolded) + 1 : visible.length
  const taken = rows + optionRows + (hasTable ? infoRows(table) : 0) + messageRows + statusRows + 1
  const filler = Math.min(minRows, height - 1) - taken
  return {
    unfolded,
    fieldProblem,
    status,
    messages,
    hasBlank,
    statusRows,
    optionRows,
    visible,
    hasTable,
    splitAt,
    filler,
  }
}

/**
 * Fields below each other, the values to send, and the request. Enter goes to the next field; in the last one it sends.
 */
export const Form = <const Fields extends readonly Field[]>(props: FormProps<Fields>) => {
  const { title, fields, verb = 'sends', doing = 'sending', minRows = 0 } = props
  const { width, height, theme, close } = useDialogPlace()
  const form = useFormState(props)
  const { values, active, line, touched, stage, edited } = form
  const typed = values as ValuesOf<Fields>
  const table = props.table?.(typed)
  const labelWidth = Math.max(0, ...fields.map(({ label }) => textWidth(safeText(label))))
  const layout = layoutOf(form, table, minRows, labelWidth, { width, height })
  const { unfolded, status, statusRows, optionRows, visible, splitAt } = layout
  const choice = createChoice(form.place, unfolded?.options.length ?? 0, optionRows)
  const leaves = props.leave ? 'goes back' : 'leaves'
  const { keys, take } = useFormKeys(form, { choice, verb, leaves, leave: props.leave ?? close })
  const rowOf = (one: Field) => {
    const name = isEdited(one) ? one.name : undefined
    const isActive = name !== undefined && name === active
    const look = {
      labelWidth,
      isOneOfMany: edited.length > 1,
      isActive,
      isTouched: name !== undefined && touched.has(name),
      isProblemBelow: isActive && layout.fieldProblem !== undefined,
      line: isActive && stage.is !== 'sending' && one.is === 'text' ? line : undefined,
    }
    return fieldRow(one, values, look, width, theme)
  }
  const clickField = (_x: number, y: number) => {
    const clicked = visible[y < splitAt ? y : y - optionRows]
    if (clicked && isEdited(clicked) && stage.is === 'editing') form.goTo(clicked.name)
  }
  const keyOf = (action: string) => keyLabel(keys.find((binding) => binding.action === action)?.keys[0] ?? '')
  const hints = stage.is === 'editing' ? `${keyOf('nextField')} ${verb}   ${keyOf('leave')} ${leaves} ` : ''
  const request = typeof props.request === 'function' ? props.request(typed) : props.request
  return (
    <Dialog title={title} keys={keys}>
      <Rows lines={visible.slice(0, splitAt).map(rowOf)} />
      {unfolded && (
        <Choice
          options={withoutKeys(unfolded.options, keys)}
          choice={choice}
          inset={labelWidth + 2}
          top={1 + splitAt}
          take={take}
        />
      )}
      <Rows lines={visible.slice(splitAt).map(rowOf)} />
      {/* After the options, which have their own clicks. */}
      <Clicks top={1} height={visible.length + optionRows} click={clickField} />
      {table && layout.hasTable && <InfoTable {...table} />}
      {layout.messages.map(({ variant, text }) => (
        <Message key={`${variant} ${text}`} variant={variant} text={text} rows={rowsOfMessage(text, width)} />
      ))}
      {stage.is === 'asking' && <Question text={stage.ask} />}
      {stage.is === 'sending' && (
        <Box paddingLeft={1}>
          <Spinner type={theme.isAscii ? 'line' : 'dots'} label={doing} />
        </Box>
      )}
      {status !== undefined && <Message variant="error" text={status} rows={statusRows} />}
      {layout.hasBlank && <Rows lines={blank} />}
      {layout.filler > 0 && <Rows lines={filled([], layout.filler)} />}
      <Rows lines={[lastLine(request, hints, width, theme.muted)]} />
    </Dialog>
  )
}

const blank = ['']

/** Maximum number of visible options of a field. */
const MAX_OPTIONS = 7

const lineAt = (field: Field | undefined, values: Values): Line => {
  if (field?.is !== 'text') return lineOf('')
  const line = lineOf(values[field.name] ?? '')
  const isFirst = textOf(line) === field.value && field.cursor !== undefined
  return isFirst ? { ...line, cursor: Math.min(field.cursor ?? 0, line.cursor) } : line
}

const choiceAt = (field: Field | undefined, values: Values): ChoicePlace =>
  field?.is === 'choice' ? placeAt(field.options, values[field.name]) : { at: 0, first: 0 }

/** The rows of one message: enough for a sentence in a small window. */
const rowsOfMessage = (text: string, width: number): number => Math.min(2, messageLines(text, width).length)
