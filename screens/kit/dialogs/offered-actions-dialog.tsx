import { useMemo } from 'react'
import { shownOf } from '../../../src/cache/load/query-state.ts'
import type { ExtensionName } from '../../../src/contract/extensions.ts'
import { useQuery } from '../query/use-query.ts'
import { ActionsDialog, type RowAction } from './actions-dialog.tsx'

/** What can be done where the server has these extensions beyond the endpoints that all have. */
export type ActionsOf = (offered: readonly ExtensionName[]) => readonly RowAction[]

/** What can be done with a row of what the server keeps. Until it is known what the server has, that is what needs none of it. */
export const OfferedActionsDialog = ({ title, actionsOf }: { title: string; actionsOf: ActionsOf }) => {
  const offered = shownOf(useQuery('extensions', {}))?.data
  const actions = useMemo(() => actionsOf(offered ?? []), [actionsOf, offered])
  return <ActionsDialog title={title} actions={actions} />
}
