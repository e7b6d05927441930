import type { KeyRow } from '../../../src/domain/keys/key-rows.ts'
import { moment } from '../../../src/domain/text/format.ts'
import { ConfirmDialog } from '../../../src/ui/dialog/confirm-dialog.tsx'
import { shownId, useRequestTexts } from '../../kit/dialogs/request-text.ts'
import { typedWord } from '../../kit/dialogs/typed-word.ts'
import { useChange } from '../../kit/dialogs/use-change.ts'
import { keysPath, lookAtKeys } from './account-words.ts'

export type RevokeKeyProps = {
  keyId: string
  row: KeyRow
}

/** Revokes a key once its name was typed: whatever uses it stops to work, and there is no way back. */
export const RevokeKeyDialog = ({ keyId, row: { account, key } }: RevokeKeyProps) => {
  const change = useChange()
  const requestTexts = useRequestTexts()
  const name = key.name ?? keyId
  return (
    <ConfirmDialog
      title={`Revoke ${name} of ${account}`}
      about={[
        { label: 'key', text: `${keyId}  ${key.fingerprint ?? ''}` },
        { label: 'created', text: moment(key.createdAt) },
        { label: 'then', text: 'whatever uses it stops to work at once, for good' },
      ]}
      typed={typedWord(key.name, keyId)}
      verb="revokes it"
      doing="revoking it"
      request={requestTexts('POST', keysPath(account, `/${shownId(keyId)}/revoke`))}
      confirm={async (signal) => {
        const words = {
          title: `Revoke ${name} of ${account}`,
          done: () => `Revoked ${name} of ${account}.`,
          look: lookAtKeys(account),
          signal,
        }
        return (await change('revokeKey', { params: { serviceAccountId: account, keyId } }, words)).next
      }}
    />
  )
}
