import { Select } from '@inkjs/ui'
import { useInput } from 'ink'
import { useCallback, useMemo, useRef } from 'react'
import { withAsciiSigns } from '../../domain/text/ascii-signs.ts'
import { fit } from '../../domain/text/fit.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { textWidth } from '../../domain/text/width.ts'
import type { Key } from '../keys/key-reader.ts'
import { cutStyled, padStyled } from '../layout/columns.ts'
import { useDialogPlace } from './dialog-context.ts'
import { type FedKey, useFeed, useListening } from './use-fed-keys.ts'

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
  onChoose: (value: Value) => void
}

/** Options below each other, of which one is taken. Its keys are handed on by whoever draws it: see {@link choiceKey}. */
export const Choice = <Value extends string>(props: ChoiceProps<Value>) => {
  const { options, chosen, rows, inset } = props
  const { width, tell } = useDialogPlace()
  const at = useRef(
    Math.max(
      0,
      options.findIndex(({ value }) => value === chosen),
    ),
  )
  const isWalking = useRef(false)
  useInput((_, { upArrow, downArrow }) => {
    // Where it stands does not change by walking there.
    if (isWalking.current || (!upArrow && !downArrow)) return
    const next = at.current + Number(downArrow) - Number(upArrow)
    if (next >= 0 && next < options.length) at.current = next
    else tell(`This is the ${next < 0 ? 'first' : 'last'} one.`)
  })
  // In another window a Select would keep its rows, or begin at its first option: there is a new one, which stands where this did.
  return <Options key={`${width} ${inset} ${rows}`} {...props} at={at} isWalking={isWalking} />
}

type OptionsProps<Value extends string> = ChoiceProps<Value> & {
  at: { current: number }
  isWalking: { current: boolean }
}

const Options = <Value extends string>({ options, rows, inset = 0, onChoose, at, isWalking }: OptionsProps<Value>) => {
  const { width, theme } = useDialogPlace()
  const feed = useFeed()
  useListening(() => {
    // A Select begins at its first option.
    isWalking.current = true
    for (let step = 0; step < at.current; step++) feed('Down')
    isWalking.current = false
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
  const choose = useCallback((value: string) => latest.current(value as Value), [])
  // A row less than that, and a Select would draw none.
  return <Select options={labels} visibleOptionCount={Math.max(1, rows)} onChange={choose} />
}

/** What a choice hears of a key; undefined for one that does not move in it. */
export const choiceKey = ({ id }: Key): FedKey | undefined => moves[id]

const moves: Readonly<Record<string, FedKey>> = { j: 'Down', Down: 'Down', '^n': 'Down', k: 'Up', Up: 'Up', '^p': 'Up' }
