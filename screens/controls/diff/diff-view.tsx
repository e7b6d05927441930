import { useMemo } from 'react'
import { type QueryState, shownOf } from '../../../src/cache/load/query-state.ts'
import { type Comparison, compareSettings } from '../../../src/domain/risk/compare-settings.ts'
import { UNKNOWN } from '../../../src/domain/text/format.ts'
import { cutStyled, near } from '../../../src/ui/layout/columns.ts'
import { styledWidth } from '../../../src/ui/layout/styled-width.ts'
import { shellWord } from '../../kit/export/command-options.ts'
import { ListBody } from '../../kit/list/list-body.tsx'
import { useQuery } from '../../kit/query/use-query.ts'
import { useReport } from '../../kit/screen/screen-report.ts'
import { usePrivateSalt } from '../../kit/session/person-name.ts'
import { useSession } from '../../kit/session/session.ts'
import { isLargeValue } from '../../kit/tree/value-text.ts'
import { diffKeys } from '../shared/controls-keys.ts'
import { revisionLine } from '../shared/revision-line.ts'
import { diffBody, diffDivider, diffHead } from './diff-body.ts'
import { type ComparedProps, type DiffChangesProps, type DiffViewProps, WIDE } from './diff-panes.ts'
import { useDiffKeys } from './use-diff-keys.ts'
import { useDiffPart } from './use-diff-part.ts'
import { type ShownDiff, useShownDiff } from './use-shown-diff.ts'

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

/** A comparison of two revisions: a tree beside its selected change, or text in one column or two. */
const DiffChanges = (props: DiffChangesProps) => {
  const { width, height, loaded, a, b, before, after, comparison, state } = props
  const { theme } = useSession()
  const { revisions } = loaded
  const isPrivate = usePrivateSalt() !== undefined
  const diff = useShownDiff(props)
  const part = useDiffPart(diff, props)
  useDiffKeys(diff, part, props)
  useReport('controls', {
    crumbs: [`${before?.revision ?? UNKNOWN} to ${after?.revision ?? UNKNOWN}`],
    enter: () => (after?.revision === undefined ? undefined : `settings ${after.revision}`),
    command: commandOf(diff, props, isPrivate),
    fieldKeys: diff.wanted.filter.fieldKeys ?? diffKeys,
    states: state ? [loaded.state, state] : [loaded.state],
  })
  const head = useMemo(
    () => diffHead(before, after, comparison, width, theme),
    [before, after, comparison, width, theme],
  )
  const marks = useMemo(() => {
    const help = width < WIDE ? '' : theme.muted('( ) move A   < > move B ')
    // The first row has named both, and the list of revisions has the others.
    if (theme.isLinear) return help
    return near(revisionLine(revisions, a, b, width - styledWidth(help), theme), help, width)
  }, [revisions, a, b, width, theme])
  const above = [head, marks, diffDivider(diff.wanted, comparison, width, theme), ...diff.failures]
  const lines = () =>
    [...above, ...diffBody(diff, part, comparison, width, theme)].map((line) => cutStyled(line, width))
  return <ListBody list={diff.list} height={height} lines={lines} />
}

/** The headless command that prints what is shown. */
const commandOf = (
  { wanted: { pattern, option, quick }, isTree, shownStyle }: ShownDiff,
  { before, after }: DiffChangesProps,
  isPrivate: boolean,
): string =>
  [
    `controls diff ${before?.revision} ${after?.revision}`,
    ...(pattern === '' ? [] : [`--path ${shellWord(pattern)}`]),
    ...(quick === 'all' ? [] : [`--verdict ${quick}`]),
    ...(option === '' ? [] : [option.trim()]),
    ...(isTree ? [] : [`--style ${shownStyle}`]),
    ...(isPrivate ? ['--pseudonyms'] : []),
  ].join(' ')
