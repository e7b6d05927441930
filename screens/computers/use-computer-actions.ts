import type { ExtensionName } from '../../src/contract/extensions.ts'
import type { RowAction } from '../kit/dialogs/actions-dialog.tsx'
import { useActionsMenu, useCanWrite } from '../kit/dialogs/use-actions-menu.ts'
import { useOpenDialog, useRemoveId } from '../kit/dialogs/use-change.ts'
import { useLastRow } from '../kit/session/use-last-row.ts'
import type { ComputerEntry } from './computer-columns.ts'

type ActionOptions = {
  entries: readonly ComputerEntry[]
  /** Whether the server lists all computers. */
  isListed: boolean
  getSelected: () => ComputerEntry | undefined
  /** Selects a computer after it is created. */
  select: (id: string) => void
}

/** Whether the server supports an extension. */
type HasExtension = (name: ExtensionName) => boolean

/** The actions on computers. All but the removal of an id open a dialog. */
export const useComputerActions = ({ entries, isListed, getSelected, select }: ActionOptions) => {
  const openDialog = useOpenDialog()
  const forgetId = useRemoveId()
  const canWrite = useCanWrite()
  const { showNotice } = useLastRow()

  const canReadWith = (has: HasExtension): boolean => has('computer') || has('computers')
  const create = (has: HasExtension): RowAction => ({
    key: 'n',
    label: 'create a computer',
    run: () =>
      openDialog(loadCreateDialog, {
        canRead: canReadWith(has),
        providers: [...new Set(entries.flatMap(({ computer }) => computer?.providerType ?? []))].filter(
          (provider) => provider !== 'byom',
        ),
        onCreated: select,
      }),
  })
  const actionsFor = ({ row, name, computer }: ComputerEntry, has: HasExtension): RowAction[] => {
    const props = { id: row.id, name, computer, canRead: canReadWith(has) }
    const changes: (RowAction | false)[] = [
      { key: 'e', label: 'edit', detail: 'name, host id, remote user', run: () => openDialog(loadEditDialog, props) },
      { key: 'i', label: 'reinstall dependencies', run: () => openDialog(loadInstallDialog, props) },
      has('restartComputer') && { key: 'r', label: 'restart', run: () => openDialog(loadRestartDialog, props) },
      has('deleteComputer') && { key: 'd', label: 'delete', run: () => openDialog(loadDeleteDialog, props) },
    ]
    const forget: RowAction = {
      key: 'f',
      label: 'remove the id',
      detail: 'the computer itself is not changed',
      run: () => forgetId('computers', row.id, '. Press A to add it again.'),
    }
    return [...(canWrite ? changes.filter((one) => one !== false) : []), ...(isListed ? [] : [forget])]
  }
  const openMenu = useActionsMenu(() => {
    const entry = getSelected()
    return {
      title: entry?.name ?? 'Computers',
      actionsOf: (offered) => {
        const has: HasExtension = (name) => offered.includes(name)
        return [...(entry ? actionsFor(entry, has) : []), ...(canWrite && has('createComputer') ? [create(has)] : [])]
      },
      otherwise: 'No actions here. Press A to add a computer by id.',
    }
  })
  return {
    actions: openMenu,
    add: () => {
      if (isListed) showNotice('The server lists all computers, so there is no id to add.')
      else openDialog(loadAddDialog, { kind: 'computers', what: 'computer' })
    },
  }
}

const loadAddDialog = async () => (await import('../kit/dialogs/add-id-dialog.tsx')).AddIdDialog
const loadEditDialog = async () => (await import('./dialogs/computer-dialogs.tsx')).EditComputerDialog
const loadInstallDialog = async () => (await import('./dialogs/install-dialog.tsx')).InstallDialog
const loadRestartDialog = async () => (await import('./dialogs/computer-dialogs.tsx')).RestartComputerDialog
const loadDeleteDialog = async () => (await import('./dialogs/computer-dialogs.tsx')).DeleteComputerDialog
const loadCreateDialog = async () => (await import('./dialogs/computer-dialogs.tsx')).CreateComputerDialog
