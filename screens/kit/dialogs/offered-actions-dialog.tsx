import { useMemo } from 'react'
import { shownOf } from '../../../src/cache/load/query-state.ts'
import type { ExtensionName } from '../../../src/contract/extensions.ts'
import { useQuery } from '../query/use-query.ts'
import { ActionsDialog, type RowAction } from './actions-dialog.tsx'

/** Returns the actions that are possible with these extensions of the server. */
export type ActionsOf = (offered: readonly ExtensionName[]) => readonly RowAction[]

/** Asks which action to run on a row of server data. Until extensions are loaded, lists only actions that need none. */
export const OfferedActionsDialog = ({ title, actionsOf }: { title: string; actionsOf: ActionsOf }) => {
  const offered = shownOf(useQuery('extensions', {}))?.data
  const actions = useMemo(() => actionsOf(offered ?? []), [actionsOf, offered])
  return <ActionsDialog title={title} actions={actions} />
}
