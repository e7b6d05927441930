import { Form, type Sent } from '../../src/ui/dialog/form.tsx'

export type Send = (values: Record<string, string>, how: { isConfirmed: boolean; signal: AbortSignal }) => Promise<Sent>

/** A form with one field of each kind. */
export const EditComputer = ({ send }: { send: Send }) => (
  <Form
    title="Edit build-01"
    fields={[
      {
        is: 'text',
        name: 'name',
        label: 'name',
        value: 'build-01',
        check: (text) => (text.length > 20 ? 'at most 20 characters' : undefined),
        hint: (text) => `${text.length} of 20`,
      },
      {
        is: 'choice',
        name: 'size',
        label: 'size',
        value: 'm',
        options: ['s', 'm', 'l'].map((value) => ({ value, label: `size ${value}`, key: value })),
      },
      { is: 'shown', label: 'provider', text: 'hosted' },
      { is: 'text', name: 'key', label: 'remote key', isMasked: true, isShown: ({ size }) => size !== 's' },
    ]}
    table={({ name }) =>
      name === 'build-01' ? undefined : { columns: ['field', 'now', 'then'], rows: [['name', 'build-01', name]] }
    }
    request="PATCH /api/v0/computers/comp_7f21"
    problem={({ name }) => (name === 'taken' ? 'That name is taken.' : undefined)}
    send={send}
  />
)
