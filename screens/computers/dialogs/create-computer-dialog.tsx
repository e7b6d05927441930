import { LONGEST_NAME, nameFault, nameHint } from '../../../src/domain/computers/computer-fields.ts'
import { Form } from '../../../src/ui/dialog/form.tsx'
import { useRequestTexts } from '../../kit/dialogs/request-text.ts'
import { useChange } from '../../kit/dialogs/use-change.ts'
import { computerPath } from './dialog-words.ts'

export type CreateComputerProps = {
  /** Providers that computers of the list have, besides `byom`. Untrusted texts. */
  providers: readonly string[]
  /** Called with the id of the new one. */
  onMade: (id: string) => void
}

/** Makes a computer. */
export const CreateComputerDialog = ({ providers, onMade }: CreateComputerProps) => {
  const change = useChange()
  const requestTexts = useRequestTexts()
  const hint = (text: string) => `${text.length} of ${LONGEST_NAME}`
  const isByom = (provider: string) => provider === 'byom'
  return (
    <Form
      title="Create a computer"
      fields={[
        { is: 'text', name: 'name', label: 'name', check: nameFault, hint: (text) => nameHint(text) ?? hint(text) },
        { is: 'text', name: 'remoteUser', label: 'remote user', check: nameFault, hint },
        {
          is: 'text',
          name: 'provider',
          label: 'provider',
          value: 'byom',
          check: (text) => (text.trim() === '' ? 'is empty' : undefined),
          hint: (text) =>
            isByom(text)
              ? `brought by its owner${providers.length > 0 ? `; or ${providers.join(', ')}` : ''}`
              : 'a hosted provider',
        },
      ]}
      request={requestTexts('POST', computerPath())}
      doing="creating it"
      send={async ({ name, remoteUser, provider }, { signal }) => {
        const words = {
          title: `Create ${name}`,
          done: () => `Created ${name}.`,
          look: 'Look before doing it again: R asks for the list anew, as qd computers list does.',
          signal,
        }
        const made = await change('createComputer', { body: { name, remoteUser, provider: provider.trim() } }, words)
        if (made.next === undefined && made.answer.id !== undefined) onMade(made.answer.id)
        return made.next
      }}
    />
  )
}
