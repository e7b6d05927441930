import { useState } from 'react'
import { lengthOf } from '../../../src/domain/calendar/calendar.ts'
import { parseRangeText } from '../../../src/domain/calendar/range-words.ts'
import { type RangeChoice, rangeOf } from '../../../src/domain/calendar/shift-range.ts'
import { fit } from '../../../src/domain/text/fit.ts'
import { counted, rangeLabel } from '../../../src/domain/text/format.ts'
import { ChoiceDialog } from '../../../src/ui/dialog/choice-dialog.tsx'
import { useDialogPlace } from '../../../src/ui/dialog/dialog-context.ts'
import { Form } from '../../../src/ui/dialog/form.tsx'
import { useSession, useSessionState } from '../../kit/session/session.ts'

const choices = [
  { key: '1', label: 'last 7 days', choice: { is: 'last', days: 7 } },
  { key: '2', label: 'last 14 days', choice: { is: 'last', days: 14 } },
  { key: '3', label: 'last 30 days', choice: { is: 'last', days: 30 } },
  { key: '4', label: 'last 90 days', choice: { is: 'last', days: 90 } },
  { key: 'm', label: 'month to date', choice: { is: 'monthToDate' } },
  { key: 'l', label: 'last month', choice: { is: 'lastMonth' } },
  { key: 'a', label: 'all days', choice: { is: 'all' } },
] as const satisfies readonly { key: string; label: string; choice: RangeChoice }[]

const typed = { value: 'f', key: 'f', label: 'from..to', detail: 'custom range' } as const

/** Asks for the range of days: one from a list, or typed. */
export const RangeDialog = () => {
  const session = useSession()
  const range = useSessionState('range')
  const { close } = useDialogPlace()
  const [isTyping, setTyping] = useState(false)
  // Fixed when the dialog opens, so that the options don't change while the user chooses.
  const [now] = useState(session.now)
  const take = (choice: RangeChoice) => {
    session.set({ range: choice })
    close()
  }
  if (isTyping) {
    const { from, to } = rangeOf(range, now)
    return (
      <Form
        title="Range"
        fields={[
          {
            is: 'text',
            name: 'days',
            label: 'from..to',
            value: `${from}..${to}`,
            isReplaced: true,
            check: (text) => rangeProblem(text, session.now()),
          },
        ]}
        request={[
          '30d, oct, 2026-10, last month, 1 oct.. or two days, both included, UTC',
          '30d, oct, 2026-10, last month, 1 oct.. or two days',
        ]}
        verb="applies it"
        minRows={choices.length + 1}
        send={async ({ days }) => {
          take(parseRangeText(days, session.now()))
          return undefined
        }}
        leave={() => setTyping(false)}
      />
    )
  }
  const options = choices.map(({ key, label, choice }) => {
    const days = rangeOf(choice, now)
    const length = lengthOf(days)
    return { value: key, key, label, detail: `${fit(rangeLabel(days), 22)} ${counted(length, 'day')}` }
  })
  return (
    <ChoiceDialog
      title="Range"
      options={[...options, typed]}
      chosen={choices.find(({ choice }) => JSON.stringify(choice) === JSON.stringify(range))?.key}
      onChoose={(key) => {
        const choice = choices.find((one) => one.key === key)?.choice
        if (choice) take(choice)
        else setTyping(true)
      }}
      leaveKeys={['t']}
    />
  )
}

const rangeProblem = (text: string, now: number): string | undefined => {
  try {
    parseRangeText(text, now)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
