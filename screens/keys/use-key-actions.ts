import type { ExtensionName } from '../../src/contract/extensions.ts'
import type { RowAction } from '../kit/dialogs/actions-dialog.tsx'
import { useActionsMenu } from '../kit/dialogs/use-actions-menu.ts'
import { useOpenDialog, useRemoveId } from '../kit/dialogs/use-change.ts'
import type { KeyEntry } from './key-columns.ts'

export const useKeyActions = () => {
  const openDialog = useOpenDialog()
  const forgetId = useRemoveId()
  const { canWrite, openMenu } = useActionsMenu()

  const actionsFor = ({ account: { id }, key }: KeyEntry, offered: readonly ExtensionName[]): RowAction[] => {
    const can = (name: ExtensionName): boolean => canWrite && offered.includes(name)
    const keyId = key?.key.id
    const forget = () => forgetId('serviceAccounts', id, '. Press A to add it again.')
    const actions: (RowAction | false)[] = [
      can('createKey') && {
        key: 'n',
        label: 'create a key',
        detail: `of ${id}`,
        run: () => openDialog(loadCreateDialog, { account: id }),
      },
      can('revokeKey') &&
        key !== undefined &&
        key.state !== 'revoked' &&
        keyId !== undefined && {
          key: 'd',
          label: 'revoke the key',
          run: () => openDialog(loadRevokeDialog, { keyId, row: key }),
        },
      { key: 'f', label: 'remove the account', detail: `${id}; its keys are not changed`, run: forget },
    ]
    return actions.filter((one) => one !== false)
  }
  return {
    actions: (entry: KeyEntry | undefined) =>
      openMenu(
        entry?.key?.key.name ?? entry?.account.id ?? 'Keys',
        (offered) => (entry ? actionsFor(entry, offered) : []),
        'No actions here. Press A to add a service account by id.',
      ),
    add: () => openDialog(loadAddDialog, { kind: 'serviceAccounts', what: 'service account' }),
  }
}

const loadAddDialog = async () => (await import('../kit/dialogs/add-id-dialog.tsx')).AddIdDialog
const loadCreateDialog = async () => (await import('./key-dialogs.tsx')).CreateKeyDialog
const loadRevokeDialog = async () => (await import('./key-dialogs.tsx')).RevokeKeyDialog
