import { Spinner } from '@inkjs/ui'
import { Box } from 'ink'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { AppError } from '../../base/errors.ts'
import { truncate } from '../../domain/text/fit.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { textWidth } from '../../domain/text/width.ts'
import { keyLabel } from '../keys/bindings.ts'
import { editingKeys, questionKeys, sendingKeys } from '../keys/dialog-keys.ts'
import type { Key } from '../keys/key-reader.ts'
import { edit, insert, type Line, lineOf, textOf } from '../keys/line-editor.ts'
import { useKeymap, useKeys } from '../keys/use-keys.ts'
import { filled, near } from '../layout/columns.ts'
import { Rows } from '../layout/rows.tsx'
import { Clicks } from '../mouse/click-areas.ts'
import { Choice, type ChoiceHandle, LAST_OPTION, withoutKeys } from './choice-dialog.tsx'
import type { Variant } from './dialog.tsx'
import { Dialog } from './dialog.tsx'
import { useDialogPlace } from './dialog-context.ts'
import { fieldRow, longFault } from './field-row.ts'
import {
  type Field,
  firstFault,
  firstValues,
  isEdited,
  shownFields,
  type Values,
  type ValuesOf,
  windowAround,
} from './fields.ts'
import { type Info, InfoTable, infoRows } from './info-table.tsx'
import { Message, messageLines } from './message.tsx'
import { Question, questionRows, useFeed } from './question.tsx'

/** What was found out, a line each. */
type Told = readonly { variant: Variant; text: string }[]

type Asked = {
  ask: string
  /** What Enter answers. @default no */
  isYesByDefault?: boolean
  /** Stands above the question. */
  told?: Told
}

/**
 * What sending has led to. Nothing: it is done, and the dialog closes. `stay`: something else stands in its place. What was found
 * out, alone: nothing was done, and it stands under the fields until one is changed. A question: `y` sends again, with
 * `isConfirmed`; anything else goes back to the fields.
 */
export type Sent = undefined | 'stay' | { told: Told } | Asked

export type FormProps<Fields extends readonly Field[]> = {
  title: string
  /** Its fields, in the order in which they are walked through. Read anew at each drawing; names and kinds do not change. */
  fields: Fields
  /** A small table under the fields: what will be sent. Undefined: none. */
  table?: (values: ValuesOf<Fields>) => Info | undefined
  /**
   * Names the request in the last line: `PATCH /api/v0/computers/comp_7f21 on api.example.com, sent once`. Of several ways to say it, the
   * longest first, the first that leaves room for the keys, else the next that fits at all.
   */
  request: string | readonly string[] | ((values: ValuesOf<Fields>) => string)
  /** What Enter does at the last field. @default 'sends' */
  verb?: string
  /** What is being done while it is sent. @default 'sending' */
  doing?: string
  /** What is wrong with the whole, where no single field is to blame; told instead of sending. */
  problem?: (values: ValuesOf<Fields>) => string | undefined
  /**
   * Does it. An AppError that it throws is shown, and what was typed stays.
   *
   * @param how - `isConfirmed` after a question was answered with yes; `signal` is aborted when the dialog is left, for what may be
   * stopped half-way: a write is not.
   */
  send: (values: ValuesOf<Fields>, how: { isConfirmed: boolean; signal: AbortSignal }) => Promise<Sent>
  /** What Esc does: goes back to what stood in its place. @default closes the dialog */
  leave?: () => void
  /**
   * Least rows under its title, so that nothing moves where it takes the place of something higher.
   * @default 0
   */
  leastRows?: number
}

type Stage = { is: 'editing'; error?: string; told?: Told } | { is: 'sending' } | { is: 'asking'; question: Asked }

/** Fields below each other, what will be sent, and the request. Enter goes to the next field and sends from the last. */
export const Form = <const Fields extends readonly Field[]>(props: FormProps<Fields>) => {
  const { title, fields, verb = 'sends', doing = 'sending', leastRows = 0 } = props
  const { width, height, theme, close, tell } = useDialogPlace()
  const [values, setValues] = useState<Values>(() => firstValues(fields))
  const [active, setActive] = useState(() => fields.find(isEdited)?.name)
  const [line, setLine] = useState<Line>(() => lineAt(fields.find(isEdited), firstValues(fields)))
  const [judged, setJudged] = useState<ReadonlySet<string>>(new Set())
  const [stage, setStage] = useState<Stage>({ is: 'editing' })
  const feed = useFeed()
  /** Aborted when the dialog is closed. */
  const closed = useRef<AbortController>(undefined)
  useLayoutEffect(() => {
    const opened = new AbortController()
    closed.current = opened
    return () => opened.abort()
  }, [])
  const choice = useRef<ChoiceHandle>(null)
  /** After each the options begin at what was chosen. */
  const [choices, setChoices] = useState(0)
  /** The key that ends a choice. */
  const ending = useRef('Enter')
  /** Whether the field was reached from the one below and no key has moved in it: Up goes on through the fields, a choice stays as it is. */
  const isPassedUp = useRef(false)

  const shown = shownFields(fields, values)
  const edited = shown.filter(isEdited)
  const field = edited.find(({ name }) => name === active)
  const typed = values as ValuesOf<Fields>

  const goTo = (name: string | undefined, now = values) => {
    const next = fields.filter(isEdited).find((one) => one.name === name)
    if (!next) return
    setActive(next.name)
    setLine(lineAt(next, now))
    // What was found out may be about any field.
    setStage((before) => ({ is: 'editing', ...(before.is === 'editing' && before.told && { told: before.told }) }))
  }
  const step = (by: 1 | -1, now = values) => {
    const names = shownFields(fields, now).filter(isEdited)
    if (names.length < 2) return 'There is no other field.'
    isPassedUp.current = by < 0
    const at = names.findIndex(({ name }) => name === active)
    return goTo(names[(at + by + names.length) % names.length]?.name, now)
  }
  const send = async (now: Values, isConfirmed: boolean) => {
    const fault = firstFault(shownFields(fields, now), now)
    setJudged(new Set(edited.map(({ name }) => name)))
    if (fault !== undefined) return goTo(fault, now)
    const problem = props.problem?.(now as ValuesOf<Fields>)
    if (problem !== undefined) return setStage({ is: 'editing', error: problem })
    setStage({ is: 'sending' })
    if (!closed.current) return
    const { signal } = closed.current
    try {
      const sent = await props.send(now as ValuesOf<Fields>, { isConfirmed, signal })
      if (signal.aborted || sent === 'stay') return
      if (!sent) close()
      else if ('ask' in sent) setStage({ is: 'asking', question: sent })
      else setStage({ is: 'editing', told: sent.told })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // Who has left is told all the same: it may have been half-way.
      if (signal.aborted) tell(error.message)
      else setStage({ is: 'editing', error: error.message })
    }
  }
  /** What a key does that leaves the field. */
  const finish = (key: string, now = values) => {
    const isLast = edited.at(-1)?.name === active
    if (key !== '^s' && !(key === 'Enter' && isLast)) return step(key === 'S-Tab' || key === 'Up' ? -1 : 1, now)
    void send(now, false)
    return undefined
  }
  const choose = (value: string) => {
    if (field?.is !== 'choice') return
    const now = { ...values, [field.name]: value }
    setValues(now)
    setChoices(choices + 1)
    finish(ending.current, now)
  }
  const change = (next: Line) => {
    if (field?.is !== 'text') return
    setLine(next)
    setValues({ ...values, [field.name]: textOf(next) })
    setJudged(new Set(judged).add(field.name))
    // An error is about what stood there.
    setStage({ is: 'editing' })
  }
  /** What a first text makes of a field that it replaces; undefined where nothing is replaced. */
  const replacing = (put: (line: Line) => Line | undefined): Line | undefined => {
    if (field?.is !== 'text' || !field.isReplaced || judged.has(field.name)) return undefined
    const next = put(lineOf(''))
    return next && textOf(next) !== '' ? next : undefined
  }
  const end = (key: string) => {
    if (stage.is !== 'editing') return undefined
    if (field?.is !== 'choice') return finish(key)
    ending.current = key
    choice.current?.take()
    return undefined
  }
  const type = (key: Key): boolean => {
    if (stage.is !== 'editing') return false
    if (field?.is === 'choice') {
      const own = options.find((option) => option.key === key.id)
      ending.current = 'Tab'
      if (own) choose(own.value)
      return own !== undefined
    }
    if (field?.is !== 'text') return false
    const next = replacing((begun) => edit(begun, key)) ?? edit(line, key)
    if (next) change(next)
    return next !== undefined
  }
  const take = () => {
    ending.current = 'Tab'
    choice.current?.take()
  }
  const leaves = props.leave ? 'goes back' : 'leaves'
  const isSingle = edited.length <= 1
  const keymap = useKeymap()
  const isChoosing = field?.is === 'choice'
  const editing = useMemo(
    () => editingKeys(keymap, { isSingle, isChoosing, sends: verb, leaves }),
    [keymap, isSingle, isChoosing, verb, leaves],
  )
  const keys = useKeys(
    stage.is === 'asking' ? questionKeys : stage.is === 'sending' ? sendingKeys : editing,
    {
      down: () => {
        isPassedUp.current = false
        return choice.current?.move(1) || tell(LAST_OPTION)
      },
      up: () => (!isPassedUp.current && choice.current?.move(-1) ? undefined : step(-1)),
      take,
      end: () => end('Enter'),
      next: () => end('Tab'),
      before: () => end('S-Tab'),
      send: () => end('^s'),
      yes: () => feed('y'),
      no: () => feed('n'),
      usual: () => feed('Enter'),
      leave: () => (stage.is === 'asking' ? setStage({ is: 'editing' }) : (props.leave ?? close)()),
    },
    {
      kind: 'overlay',
      // What is edited has the keys of the user's own already, of two scopes.
      scope: stage.is === 'asking' ? 'question' : stage.is === 'sending' ? 'form' : '',
      isExclusive: true,
      type,
      ...(stage.is === 'editing' &&
        field?.is === 'text' && {
          paste: (text) => {
            const pasted = (begun: Line) => insert(begun, text.trim())
            change(replacing(pasted) ?? pasted(line))
          },
        }),
    },
  )

  const labelWidth = Math.max(0, ...fields.map(({ label }) => textWidth(safeText(label))))
  const look = { labelWidth, isOneOfMany: !isSingle }
  const rowOf = (one: Field) => {
    const name = isEdited(one) ? one.name : undefined
    const isActive = name !== undefined && name === active
    const isLine = isActive && stage.is !== 'sending' && one.is === 'text'
    const isJudged = name !== undefined && judged.has(name)
    return fieldRow(
      one,
      values,
      { ...look, isActive, isJudged, isToldBelow: isActive && fault !== undefined, line: isLine ? line : undefined },
      width,
      theme,
    )
  }
  const unfolded = stage.is === 'editing' && field?.is === 'choice' ? field : undefined
  const options = unfolded ? withoutKeys(unfolded.options, keys) : []
  const keyOf = (action: string) => keyLabel(keys.find((binding) => binding.action === action)?.keys[0] ?? '')
  const table = props.table?.(typed)
  const at = field ? shown.indexOf(field) : 0
  const fault = field && judged.has(field.name) ? longFault(field, values, labelWidth, width) : undefined
  const status = stage.is === 'editing' ? (stage.error ?? fault) : undefined
  const told = (stage.is === 'asking' ? stage.question.told : stage.is === 'editing' ? stage.told : undefined) ?? []
  const toldRows = told.reduce((sum, { text }) => sum + foundRows(text, width), 0)
  const hasBlank = stage.is === 'editing' && status === undefined && told.length === 0
  const statusRows =
    toldRows +
    (stage.is === 'asking'
      ? questionRows(stage.question.ask, width)
      : status !== undefined
        ? Math.min(3, messageLines(status, width).length)
        : Number(hasBlank || stage.is === 'sending'))
  // The title, what is going on, the request; then the fields; then as much as there is room for.
  const room = height - 2 - statusRows
  const optionRows = unfolded ? Math.min(unfolded.options.length, MAX_OPTIONS, Math.max(1, room - 1)) : 0
  const { from, rows } = windowAround(at, shown.length, room - optionRows)
  const visible = shown.slice(from, from + rows)
  const hasTable = table !== undefined && table.rows.length > 0 && infoRows(table) <= room - optionRows - rows
  const splitAt = unfolded ? visible.indexOf(unfolded) + 1 : visible.length
  const taken = rows + optionRows + (hasTable ? infoRows(table) : 0) + statusRows + 1
  const filler = Math.min(leastRows, height - 1) - taken
  const clickField = (_x: number, y: number) => {
    const clicked = visible[y < splitAt ? y : y - optionRows]
    if (clicked && isEdited(clicked) && stage.is === 'editing') goTo(clicked.name)
  }
  const request = typeof props.request === 'function' ? props.request(typed) : props.request
  return (
    <Dialog title={title} keys={keys}>
      <Rows lines={visible.slice(0, splitAt).map(rowOf)} />
      {unfolded && (
        <Choice
          key={`${unfolded.name} ${choices}`}
          options={options}
          chosen={values[unfolded.name]}
          rows={optionRows}
          inset={labelWidth + 2}
          top={1 + splitAt}
          take={take}
          onChoose={choose}
          handle={choice}
        />
      )}
      <Rows lines={visible.slice(splitAt).map(rowOf)} />
      {/* Behind the options, which hear clicks of their own. */}
      <Clicks top={1} height={visible.length + optionRows} click={clickField} />
      {hasTable && <InfoTable {...table} />}
      {told.map(({ variant, text }) => (
        <Message key={`${variant} ${text}`} variant={variant} text={text} rows={foundRows(text, width)} />
      ))}
      {stage.is === 'asking' && (
        <Question
          text={stage.question.ask}
          isYesByDefault={stage.question.isYesByDefault ?? false}
          onYes={() => void send(values, true)}
          onNo={() => setStage({ is: 'editing' })}
        />
      )}
      {stage.is === 'sending' && (
        <Box paddingLeft={1}>
          <Spinner type={theme.isAscii ? 'line' : 'dots'} label={doing} />
        </Box>
      )}
      {status !== undefined && <Message variant="error" text={status} rows={statusRows - toldRows} />}
      {hasBlank && <Rows lines={blank} />}
      {filler > 0 && <Rows lines={filled([], filler)} />}
      <Rows
        lines={[
          lastLine(
            request,
            stage.is === 'editing' ? `${keyOf('end')} ${verb}   ${keyOf('leave')} ${leaves} ` : '',
            width,
            theme.muted,
          ),
        ]}
      />
    </Dialog>
  )
}

const blank = ['']

/** The most options of a field that are shown at once. */
const MAX_OPTIONS = 7

const lineAt = (field: Field | undefined, values: Values): Line => {
  if (field?.is !== 'text') return lineOf('')
  const line = lineOf(values[field.name] ?? '')
  const { cursor = line.graphemes.length } = field
  return {
    ...line,
    cursor: textOf(line) === field.value ? Math.min(cursor, line.graphemes.length) : line.graphemes.length,
  }
}

/** The rows of one thing that was found out: enough for a sentence in a small window. */
const foundRows = (text: string, width: number): number => Math.min(2, messageLines(text, width).length)

const lastLine = (
  request: string | readonly string[],
  keys: string,
  width: number,
  paint: (text: string) => string,
): string => {
  const [full = '', ...shorter] = [request].flat().map((text) => safeText(text))
  const isFitting = (text: string): boolean => textWidth(text) <= width - 2
  const room = width - textWidth(keys) - 2
  const said = textWidth(full) <= room ? full : (shorter.find(isFitting) ?? shorter.at(-1) ?? full)
  const left = ` ${truncate(said, width - 2)}`
  return near(paint(left), paint(keys), width)
}
