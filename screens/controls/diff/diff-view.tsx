import { useMemo } from 'react'
import { cutStyled, justify } from '../../../src/ui/layout/columns.ts'
import { styledWidth } from '../../../src/ui/layout/styled-width.ts'
import { shellWord } from '../../kit/export/command-options.ts'
import { ListBody } from '../../kit/list/list-body.tsx'
import { backHint } from '../../kit/list/list-screen-keys.ts'
import { detailLevel, useReport } from '../../kit/screen/screen-report.ts'
import { usePrivateSalt } from '../../kit/session/person-name.ts'
import { useSession } from '../../kit/session/session.ts'
import { diffKeys } from '../shared/controls-keys.ts'
import { revisionLine } from '../shared/revision-line.ts'
import { type Compared, useComparison } from '../shared/use-comparison.ts'
import { diffBody, diffDivider, diffHead } from './diff-body.ts'
import { type DiffViewProps, WIDE } from './diff-panes.ts'
import { useDiffKeys } from './use-diff-keys.ts'
import { useDiffPart } from './use-diff-part.ts'
import { type ShownDiff, useShownDiff } from './use-shown-diff.ts'

/** The differences between two revisions: a tree with its detail, or text in one or two columns. */
export const DiffView = (view: DiffViewProps) => {
  const { width, height, loaded, a, b } = view
  const { revisions } = loaded
  const compared = useComparison(revisions[a], revisions[b])
  const { before, after, comparison, state } = compared
  const props = { ...view, ...compared }
  const { theme } = useSession()
  const isPrivate = usePrivateSalt() !== undefined
  const diff = useShownDiff(props)
  const part = useDiffPart(diff, props)
  useDiffKeys(diff, part, props)
  useReport('controls', {
    levels: diff.isDetail ? [...view.levels, detailLevel(diff.setIsDetail)] : view.levels,
    enter: () => (after?.revision === undefined ? undefined : `settings ${after.revision}`),
    command: commandOf(diff, compared, isPrivate),
    fieldKeys: diff.wanted.filter.fieldKeys ?? hinted,
    states: state ? [loaded.state, state] : [loaded.state],
  })
  const head = useMemo(
    () => diffHead(before, after, comparison, width, theme),
    [before, after, comparison, width, theme],
  )
  const marks = useMemo(() => {
    const help = width < WIDE ? '' : theme.muted('( ) move A   < > move B ')
    // In linear mode, for screen readers, the head already names both revisions.
    if (theme.isLinear) return help
    return justify(revisionLine(revisions, a, b, width - styledWidth(help), theme), help, width)
  }, [revisions, a, b, width, theme])
  const above = [head, marks, diffDivider(diff.wanted, comparison, width, theme), ...diff.failures]
  const lines = () =>
    [...above, ...diffBody(diff, part, comparison, width, theme)].map((line) => cutStyled(line, width))
  return <ListBody list={diff.list} height={height} lines={lines} />
}

const hinted = [...diffKeys, backHint]

/** The headless command that prints the same changes. */
const commandOf = (
  { wanted: { pattern, option, quick }, isTree, shownStyle }: ShownDiff,
  { before, after }: Compared,
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
