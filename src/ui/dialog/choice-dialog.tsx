import { useMemo, useRef } from 'react'
import { fit } from '../../domain/text/fit.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { textWidth } from '../../domain/text/width.ts'
import type { Binding } from '../keys/bindings.ts'
import { choiceKeys } from '../keys/dialog-keys.ts'
import { useKeymap, useKeys } from '../keys/use-keys.ts'
import { cutStyled, padStyled } from '../layout/columns.ts'
import { windowTop } from '../layout/data-table.ts'
import { Rows } from '../layout/rows.tsx'
import { type Signal, useSignal } from '../layout/signal.ts'
import { clickRow, useClickArea } from '../mouse/click-areas.ts'
import { Dialog } from './dialog.tsx'
import { useDialogPlace } from './dialog-context.ts'

export type ChoiceDialogProps<Value extends string> = {
  title: string
  options: readonly Option<Value>[]
  /** The selected value at first. @default the first option */
  chosen?: Value | undefined
  /** Replaces the dialog, or closes it with `useDialogPlace().close`. */
  onChoose: (value: Value) => void
  /** The effect of Esc. @default closes the dialog */
  leave?: () => void
  /** Keys that close it, in addition to Esc: the key that opened it. */
  leaveKeys?: readonly string[]
}

/** Selects one option of a list: by moving and Enter, or directly by an option's key. */
export const ChoiceDialog = <const Value extends string>(props: ChoiceDialogProps<Value>) => {
  const { title, options, chosen, onChoose, leave, leaveKeys = noKeys } = props
  const { height, close, showNotice } = useDialogPlace()
  const rows = Math.max(1, Math.min(options.length, height - 1))
  const choice = createChoice(useSignal(placeAt(options, chosen)), options.length, rows)
  const isChosen = useRef(false)
  const take = (option = options[choice.now().selected]) => {
    if (isChosen.current || !option) return
    isChosen.current = true
    onChoose(option.value)
  }
  const bindings = useRef(keysWith(leaveKeys)).current
  const keys = useKeymap().keysIn('choice', bindings)
  const lettered = useMemo(() => withoutKeys(options, keys), [options, keys])
  useKeys(
    bindings,
    {
      down: () => choice.move(1) || showNotice(LAST_OPTION),
      up: () => choice.move(-1) || showNotice('First option.'),
      select: () => take(),
      leave: leave ?? close,
    },
    {
      kind: 'overlay',
      scope: 'choice',
      isExclusive: true,
      type: (key) => {
        const chosen = lettered.find((option) => option.key === key.id)
        if (chosen) take(chosen)
        return chosen !== undefined
      },
    },
  )
  return (
    <Dialog title={title} keys={keys}>
      {options.length > 0 ? (
        <Choice options={lettered} choice={choice} top={1} take={() => take()} />
      ) : (
        <Rows lines={[' No options.']} />
      )}
    </Dialog>
  )
}

const noKeys: readonly string[] = []

const keysWith = (leaveKeys: readonly string[]) =>
  choiceKeys.map((binding) =>
    binding.action === 'leave' ? { ...binding, keys: [...binding.keys, ...leaveKeys] } : binding,
  ) satisfies readonly Binding[]

/** One option of a list. */
export type Option<Value extends string = string> = {
  value: Value
  label: string
  /** Muted text next to the label. */
  detail?: string
  /** The key that selects it directly, if any. */
  key?: string
}

/** The index of the selected option, and of the first visible one. */
export type ChoicePlace = { at: number; first: number }

/** @param chosen - Value of the selected option. @default the first option */
export const placeAt = (options: readonly Option[], chosen: string | undefined): ChoicePlace => ({
  at: Math.max(
    0,
    options.findIndex(({ value }) => value === chosen),
  ),
  first: 0,
})

/** A choice of `count` options in a window of `rows` rows, 1 or more. */
export const createChoice = (place: Signal<ChoicePlace>, count: number, rows: number) => {
  const now = () => {
    const { at, first } = place.get()
    return { selected: at, top: windowTop(first, at, rows, count) }
  }
  const moveTo = (at: number) => place.set({ at, first: windowTop(now().top, at, rows, count) })
  return {
    count,
    rows,
    now,
    moveTo,
    /** Moves to the option above or below; returns false if there is none. */
    move(by: 1 | -1): boolean {
      const next = place.get().at + by
      const isThere = next >= 0 && next < count
      if (isThere) moveTo(next)
      return isThere
    },
    subscribe: place.subscribe,
  }
}

export type ChoiceProps = {
  options: readonly Option[]
  choice: ReturnType<typeof createChoice>
  /** Cells to leave free on the left. @default 0 */
  inset?: number
  /** The row of the dialog at which the list starts; the title is row 0. */
  top: number
  /** Handles a click on the selected option, like Enter. */
  take: () => void
}

export const LAST_OPTION = 'Last option.'

/**
 * A list of options. Moving repaints only these rows.
 *
 * `Select` of @inkjs/ui is not sufficient: it has no column for details, no keys and no clicks for its options, cannot
 * start at a value other than its default without remounting, reads keys from Ink's input, and renders every option as
 * a component, at ten times the cost per key.
 */
export const Choice = ({ options, choice, inset = 0, top, take }: ChoiceProps) => {
  const { width, theme } = useDialogPlace()
  const { rows, count, moveTo, now } = choice
  useClickArea({ top, height: rows, click: (_x, y) => clickRow({ ...now(), count, moveTo, take }, y) })
  const labels = useMemo(() => {
    const keyed = options.some(({ key }) => key !== undefined)
    const labelWidth = Math.max(...options.map(({ label }) => textWidth(safeText(label))))
    return options.map(({ label, detail, key }) => {
      const letter = keyed ? `${theme.muted(fit(key ?? '', 1))}  ` : ''
      const name = safeText(label)
      const content = detail === undefined ? name : `${fit(name, labelWidth)}  ${theme.muted(safeText(detail))}`
      const room = width - inset - 1
      return padStyled(cutStyled(`${letter}${content}`, room), room)
    })
  }, [options, theme, width, inset])
  const lines = () => {
    const { selected, top } = now()
    const left = ' '.repeat(inset)
    return labels.slice(top, top + rows).map((label, y) => {
      if (top + y !== selected) return `${left} ${label}`
      return `${left}${theme.accent(theme.signs.bar)}${theme.selected(label)}`
    })
  }
  return <Rows lines={lines} changes={choice.subscribe} />
}

/** Removes an option's key if it already has another effect: the user may have assigned it to another action. */
export const withoutKeys = <Value extends string>(
  options: readonly Option<Value>[],
  bindings: readonly Binding[],
): readonly Option<Value>[] => {
  const taken = new Set(bindings.flatMap(({ keys }) => keys))
  return options.map(({ key, ...option }) => (key === undefined || taken.has(key) ? option : { ...option, key }))
}
