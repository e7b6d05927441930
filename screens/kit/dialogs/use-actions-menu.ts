import { shownOf } from '../../../src/cache/load/query-state.ts'
import type { ExtensionName } from '../../../src/contract/extensions.ts'
import { useOffer } from '../offers/view-offers.ts'
import { useQuery } from '../query/use-query.ts'
import { useSessionState } from '../session/session.ts'
import { useLastRow } from '../session/use-last-row.ts'
import type { ActionsOf } from './offered-actions-dialog.tsx'
import { useOpenDialog, useQueries } from './use-change.ts'

/** The actions of the selected row. `otherwise` is the notice if there are none although writing is possible. */
type ActionsMenu = { title: string; actionsOf: ActionsOf; otherwise: string }

/** Whether the session can change something: it is neither read-only nor offline. */
export const useCanWrite = (): boolean => {
  const isOffline = useQueries()()?.isOffline === true
  return !useSessionState('isReadOnly') && !isOffline
}

/** Returns a function that opens the menu of actions, which the palette offers too. */
export const useActionsMenu = (menu: () => ActionsMenu) => {
  const openDialog = useOpenDialog()
  const queriesOf = useQueries()
  const isReadOnly = useSessionState('isReadOnly')
  const offered = shownOf(useQuery('extensions', {}))?.data ?? none
  const { showNotice } = useLastRow()
  useOffer({
    rowActions: () => {
      const { title, actionsOf } = menu()
      return { title, actions: actionsOf(offered) }
    },
  })
  return (): void => {
    const { title, actionsOf, otherwise } = menu()
    if (actionsOf(offered).length > 0) openDialog(loadOfferedActionsDialog, { title, actionsOf })
    else if (isReadOnly) showNotice('Read-only: nothing can be changed.')
    else showNotice(queriesOf()?.isOffline === true ? 'Offline: nothing can be changed.' : otherwise)
  }
}

const none: readonly ExtensionName[] = []
const loadOfferedActionsDialog = async () => (await import('./offered-actions-dialog.tsx')).OfferedActionsDialog
