import { useMemo } from 'react'
import type { Field, TextField } from './fields.ts'
import { Form, type FormProps } from './form.tsx'

export type ConfirmDialogProps = {
  title: string
  /** Information to read before confirming, one row each. */
  about?: readonly { label: string; text: string }[]
  /** A name that the user must type first, for destructive operations. */
  typed?: string
  /** The effect of Enter. */
  verb: string
  request: string | readonly string[]
} & Pick<FormProps<readonly Field[]>, 'doing' | 'leave'> & {
    /** Performs the operation. An AppError that it throws is shown, and the user can try again. */
    confirm: (signal: AbortSignal) => Promise<undefined | 'stay'>
  }

/** Asks for confirmation before an operation. Before a destructive one, the user must type a name. */
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

const typedName = (wanted: string): TextField => ({
  is: 'text',
  name: 'typed',
  label: `type ${wanted}`,
  check: (text) => (text === wanted ? undefined : `type ${wanted} exactly`),
})
