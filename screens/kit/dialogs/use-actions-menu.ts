import { shownOf } from '../../../src/cache/load/query-state.ts'
import { useQuery } from '../query/use-query.ts'
import { useSessionState } from '../session/session.ts'
import { useLastRow } from '../session/use-last-row.ts'
import type { ActionsOf } from './offered-actions-dialog.tsx'
import { useOpenDialog, useQueries } from './use-change.ts'

/** Opens the menu of actions. `canWrite` is false if the session is read-only or offline. */
export const useActionsMenu = () => {
  const openDialog = useOpenDialog()
  const queriesOf = useQueries()
  const isReadOnly = useSessionState('isReadOnly')
  const offered = shownOf(useQuery('extensions', {}))?.data
  const { showNotice } = useLastRow()
  const isOffline = queriesOf()?.isOffline === true
  return {
    canWrite: !isReadOnly && !isOffline,
    /** `otherwise` is the notice if there are no actions although writing is possible. */
    openMenu(title: string, actionsOf: ActionsOf, otherwise: string): void {
      if (actionsOf(offered ?? []).length > 0) openDialog(loadOfferedActionsDialog, { title, actionsOf })
      else if (isReadOnly) showNotice('Read-only: nothing can be changed.')
      else showNotice(isOffline ? 'Offline: nothing can be changed.' : otherwise)
    },
  }
}

const loadOfferedActionsDialog = async () => (await import('./offered-actions-dialog.tsx')).OfferedActionsDialog
