import { useMemo } from 'react'
import { type QueryState, shownOf } from '../../../src/cache/load/query-state.ts'
import { type Comparison, compareSettings } from '../../../src/domain/risk/compare-settings.ts'
import { useQuery } from '../../kit/query/use-query.ts'
import { usePrivateSalt } from '../../kit/session/person-name.ts'
import { isLargeValue } from '../../kit/tree/value-size.ts'
import { DiffChanges } from './diff-changes.tsx'
import type { ComparedProps, DiffViewProps } from './diff-props.ts'

/** What differs between two revisions of the settings. */
export const DiffView = (props: DiffViewProps) => {
  const isPrivate = usePrivateSalt() !== undefined
  const [before, after] = [props.loaded.revisions[props.a], props.loaded.revisions[props.b]]
  const isLarge = isLargeValue(before?.settings) || isLargeValue(after?.settings)
  // Pseudonyms are not known where large settings are compared.
  if (!isLarge || isPrivate || before?.revision === undefined || after?.revision === undefined) {
    return <ComparedHere {...props} before={before} after={after} isLarge={isLarge} />
  }
  return (
    <ComparedElsewhere
      {...props}
      before={before}
      after={after}
      numbers={{ before: before.revision, after: after.revision }}
    />
  )
}

const ComparedHere = (props: ComparedProps) => {
  const { before, after } = props
  const comparison = useMemo(() => compareSettings(before?.settings, after?.settings), [before, after])
  return <DiffChanges {...props} comparison={comparison} state={undefined} />
}

type ElsewhereProps = Omit<ComparedProps, 'isLarge'> & { numbers: { before: number; after: number } }

const ComparedElsewhere = ({ numbers, ...props }: ElsewhereProps) => {
  const state: QueryState<Comparison> = useQuery('comparison', numbers)
  return <DiffChanges {...props} isLarge comparison={shownOf(state)?.data} state={state} />
}
