import type { Computer } from '../../../src/contract/computers.ts'
import type { Lenient } from '../../../src/contract/lenient.ts'
import {
  changedFields,
  EDITED_FIELDS,
  FIELD_LABELS,
  fieldFault,
  LONGEST_NAME,
  nameHint,
} from '../../../src/domain/computers/computer-fields.ts'
import { Form } from '../../../src/ui/dialog/form.tsx'
import { useRequestTexts } from '../../kit/dialogs/request-text.ts'
import { useChange } from '../../kit/dialogs/use-change.ts'
import { computerPath, lookAtComputer } from './dialog-words.ts'

export type ComputerDialogProps = {
  id: string
  /** Untrusted text. */
  name: string
  /** As it was last seen; undefined: never. */
  computer: Lenient<Computer> | undefined
  /** Whether the server can be asked for it afterwards. */
  canRead: boolean
}

/** Changes the name, the host or the account; shows what differs, and sends only that. */
export const EditComputerDialog = ({ id, name, computer = nothing, canRead }: ComputerDialogProps) => {
  const change = useChange()
  const requestTexts = useRequestTexts()
  const field = (of: (typeof EDITED_FIELDS)[number]) =>
    ({
      is: 'text',
      name: of,
      label: FIELD_LABELS[of],
      value: computer[of] ?? '',
      check: (text: string) => fieldFault(of, text, computer[of]),
      hint: (text: string) => {
        const isNewName = of === 'name' && text !== computer.name
        return of === 'hostId' ? 'a UUID' : (isNewName && nameHint(text)) || `${text.length} of ${LONGEST_NAME}`
      },
    }) as const
  return (
    <Form
      title={`Edit ${name}`}
      fields={[field('name'), field('hostId'), field('remoteUser')]}
      table={(values) => {
        const changed = changedFields(computer, values)
        const rows = EDITED_FIELDS.flatMap((of) =>
          changed[of] === undefined ? [] : [[FIELD_LABELS[of], computer[of] ?? '–', changed[of]]],
        )
        return rows.length === 0 ? undefined : { columns: ['field', 'now', 'then'], rows }
      }}
      problem={(values) =>
        Object.keys(changedFields(computer, values)).length === 0
          ? 'Nothing is different yet, so there is nothing to send.'
          : undefined
      }
      request={requestTexts('PATCH', computerPath(id))}
      send={async (values, { signal }) => {
        const body = changedFields(computer, values)
        const changed = EDITED_FIELDS.filter((of) => body[of] !== undefined).map((of) => FIELD_LABELS[of])
        const words = {
          title: `Edit ${name}`,
          done: () => `Changed the ${changed.join(' and ')} of ${name}.`,
          look: lookAtComputer(id, canRead),
          signal,
        }
        return (await change('updateComputer', { params: { computerId: id }, body }, words)).next
      }}
    />
  )
}

const nothing: Lenient<Computer> = {}
