import { Select } from '@inkjs/ui'
import { useInput } from 'ink'
import reconciler from 'ink-original/reconciler.js'
import { useCallback, useMemo, useRef } from 'react'
import { withAsciiSigns } from '../../domain/text/ascii-signs.ts'
import { fit } from '../../domain/text/fit.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { textWidth } from '../../domain/text/width.ts'
import type { Binding } from '../keys/bindings.ts'
import { cutStyled, padStyled } from '../layout/columns.ts'
import { windowTop } from '../layout/data-table.ts'
import { clickRow, useClickArea } from '../mouse/click-areas.ts'
import { useDialogPlace } from './dialog-context.ts'
import { useFeed, useListening } from './use-fed-keys.ts'

/** One of several things to choose from. */
export type Option<Value extends string = string> = {
  value: Value
  label: string
  /** What is told beside it, muted. */
  detail?: string
  /** The key that takes it at once, where it has one. */
  key?: string
}

export type ChoiceProps<Value extends string> = {
  options: readonly Option<Value>[]
  /** Where it begins. @default the first option */
  chosen?: Value | undefined
  /** Most options that are shown at once. */
  rows: number
  /** Cells to the left that are not its own. @default 0 */
  inset?: number
  /** Its first row in the dialog, whose title is row 0. */
  top: number
  /** What a click on the option that it stands at does: takes it, as the key does. */
  take: () => void
  onChoose: (value: Value) => void
}

/** Options below each other, of which one is taken. Its keys are those of whoever draws it, who feeds it. */
export const Choice = <Value extends string>(props: ChoiceProps<Value>) => {
  const { options, chosen, rows, inset, top, take } = props
  const { width, tell } = useDialogPlace()
  const feed = useFeed()
  const at = useRef(
    Math.max(
      0,
      options.findIndex(({ value }) => value === chosen),
    ),
  )
  const isWalking = useRef(false)
  /** The first option of the window, which a Select moves no further than it must. */
  const first = useRef(0)
  const moveTo = (to: number) => {
    for (let left = to - at.current; left !== 0; left -= Math.sign(left)) feed(left > 0 ? 'Down' : 'Up')
  }
  useClickArea({
    top,
    height: rows,
    click: (_x, y) => clickRow({ count: options.length, selected: at.current, top: first.current, moveTo, take }, y),
  })
  useInput((_, { upArrow, downArrow }) => {
    // Where it stands does not change by walking there.
    if (isWalking.current || (!upArrow && !downArrow)) return
    const next = at.current + Number(downArrow) - Number(upArrow)
    if (next >= 0 && next < options.length) {
      at.current = next
      first.current = windowTop(first.current, next, rows, options.length)
    } else tell(`This is the ${next < 0 ? 'first' : 'last'} one.`)
  })
  // In another window a Select would keep its rows, or begin at its first option: there is a new one, which stands where this did.
  return <Options key={`${width} ${inset} ${rows}`} {...props} at={at} first={first} isWalking={isWalking} />
}

type OptionsProps<Value extends string> = ChoiceProps<Value> & {
  at: { current: number }
  first: { current: number }
  isWalking: { current: boolean }
}

const Options = <Value extends string>(props: OptionsProps<Value>) => {
  const { options, rows, inset = 0, onChoose, at, first, isWalking } = props
  const { width, theme } = useDialogPlace()
  const feed = useFeed()
  useListening(() => {
    // A Select begins at its first option.
    isWalking.current = true
    for (let step = 0; step < at.current; step++) feed('Down')
    isWalking.current = false
    first.current = windowTop(0, at.current, rows, options.length)
  })
  const labels = useMemo(() => {
    const keyed = options.some(({ key }) => key !== undefined)
    const labelWidth = Math.max(...options.map(({ label }) => textWidth(safeText(label))))
    return options.map(({ value, label, detail, key }) => {
      const letter = keyed ? `${theme.muted(fit(key ?? '', 1))}  ` : ''
      const name = safeText(label)
      const told = detail === undefined ? name : `${fit(name, labelWidth)}  ${theme.muted(safeText(detail))}`
      const line = `${letter}${told}`
      const room = width - inset - 1
      const row = padStyled(cutStyled(line, room), room)
      return { value, label: theme.isAscii ? withAsciiSigns(row) : row }
    })
  }, [options, theme, width, inset])
  // A Select tells of its choice again whenever this changes.
  const latest = useRef(onChoose)
  latest.current = onChoose
  // A Select tells of it in an effect. What an effect changes React draws later than what a key does, and the next key may come before.
  const choose = useCallback((value: string) => reconciler.discreteUpdates(() => latest.current(value as Value)), [])
  // A row less than that, and a Select would draw none.
  return <Select options={labels} visibleOptionCount={Math.max(1, rows)} onChange={choose} />
}

/** The options without a letter that does something else already, as the user may want j to move and k to leave, or n and e. */
export const withoutKeys = <Value extends string>(
  options: readonly Option<Value>[],
  bindings: readonly Binding[],
): readonly Option<Value>[] => {
  const taken = new Set(bindings.flatMap(({ keys }) => keys))
  return options.map(({ key, ...option }) => (key === undefined || taken.has(key) ? option : { ...option, key }))
}
