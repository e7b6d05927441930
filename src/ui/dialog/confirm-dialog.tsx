import { useMemo } from 'react'
import type { Field, TextField } from './fields.ts'
import { Form, type FormProps } from './form.tsx'

export type ConfirmDialogProps = {
  title: string
  /** What there is to know before, a row each. */
  about?: readonly { label: string; text: string }[]
  /** A name that has to be typed first: for what destroys. */
  typed?: string
  /** What Enter does. */
  verb: string
  request: string | readonly string[]
} & Pick<FormProps<readonly Field[]>, 'doing' | 'leave'> & {
    /** Does it. An AppError that it throws is shown, and it can be tried again. */
    confirm: (signal: AbortSignal) => Promise<undefined | 'stay'>
  }

/** Asks before something is done; before something is destroyed, for a name to be typed. */
export const ConfirmDialog = ({ title, about = [], typed, confirm, ...form }: ConfirmDialogProps) => {
  const fields = useMemo(
    () => [
      ...about.map(({ label, text }) => ({ is: 'shown', label, text }) as const),
      ...(typed === undefined ? [] : [typedName(typed)]),
    ],
    [about, typed],
  )
  return <Form title={title} fields={fields} {...form} send={(_, { signal }) => confirm(signal)} />
}

/** A name that has to be typed before something is destroyed. */
const typedName = (wanted: string): TextField => ({
  is: 'text',
  name: 'typed',
  label: `type ${wanted}`,
  check: (text) => (text === wanted ? undefined : `not yet ${wanted}`),
})
