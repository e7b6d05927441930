import { useState } from 'react'
import { lengthOf } from '../../../src/domain/calendar/calendar.ts'
import { parseRangeText, type RangeChoice, rangeOf } from '../../../src/domain/calendar/range-choice.ts'
import { fit, wrapText } from '../../../src/domain/text/fit.ts'
import { rangeLabel } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { type Binding, noKeys } from '../../../src/ui/keys/bindings.ts'
import { edit, insert, type Line, lineOf, textOf } from '../../../src/ui/keys/line-editor.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { filled } from '../../../src/ui/layout/columns.ts'
import { fieldText } from '../../../src/ui/layout/field-text.ts'
import { popup } from '../../../src/ui/layout/popup.ts'
import { useSession, useSessionState } from '../../kit/session.ts'
import { closed, type DrawnOverlay, type Overlay, type OverlayProps } from './overlay.ts'

type Item = { key: string; label: string; choice: RangeChoice }

const items: readonly Item[] = [
  { key: '1', label: 'last 7 days', choice: { is: 'last', days: 7 } },
  { key: '2', label: 'last 14 days', choice: { is: 'last', days: 14 } },
  { key: '3', label: 'last 30 days', choice: { is: 'last', days: 30 } },
  { key: '4', label: 'last 90 days', choice: { is: 'last', days: 90 } },
  { key: 'm', label: 'month to date', choice: { is: 'monthToDate' } },
  { key: 'l', label: 'last month', choice: { is: 'lastMonth' } },
  { key: 'a', label: 'all there is', choice: { is: 'all' } },
]

const rangeKeys = [
  { keys: ['j', 'Down'], action: 'down', help: 'next', group: 'Move', hint: 'move', hintKey: 'j/k' },
  { keys: ['k', 'Up'], action: 'up', help: 'previous', group: 'Move' },
  { keys: ['Enter', 'Space'], action: 'choose', help: 'take it', group: 'Act', hint: 'take' },
  { keys: ['f', '/'], action: 'type', help: 'type two days', group: 'Act', hint: 'from..to' },
  { keys: ['Esc', 'q', 't', '^c'], action: 'close', help: 'leave it as it is', group: 'Go', hint: 'close' },
] as const satisfies readonly Binding[]

/** The choice of the range of days. */
const useRangePopup = ({ isOpen, close, width }: OverlayProps): DrawnOverlay => {
  const session = useSession()
  const range = useSessionState('range')
  const [row, setRow] = useState<number>()
  const [field, setField] = useState<{ line: Line; error?: string }>()
  const { theme } = session
  const current = items.findIndex(({ choice }) => JSON.stringify(choice) === JSON.stringify(range))
  const selected = row ?? Math.max(0, current)

  const leave = () => {
    setRow(undefined)
    setField(undefined)
    close()
  }
  const take = (choice: RangeChoice) => {
    session.set({ range: choice })
    leave()
  }
  const submit = (line: Line) => {
    try {
      take({ is: 'between', range: parseRangeText(textOf(line), session.now()) })
    } catch (error) {
      setField({ line, error: error instanceof Error ? error.message : String(error) })
    }
  }
  const keys = field ? fieldKeys : isOpen ? rangeKeys : noKeys
  useKeys(
    keys,
    {
      down: () => setRow(Math.min(items.length - 1, selected + 1)),
      up: () => setRow(Math.max(0, selected - 1)),
      choose: () => (field ? submit(field.line) : take((items[selected] as Item).choice)),
      type: () => {
        const { from, to } = rangeOf(range, session.now())
        setField({ line: lineOf(`${from}..${to}`) })
      },
      close: () => (field ? setField(undefined) : leave()),
    },
    {
      kind: 'overlay',
      isExclusive: isOpen,
      type: (key) => {
        if (field) {
          const line = edit(field.line, key)
          if (line) setField({ line })
          return line !== undefined
        }
        const item = isOpen ? items.find((one) => one.key === key.id) : undefined
        if (item) take(item.choice)
        return item !== undefined
      },
      ...(field && { paste: (text: string) => setField({ line: insert(field.line, text.trim()) }) }),
    },
  )
  if (!isOpen) return closed

  const now = session.now()
  if (field) {
    const told = field.error ?? 'both days included, UTC'
    const paint = field.error ? theme.bad : theme.muted
    const prompt = ` from..to  ${fieldText(field.line, width - 12, theme)}`
    const lines = [prompt, ...wrapText(safeText(told, 'text'), width - 2).map((line) => ` ${paint(line)}`)]
    // As high as the list, so that nothing moves.
    return { rows: popup('Range', filled(lines, items.length + 1), width, theme), keys }
  }
  const lines = items.map(({ key, label, choice }, index) => {
    const days = rangeOf(choice, now)
    const line = `${theme.muted(key)}  ${fit(label, 14)}  ${fit(rangeLabel(days), 22)} ${theme.muted(`${lengthOf(days)} ${lengthOf(days) === 1 ? 'day' : 'days'}`)}`
    return index === selected ? theme.selected(`${theme.accent(theme.signs.bar)}${line}`) : ` ${line}`
  })
  return { rows: popup('Range', [...lines, ` ${theme.muted('f')}  from..to`], width, theme), keys }
}

export const rangeOverlay = {
  opener: { keys: ['t'], help: 'choose the range of days', group: 'Shape', hint: 'range', before: 'compare' },
  useOverlay: useRangePopup,
} as const satisfies Overlay

const fieldKeys = [
  { keys: ['Enter'], action: 'choose', help: 'take it', group: 'Act', hint: 'take' },
  { keys: ['Esc', '^c'], action: 'close', help: 'back to the list', group: 'Go', hint: 'back' },
] as const satisfies readonly Binding[]
