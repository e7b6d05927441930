import { keyNameProblem, MAX_KEY_NAME_LENGTH, parseExpiry } from '../../src/domain/keys/expiry.ts'
import type { KeyRow } from '../../src/domain/keys/key-rows.ts'
import { moment } from '../../src/domain/text/format.ts'
import { safeFileName } from '../../src/domain/text/safe-file-name.ts'
import { Form } from '../../src/ui/dialog/form.tsx'
import { ConfirmChange } from '../kit/dialogs/confirm-change.tsx'
import { confirmationText, shownId, useChange, useOpenDialog, useRequestTexts } from '../kit/dialogs/use-change.ts'
import { shellWord } from '../kit/export/command-options.ts'
import { useSession } from '../kit/session/session.ts'

export const keysPath = (account: string, rest = ''): string =>
  `/api/v0/service-accounts/${shownId(account)}/api-keys${rest}`

/** How to check whether a change of an account's keys was applied. */
export const checkKeysText = (account: string): string =>
  `Check before retrying: press R to refresh, or run qd keys list ${account}.`

/** Creates a key and shows its value, which the server sends only once. */
export const CreateKeyDialog = ({ account }: { account: string }) => {
  const change = useChange()
  const openDialog = useOpenDialog()
  const session = useSession()
  const requestTexts = useRequestTexts()
  const expiryOf = (text: string) => parseExpiry(text, session.now())
  return (
    <Form
      title={`Create a key for ${account}`}
      fields={[
        {
          is: 'text',
          name: 'name',
          label: 'name',
          check: keyNameProblem,
          hint: (text) => `${text.length} of ${MAX_KEY_NAME_LENGTH}`,
        },
        {
          is: 'text',
          name: 'expires',
          label: 'expires',
          value: '90d',
          isReplaced: true,
          check: (text) => {
            const expiry = expiryOf(text)
            return expiry.is === 'wrong' ? expiry.why : undefined
          },
          hint: (text) => {
            const expiry = expiryOf(text)
            return expiry.is === 'at' ? moment(expiry.at) : 'works until it is revoked'
          },
        },
      ]}
      request={requestTexts('POST', keysPath(account))}
      doing="creating it"
      send={async ({ name, expires }, { signal }) => {
        const expiry = expiryOf(expires)
        const body = { name, ...(expiry.is === 'at' && { expiresAt: expiry.at }) }
        const done = () => `Created the key ${name} for ${account}.`
        const action = {
          what: 'create key',
          target: `${account} ${name}`,
          command: `keys create ${shellWord(account)} --name ${shellWord(name)} --expires ${expiry.is === 'at' ? shellWord(expires.trim()) : 'never'}`,
        }
        const words = { action, done, howToCheck: checkKeysText(account), signal }
        const made = await change('createKey', { params: { serviceAccountId: account }, body }, words)
        if (made.next === 'stay') return 'stay'
        const { value } = made.answer.apiKey ?? {}
        if (value === undefined) {
          const notice = `The key ${name} was created, but the server did not send its value: revoke it and create another.`
          session.set({ notice })
          return undefined
        }
        // Opens even if the user has left the form, because the value is never sent again.
        openDialog(loadSecretDialog, {
          title: `The key ${name} of ${account}`,
          text: 'Created. The value is shown only once: copy or save it now.',
          secret: value,
          copy: (secret) => session.copy(secret, { isSecret: true }),
          plan: session.clipboard.plan,
          save: (path, secret) => session.outside.save(path, `${secret}\n`, { isPrivate: true }),
          path: `~/${safeFileName(`${account}-${name}`)}.key`,
        })
        return 'stay'
      }}
    />
  )
}

const loadSecretDialog = async () => (await import('../../src/ui/dialog/secret-dialog.tsx')).SecretDialog

/** Revokes a key after its name was typed. Everything that uses the key stops working, and this can't be undone. */
export const RevokeKeyDialog = ({ keyId, row: { account, key } }: { keyId: string; row: KeyRow }) => {
  const name = key.name ?? keyId
  return (
    <ConfirmChange
      title={`Revoke ${name} of ${account}`}
      about={[
        { label: 'key', text: `${keyId}  ${key.fingerprint ?? ''}` },
        { label: 'created', text: moment(key.createdAt) },
        { label: 'effect', text: 'anything using this key stops working immediately and permanently' },
      ]}
      typed={confirmationText(key.name, keyId)}
      verb="revokes it"
      doing="revoking it"
      change="revokeKey"
      request={{ params: { serviceAccountId: account, keyId } }}
      action={{
        what: 'revoke key',
        target: `${account} ${name}`,
        command: `keys revoke ${shellWord(account)} ${shellWord(keyId)}`,
      }}
      shown={['POST', keysPath(account, `/${shownId(keyId)}/revoke`)]}
      done={`Revoked ${name} of ${account}.`}
      howToCheck={checkKeysText(account)}
    />
  )
}
