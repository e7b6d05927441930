import { useEffect, useMemo } from 'react'
import type { QueryState } from '../../../src/cache/load/query-state.ts'
import { blamePath } from '../../../src/domain/revisions/blame.ts'
import type { Comparison } from '../../../src/domain/risk/compare-settings.ts'
import { filterComparison, pickedParts } from '../../../src/domain/risk/filter-comparison.ts'
import { findingWords } from '../../../src/domain/risk/finding-text.ts'
import { gravestOf } from '../../../src/domain/risk/gravest-findings.ts'
import type { RiskFinding } from '../../../src/domain/risk/revision-risk.ts'
import { type Path, pathKey, pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import { UNKNOWN } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { apart, cutStyled, filled } from '../../../src/ui/layout/columns.ts'
import { Body } from '../../../src/ui/layout/rows.tsx'
import { styledWidth } from '../../../src/ui/layout/styled-width.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { useExports } from '../../kit/exports.ts'
import { rule } from '../../kit/frame.ts'
import { joinPanes } from '../../kit/list-and-detail.ts'
import { usePrivateSalt } from '../../kit/person-name.ts'
import { useReport } from '../../kit/screen-report.ts'
import { useScreenState } from '../../kit/screen-state.ts'
import { useSession } from '../../kit/session.ts'
import { shellWord } from '../../kit/shell-word.ts'
import { failureLines } from '../../kit/states.ts'
import { useRested } from '../../kit/ticks.ts'
import { useDetail } from '../../kit/use-detail.ts'
import { useFilter } from '../../kit/use-filter.ts'
import { useLastRow } from '../../kit/use-last-row.ts'
import { listHandlers } from '../../kit/use-list.ts'
import { nextQuickFilter, patternOf, type QuickFilter, wantedOf } from '../shared/diff-filter.ts'
import { revisionLine } from '../shared/revision-line.ts'
import { verdictText } from '../shared/verdict-text.ts'
import { BLAMED, blameRows, lastChangedText } from './diff-blame.ts'
import { changeDetail } from './diff-detail.ts'
import { changeTexts, diffExports, partOf, patchText } from './diff-exports.ts'
import { diffHead } from './diff-head.ts'
import { diffKeys } from './diff-keys.ts'
import { diffPanes, WIDE } from './diff-panes.ts'
import type { ComparedProps } from './diff-props.ts'
import { pickSides } from './diff-sides.ts'
import type { TextStyle } from './diff-text-rows.ts'
import { isHeading, type TreeRow } from './diff-tree-rows.ts'
import { useDiffSecret } from './use-diff-secret.ts'
import { useDiffText } from './use-diff-text.ts'
import { useDiffTree } from './use-diff-tree.ts'

export type DiffChangesProps = ComparedProps & {
  /** Undefined while it is made. */
  comparison: Comparison | undefined
  /** What brings the comparison, where that is not made here. */
  state: QueryState<Comparison> | undefined
}

type Style = 'tree' | TextStyle
const STYLES: readonly Style[] = ['tree', 'unified', 'split']

/** Rows of the head, the revision line and the divider, and those below text: a rule, where a line stands and who changed it. */
const HEAD = 3
const FOOT = 3
/** Entries of one list in large settings that came and went and are still looked for in older revisions unasked. */
const MOST_BLAMED = 200
/** The lowest body that has room for those. */
const FOOT_FROM = 14

/** A comparison of two revisions: a tree beside its selected change, or text in one column or two. */
export const DiffChanges = (props: DiffChangesProps) => {
  const { width, height, loaded, a, b, before, after, comparison, isLarge } = props
  const { theme } = useSession()
  const { revisions } = loaded
  const isPrivate = usePrivateSalt() !== undefined
  const [style, setStyle] = useScreenState<Style>('style', 'tree')
  const [quick, setQuick] = useScreenState<QuickFilter>('quick', 'all')
  const [isDetail, setIsDetail] = useScreenState('detail alone', false)
  const filter = useFilter()
  const pattern = patternOf(filter.text)
  const shownStyle = style === 'split' && width < WIDE ? 'unified' : style
  const isTree = shownStyle === 'tree'

  const wanted = useMemo(() => wantedOf(pattern, quick), [pattern, quick])
  const shown = useMemo(() => comparison && filterComparison(comparison, wanted), [comparison, wanted])
  const states = props.state ? [loaded.state, props.state] : [loaded.state]
  const failures = props.state ? failureLines([props.state], width, theme) : []
  const room = Math.max(1, height - HEAD - failures.length)
  const split = diffPanes(width, room)
  const sizes = isDetail ? { ...split, listHeight: 1 } : split
  const tree = useDiffTree(shown, { width: sizes.listWidth - 1, height: sizes.listHeight }, theme)
  const footRows = height >= FOOT_FROM ? FOOT : 0
  const textHeight = Math.max(1, room - footRows)
  const picked = useMemo(() => shown && pickedParts(shown, wanted), [shown, wanted])
  // To look through megabytes takes longer than from one key to the next.
  const restedPattern = useRested(pattern)
  const textPattern = isLarge ? restedPattern : pattern
  const text = useDiffText(
    {
      style: isTree || comparison === undefined ? undefined : shownStyle,
      sides: () => pickSides(before?.settings, after?.settings, picked),
      sidesKey: `${before?.revision} ${after?.revision} ${textPattern} ${quick} ${isPrivate}`,
      isLarge,
      width: width - 1,
      height: textHeight,
    },
    theme,
  )
  const [hasBegun, setHasBegun] = useScreenState('begun', false)
  useEffect(() => {
    if (hasBegun || comparison === undefined) return
    setHasBegun(true)
    const first = props.at && tree.rowNear(props.at)
    if (first) tree.select(first)
    if (props.at) text.seek(props.at)
  })
  const list = isTree ? tree.list : text.list
  const listHeight = isTree ? sizes.listHeight : textHeight

  // Of text, the part that the selected line stands in.
  const linePath = isTree ? undefined : text.path
  const row = isTree ? tree.row : linePath && tree.rowOf(linePath)
  const path: Path | undefined = row?.node.path ?? linePath
  const rowKey = path && pathKey(path)
  const restedKey = useRested(rowKey)
  const isRested = restedKey === rowKey
  // To compare parts of megabytes in each revision would hold a frame; b does so when it is asked to.
  const isQuick = !isLarge || (row !== undefined && !isHeading(row) && row.changes.length <= MOST_BLAMED)
  const isBlamed = isRested && isQuick
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the path
  const blame = useMemo(
    () => (isBlamed && path ? blamePath(revisions, path, { isEnd: !loaded.hasMore, limit: BLAMED }) : undefined),
    [isBlamed, rowKey, revisions, loaded.hasMore],
  )
  const secret = useDiffSecret(path, isTree ? row?.id : text.row?.id, before, after)

  const detailWidth = isDetail ? width - 2 : sizes.detailWidth
  const detailHeight = isDetail ? room : sizes.detailHeight
  const about = useMemo(
    () => (isTree && row && detailHeight > 0 ? changeDetail(row, tree.findingsOf(row), detailWidth, theme) : []),
    [isTree, row, tree.findingsOf, detailWidth, detailHeight, theme],
  )
  const detailLines = (): string[] => {
    const [title = '', kind = '', ...rest] = about
    if (about.length === 0) return []
    const last = lastChangedText(blame, detailWidth - styledWidth(kind) - 3)
    return [
      title,
      cutStyled(last === '' ? kind : `${kind}   ${theme.muted(last)}`, detailWidth),
      ...secret.lines(detailWidth, theme),
      ...rest,
      '',
      ...blameRows(blame, detailWidth, theme),
    ]
  }
  const detail = useDetail(row?.id, { lines: detailLines(), found: [] }, detailHeight)

  const { tell, copy } = useLastRow()
  const mark = (nextA: number, nextB: number) => {
    const [old, now] = [revisions[nextA]?.revision, revisions[nextB]?.revision]
    if (old !== undefined && now !== undefined) {
      secret.hide()
      props.setMarks({ a: old, b: now })
    } else if (nextB < 0) tell(`${revisions[0]?.revision ?? UNKNOWN} is the newest revision.`)
    else if (loaded.hasMore) {
      loaded.more()
      tell('Older revisions are being asked for.')
    } else
      tell(`${revisions.at(-1)?.revision ?? UNKNOWN} is the oldest revision${loaded.isWhole ? '' : ' that is known'}.`)
  }
  const isWidened = (one: TreeRow): boolean => gravestOf(tree.findingsOf(one))?.verdict === 'widened'
  const find = (step: 1 | -1, widenedOnly: boolean) => () => {
    const found = isTree
      ? tree.find(step, (one) => !widenedOnly || isWidened(one))
      : text.find(step, (at) => {
          const one = widenedOnly ? tree.rowOf(at) : undefined
          return !widenedOnly || (one !== undefined && isWidened(one))
        })
    if (found) return
    const where = step > 0 ? 'below' : 'above'
    tell(widenedOnly ? `No change ${where} widened anything.` : `There is no change ${where} this one.`)
  }
  const cycleStyle = () => {
    const next = STYLES[(STYLES.indexOf(style) + 1) % STYLES.length] ?? 'tree'
    setStyle(next)
    setIsDetail(false)
    // What is selected stays so, as far as the other style has it.
    if (next !== 'tree') text.seek(path ?? [])
    else if (row) tree.select(row)
    if (next === 'split' && width < WIDE)
      tell(`Side by side needs ${WIDE} columns, here are ${width}: unified is shown.`)
  }
  const view = isTree ? tree : text
  const exportHandlers = useExports(() => shown && diffExports({ before, after, comparison, shown, picked, isTree }))
  const hints = filter.fieldKeys ?? diffKeys
  useKeys(diffKeys, {
    ...listHandlers(list, listHeight, isTree ? tree.length : text.length),
    ...exportHandlers,
    olderA: () => mark(a + 1, b),
    // The marks never meet: the one that is moved pushes the other on.
    newerA: () => (a - 1 > b ? mark(a - 1, b) : mark(a - 1, b - 1)),
    olderB: () => (b + 1 < a ? mark(a, b + 1) : mark(a + 1, b + 1)),
    newerB: () => mark(a, b - 1),
    nextChange: find(1, false),
    lastChange: find(-1, false),
    nextWidened: find(1, true),
    lastWidened: find(-1, true),
    blame: () => (path ? props.showBlame(path) : tell('Nothing is selected that somebody could have changed.')),
    settings: () => after?.revision !== undefined && props.showSettings(after.revision, path),
    style: cycleStyle,
    quick: () => {
      const next = nextQuickFilter(quick)
      setQuick(next)
      tell(next === 'all' ? 'All changes.' : `Only changes that are ${next}: f shows others.`)
    },
    filter: filter.open,
    reveal: secret.toggle,
    fold: view.fold,
    unfold: view.unfold,
    foldOrUnfold: view.foldOrUnfold,
    foldAll: view.foldAll,
    unfoldAll: view.unfoldAll,
    scrollDown: detail.scrollDown,
    scrollUp: detail.scrollUp,
    detail: () => (isTree ? setIsDetail(!isDetail) : tell('Text has no detail: zs shows the tree, which has one.')),
    copyRow: () => {
      if (!row || !shown) return tell('Nothing is selected.')
      copy(changeTexts(partOf(shown, row)).trimEnd(), 'the change.')
    },
    copyPath: () => path && copy(safeText(pathText(path)), 'the path.'),
    copyAll: () => shown && copy(changeTexts(shown), 'the changes.'),
    copyPatch: () => copy(patchText(before, after), 'the changes as JSON Patch, without secrets.'),
    leave: () => {
      setQuick('all')
      props.leave()
    },
  })
  useReport('controls', {
    crumbs: [`${before?.revision ?? UNKNOWN} to ${after?.revision ?? UNKNOWN}`],
    command: [
      `controls diff ${before?.revision} ${after?.revision}`,
      ...(pattern === '' ? [] : [`--path ${shellWord(pattern)}`]),
      ...(quick === 'all' ? [] : [`--verdict ${quick}`]),
      ...(isTree ? [] : [`--style ${shownStyle}`]),
      ...(isPrivate ? ['--pseudonyms'] : []),
    ].join(' '),
    fieldKeys: hints,
    states,
  })

  const marks = useMemo(() => {
    const numbers = revisions.map(({ revision }) => revision)
    const help = width < WIDE ? '' : theme.muted('( ) move A   < > move B ')
    return apart(revisionLine(numbers, a, b, width - styledWidth(help), theme), help, width)
  }, [revisions, a, b, width, theme])
  const head = useMemo(
    () => diffHead(before, after, comparison, width, theme),
    [before, after, comparison, width, theme],
  )
  const [count, total] = [shown?.changes.length ?? 0, comparison?.changes.length ?? 0]
  const divider =
    filter.isActive || quick === 'all'
      ? filter.divider(count, total, width, theme)
      : ` ${theme.accent('f')} ${quick}  ${theme.muted(`${count} of ${total} changes, f shows others`)}`
  const words = emptyWords(comparison, shown, failures.length > 0, text.isMaking, quick)
  const empty = words === undefined ? undefined : [` ${theme.muted(words)}`]
  const body = (): string[] => {
    if (empty) return filled(empty, room)
    if (!isTree) return [...filled(text.lines(), textHeight), ...foot()]
    if (isDetail)
      return filled(
        detail.shown.map((line) => ` ${line}`),
        room,
      )
    if (sizes.detailHeight === 0) return filled(tree.lines(), room)
    return joinPanes(tree.lines(), detail.shown, detail.hidden, width, sizes, theme)
  }
  const foot = (): string[] => {
    if (footRows === 0) return []
    const findings = row ? tree.findingsOf(row) : []
    const last = lastChangedText(blame, width)
    const second = [secret.line(theme), ...(last === '' ? [] : [theme.muted(last)])].filter(Boolean).join('   ')
    return [rule(width, theme), ` ${footTitle(path, findings, theme)}`, ` ${second}`]
  }
  const lines = [head, marks, divider, ...failures, ...body()]
  return <Body lines={lines.map((line) => cutStyled(line, width))} height={height} />
}

const footTitle = (path: Path | undefined, findings: readonly RiskFinding[], theme: Theme): string => {
  if (!path) return ''
  const gravest = gravestOf(findings)
  const title = theme.strong(safeText(pathText(path)))
  if (!gravest) return title
  const said = `${findingWords(gravest)} (rule ${gravest.rule})`
  return `${title}   ${verdictText(gravest.verdict, theme)} ${theme.muted(said)}`
}

const emptyWords = (
  comparison: Comparison | undefined,
  shown: Comparison | undefined,
  isFailed: boolean,
  isMaking: boolean,
  quick: QuickFilter,
): string | undefined => {
  if (!comparison || !shown) return isFailed ? '' : 'comparing…'
  if (comparison.changes.length === 0) return 'These two revisions do not differ.'
  if (shown.changes.length === 0) {
    return quick === 'all' ? 'No change matches: Esc shows all.' : `No change here is ${quick}: f shows others.`
  }
  return isMaking ? 'laying both over each other…' : undefined
}
