import { parseExpiry } from '../../../src/domain/keys/expiry.ts'
import { keyNameFault, LONGEST_KEY_NAME } from '../../../src/domain/keys/key-name.ts'
import { moment } from '../../../src/domain/text/format.ts'
import { Form } from '../../../src/ui/dialog/form.tsx'
import { useOpenDialog } from '../../kit/dialogs/open-dialog.ts'
import { useRequestTexts } from '../../kit/dialogs/request-text.ts'
import { useChange } from '../../kit/dialogs/use-change.ts'
import { useSession } from '../../kit/session/session.ts'
import { keysPath, lookAtKeys } from './account-words.ts'

/** Makes a key, and shows its value, which is told this once. */
export const CreateKeyDialog = ({ account }: { account: string }) => {
  const change = useChange()
  const openDialog = useOpenDialog()
  const session = useSession()
  const requestTexts = useRequestTexts()
  return (
    <Form
      title={`Create a key of ${account}`}
      fields={[
        {
          is: 'text',
          name: 'name',
          label: 'name',
          check: keyNameFault,
          hint: (text) => `${text.length} of ${LONGEST_KEY_NAME}`,
        },
        {
          is: 'text',
          name: 'expires',
          label: 'expires',
          value: '90d',
          check: (text) => {
            const expiry = parseExpiry(text, session.now())
            return expiry.is === 'wrong' ? expiry.why : undefined
          },
          hint: (text) => {
            const expiry = parseExpiry(text, session.now())
            return expiry.is === 'at' ? moment(expiry.at) : 'works until it is revoked'
          },
        },
      ]}
      request={requestTexts('POST', keysPath(account))}
      doing="creating it"
      send={async ({ name, expires }, { signal }) => {
        const expiry = parseExpiry(expires, session.now())
        const body = { name, ...(expiry.is === 'at' && { expiresAt: expiry.at }) }
        const words = {
          title: `Create key ${name} of ${account}`,
          done: () => `Created the key ${name} of ${account}.`,
          look: lookAtKeys(account),
          signal,
        }
        const made = await change('createKey', { params: { serviceAccountId: account }, body }, words)
        if (made.next === 'stay') return 'stay'
        const { value } = made.answer.apiKey ?? {}
        if (value === undefined) {
          session.set({
            notice: `The key ${name} was created, but its value was not told: revoke it, and make another.`,
          })
          return undefined
        }
        // Also for whoever has left the form: nobody will tell the value again.
        openDialog(loadSecretDialog, {
          title: `The key ${name} of ${account}`,
          text: 'Created. Its value is told this once: copy it to where it is used.',
          secret: value,
          copy: session.copy,
        })
        return 'stay'
      }}
    />
  )
}

const loadSecretDialog = async () => (await import('../../../src/ui/dialog/secret-dialog.tsx')).SecretDialog
