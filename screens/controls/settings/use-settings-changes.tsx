import { useEffect, useMemo, useState } from 'react'
import { shownOf } from '../../../src/cache/load/query-state.ts'
import { type Comparison, compareSettings } from '../../../src/domain/risk/compare-settings.ts'
import { useQuery } from '../../kit/query/use-query.ts'
import { isLargeValue } from '../../kit/tree/value-size.ts'
import type { Revision } from '../shared/use-revisions.ts'
import { type SettingsChanges, settingsChanges } from './settings-changes.ts'

/**
 * What a revision changed in the one before; undefined while that is not known. Large settings are compared elsewhere:
 * `watcher` waits for that and has to be rendered.
 */
export const useSettingsChanges = (
  before: Revision | undefined,
  after: Revision,
): { changes: SettingsChanges | undefined; watcher: React.ReactNode } => {
  const isLarge = isLargeValue(before?.settings) || isLargeValue(after.settings)
  const [brought, setBrought] = useState<{ of: Revision; comparison: Comparison }>()
  const comparison = useMemo(
    () => (before === undefined || isLarge ? undefined : compareSettings(before.settings, after.settings)),
    [before, after, isLarge],
  )
  const known = isLarge && brought?.of === after ? brought.comparison : comparison
  const changes = useMemo(() => known && settingsChanges(known), [known])
  const [from, to] = [before?.revision, after.revision]
  const isAsked = isLarge && from !== undefined && to !== undefined
  return {
    changes,
    watcher: isAsked && (
      <Watcher before={from} after={to} bring={(comparison) => setBrought({ of: after, comparison })} />
    ),
  }
}

type WatcherProps = { before: number; after: number; bring: (comparison: Comparison) => void }

const Watcher = ({ before, after, bring }: WatcherProps) => {
  const state = useQuery('comparison', { before, after })
  const comparison = shownOf(state)?.data
  // biome-ignore lint/correctness/useExhaustiveDependencies: each comparison is brought once
  useEffect(() => {
    if (comparison) bring(comparison)
  }, [comparison])
  return null
}
