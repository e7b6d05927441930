import { useEffect } from 'react'
import { usePrivateSalt } from '../../kit/session/person-name.ts'
import { useLastRow } from '../../kit/session/use-last-row.ts'
import type { ValueTree } from '../../kit/tree/use-value-tree.ts'
import { pathOf } from '../../kit/tree/value-tree.ts'
import { isSecret } from '../shared/is-secret.ts'
import { NO_SECRET, SECRET_IN_PRIVATE } from '../shared/secret-text.ts'
import { useReveal } from '../shared/use-reveal.ts'
import type { Revision } from '../shared/use-revisions.ts'

/** The secret of the selected row, shown for 15 seconds after `toggle`. */
export const useSettingsSecret = (revision: Revision, tree: ValueTree) => {
  const { tell } = useLastRow()
  const isPrivate = usePrivateSalt() !== undefined
  const { shown, isLoading, reveal, hide } = useReveal(() => tree.row?.key ?? '', tree.list)
  // Names of people come and go with the values, and a refresh may bring other ones.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was revealed is of these settings
  useEffect(() => hide, [revision, hide])
  return {
    shown,
    isLoading,
    toggle: () => {
      if (shown || isLoading) return hide()
      const { row } = tree
      if (!row || !isSecret(row)) return tell(NO_SECRET)
      if (isPrivate) return tell(SECRET_IN_PRIVATE)
      if (revision.revision === undefined) return tell('This revision has no number to ask for it by.')
      reveal(revision.revision, pathOf(row), row.key)
    },
  }
}
