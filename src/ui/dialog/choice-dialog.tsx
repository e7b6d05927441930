import { type RefObject, useImperativeHandle, useMemo, useRef } from 'react'
import { fit } from '../../domain/text/fit.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { textWidth } from '../../domain/text/width.ts'
import type { Binding } from '../keys/bindings.ts'
import { choiceKeys } from '../keys/dialog-keys.ts'
import { useKeymap, useKeys } from '../keys/use-keys.ts'
import { cutStyled, padStyled } from '../layout/columns.ts'
import { windowTop } from '../layout/data-table.ts'
import { Rows } from '../layout/rows.tsx'
import { useSignal } from '../layout/signal.ts'
import { clickRow, useClickArea } from '../mouse/click-areas.ts'
import { Dialog } from './dialog.tsx'
import { useDialogPlace } from './dialog-context.ts'

export type ChoiceDialogProps<Value extends string> = {
  title: string
  options: readonly Option<Value>[]
  /** Where it begins. @default the first option */
  chosen?: Value | undefined
  /** Takes the place of the dialog, or closes it by `useDialogPlace().close`. */
  onChoose: (value: Value) => void
  /** What Esc does. @default closes the dialog */
  leave?: () => void
  /** Keys that leave, besides Esc: the one that has opened it. */
  leaveKeys?: readonly string[]
}

/** One of a list: by moving and Enter, or at once by the key that stands beside it. */
export const ChoiceDialog = <const Value extends string>(props: ChoiceDialogProps<Value>) => {
  const { title, options, chosen, onChoose, leave, leaveKeys = noKeys } = props
  const { height, close, tell } = useDialogPlace()
  const choice = useRef<ChoiceHandle>(null)
  const taken = useRef(false)
  const take = (value: Value) => {
    if (taken.current) return
    taken.current = true
    onChoose(value)
  }
  const given = useRef(keysWith(leaveKeys)).current
  const keys = useKeymap().keysIn('choice', given)
  const lettered = useMemo(() => withoutKeys(options, keys), [options, keys])
  useKeys(
    given,
    {
      down: () => choice.current?.move(1) || tell(LAST_OPTION),
      up: () => choice.current?.move(-1) || tell('This is the first one.'),
      take: () => choice.current?.take(),
      leave: leave ?? close,
    },
    {
      kind: 'overlay',
      scope: 'choice',
      isExclusive: true,
      type: (key) => {
        const own = lettered.find((option) => option.key === key.id)
        if (own) take(own.value)
        return own !== undefined
      },
    },
  )
  return (
    <Dialog title={title} keys={keys}>
      {options.length > 0 ? (
        <Choice
          options={lettered}
          chosen={chosen}
          rows={Math.max(1, Math.min(options.length, height - 1))}
          top={1}
          take={() => choice.current?.take()}
          onChoose={take}
          handle={choice}
        />
      ) : (
        <Rows lines={[' There is nothing to choose from.']} />
      )}
    </Dialog>
  )
}

const noKeys: readonly string[] = []

const keysWith = (leaveKeys: readonly string[]) =>
  choiceKeys.map((binding) =>
    binding.action === 'leave' ? { ...binding, keys: [...binding.keys, ...leaveKeys] } : binding,
  ) satisfies readonly Binding[]

/** One of several things to choose from. */
export type Option<Value extends string = string> = {
  value: Value
  label: string
  /** What is told beside it, muted. */
  detail?: string
  /** The key that takes it at once, where it has one. */
  key?: string
}

/** What keys do in a choice. */
export type ChoiceHandle = {
  /** Goes to the option above or below; false where there is none. */
  move: (by: 1 | -1) => boolean
  /** Takes the option that it stands at. */
  take: () => void
}

export type ChoiceProps<Value extends string> = {
  options: readonly Option<Value>[]
  /** Where it begins. @default the first option */
  chosen?: Value | undefined
  /** Most options that are shown at once, 1 or more. */
  rows: number
  /** Cells to the left that are not its own. @default 0 */
  inset?: number
  /** Its first row in the dialog, whose title is row 0. */
  top: number
  /** What a click on the option that it stands at does: takes it, as the key does. */
  take: () => void
  onChoose: (value: Value) => void
  /** Its keys are those of whoever draws it. */
  handle: RefObject<ChoiceHandle | null>
}

export const LAST_OPTION = 'This is the last one.'

/**
 * A list of options to choose one from. Moving redraws only these rows.
 *
 * `Select` of @inkjs/ui cannot do this: it has no column for details, no keys and no clicks for its options, cannot start anywhere but at
 * its default value without remounting, reads keys from Ink's input, and draws every option as a component, at ten times the cost per key.
 */
export const Choice = <Value extends string>(props: ChoiceProps<Value>) => {
  const { options, chosen, rows, inset = 0, top, take, onChoose, handle } = props
  const { width, theme } = useDialogPlace()
  const place = useSignal({
    at: Math.max(
      0,
      options.findIndex(({ value }) => value === chosen),
    ),
    first: 0,
  })
  const placeNow = () => {
    const { at, first } = place.get()
    return { selected: at, top: windowTop(first, at, rows, options.length) }
  }
  const moveTo = (to: number) => place.set({ at: to, first: windowTop(placeNow().top, to, rows, options.length) })
  useImperativeHandle(handle, () => ({
    move(by) {
      const next = place.get().at + by
      if (options[next]) moveTo(next)
      return options[next] !== undefined
    },
    take() {
      const option = options[place.get().at]
      if (option) onChoose(option.value)
    },
  }))
  useClickArea({
    top,
    height: rows,
    click: (_x, y) => clickRow({ ...placeNow(), count: options.length, moveTo, take }, y),
  })
  const labels = useMemo(() => {
    const keyed = options.some(({ key }) => key !== undefined)
    const labelWidth = Math.max(...options.map(({ label }) => textWidth(safeText(label))))
    return options.map(({ label, detail, key }) => {
      const letter = keyed ? `${theme.muted(fit(key ?? '', 1))}  ` : ''
      const name = safeText(label)
      const told = detail === undefined ? name : `${fit(name, labelWidth)}  ${theme.muted(safeText(detail))}`
      const room = width - inset - 1
      return padStyled(cutStyled(`${letter}${told}`, room), room)
    })
  }, [options, theme, width, inset])
  const lines = () => {
    const { selected, top } = placeNow()
    const left = ' '.repeat(inset)
    return labels.slice(top, top + rows).map((label, y) => {
      if (top + y !== selected) return `${left} ${label}`
      return `${left}${theme.accent(theme.signs.bar)}${theme.selected(label)}`
    })
  }
  return <Rows lines={lines} changes={place.subscribe} />
}

/** The options without a letter that does something else already, as the user may want j to move and k to leave, or n and e. */
export const withoutKeys = <Value extends string>(
  options: readonly Option<Value>[],
  bindings: readonly Binding[],
): readonly Option<Value>[] => {
  const taken = new Set(bindings.flatMap(({ keys }) => keys))
  return options.map(({ key, ...option }) => (key === undefined || taken.has(key) ? option : { ...option, key }))
}
