import { revisionName } from '../../../src/domain/revisions/revision-brief.ts'
import { pickedOf } from '../../../src/domain/risk/change-filter.ts'
import { changeLines, changeText } from '../../../src/domain/risk/change-lines.ts'
import { changesMarkdown } from '../../../src/domain/risk/change-report.ts'
import type { Comparison } from '../../../src/domain/risk/compare-settings.ts'
import { worstOf } from '../../../src/domain/risk/risk-verdict.ts'
import { jsonPatchText } from '../../../src/domain/settings-diff/json-patch.ts'
import { pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import { unifiedText } from '../../../src/domain/settings-diff/unified-text.ts'
import { UNKNOWN } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { type Exports, useExports } from '../../kit/export/exports.ts'
import { listHandlers, nextIn } from '../../kit/list/use-list.ts'
import { useLastRow } from '../../kit/session/use-last-row.ts'
import { diffKeys, QUICK_FILTERS } from '../shared/controls-keys.ts'
import { DIFF_STYLES } from '../shared/controls-state.ts'
import type { Revision } from '../shared/use-revisions.ts'
import { type DiffProps, WIDE } from './diff-panes.ts'
import type { TreeRow } from './diff-tree-rows.ts'
import type { DiffPart } from './use-diff-part.ts'
import type { ShownDiff } from './use-shown-diff.ts'

export const useDiffKeys = (diff: ShownDiff, { secret, getDetail }: DiffPart, props: DiffProps): void => {
  const { a, b, before, after, width } = props
  const { tree, text, isTree, style, getPart, wanted } = diff
  const { shown, quick, filter } = wanted
  const { showNotice, copy } = useLastRow()
  const mark = useMarks(props)
  const find = (step: 1 | -1, loosenedOnly: boolean) => () => {
    const found = isTree
      ? tree.find(step, (one) => !loosenedOnly || isLoosened(one, diff))
      : text.find(step, (at) => !loosenedOnly || isLoosened(tree.rowOf(at), diff))
    if (found) return
    const where = step > 0 ? 'below' : 'above'
    showNotice(loosenedOnly ? `No change ${where} loosened anything.` : `No change ${where} this one.`)
  }
  const { fold, unfold, foldOrUnfold, foldAll, unfoldAll, list, length } = isTree ? tree : text
  useKeys(diffKeys, {
    ...listHandlers(list, diff.listHeight, length),
    ...useExports(() => shown && diffExports(diff, props, shown)),
    olderA: () => mark(a + 1, b),
    // A is always older than B: a mark that would reach the other one pushes it along.
    newerA: () => (a - 1 > b ? mark(a - 1, b) : mark(a - 1, b - 1)),
    olderB: () => (b + 1 < a ? mark(a, b + 1) : mark(a + 1, b + 1)),
    newerB: () => mark(a, b - 1),
    nextChange: find(1, false),
    previousChange: find(-1, false),
    nextLoosened: find(1, true),
    previousLoosened: find(-1, true),
    blame: () => {
      const { path } = getPart()
      return path ? props.showBlame(path) : showNotice('Select a setting first.')
    },
    settings: () =>
      after?.revision === undefined ? 'Revision B is not loaded.' : props.showSettings(after.revision, getPart().path),
    style: () => {
      const next = nextIn(DIFF_STYLES, style)
      const { row, path } = getPart()
      diff.setStyle(next)
      diff.setIsDetail(false)
      // Keep the same part selected in the new style.
      if (next !== 'tree') text.seek(path ?? [])
      else if (row) tree.select(row)
      if (next === 'split' && width < WIDE) showNotice(`Side by side needs ${WIDE} columns: showing unified.`)
    },
    quick: () => {
      const next = nextIn(QUICK_FILTERS, quick)
      wanted.setQuick(next)
      showNotice(next === 'all' ? 'Showing all changes.' : `Showing only ${next} changes. Press f to show others.`)
    },
    filter: filter.open,
    reveal: secret.toggle,
    fold,
    unfold,
    foldOrUnfold,
    foldAll,
    unfoldAll,
    scrollDown: () => getDetail().scrollDown(),
    scrollUp: () => getDetail().scrollUp(),
    detail: () =>
      isTree ? diff.setIsDetail(!diff.isDetail) : showNotice('The text view has no details: zs shows the tree.'),
    copyRow: () => {
      const { row } = getPart()
      return row && shown
        ? copy(changeTexts(partOf(shown, row)).trimEnd(), 'the change.', 'text')
        : showNotice('Nothing is selected.')
    },
    copyPath: () => {
      const { path } = getPart()
      copy(path && safeText(pathText(path)), 'the path.')
    },
    copyAll: () => copy(shown && changeTexts(shown), 'the changes.', 'text'),
    copyPatch: () => copy(patchText(before, after), 'the changes as JSON Patch, without secrets.', 'text'),
  })
}

const isLoosened = (row: TreeRow | undefined, { tree }: ShownDiff): boolean =>
  row !== undefined && worstOf(tree.findingsOf(row))?.verdict === 'loosened'

/** Moves the marks A and B to two indexes of the history, or shows why they cannot move. */
const useMarks = ({ loaded, setMarks }: DiffProps) => {
  const { showNotice } = useLastRow()
  const { revisions } = loaded
  return (a: number, b: number): void => {
    const [old, now] = [revisions[a]?.revision, revisions[b]?.revision]
    if (old !== undefined && now !== undefined) setMarks({ a: old, b: now })
    else if (b < 0) showNotice(`${revisions[0]?.revision ?? UNKNOWN} is the newest revision.`)
    else if (loaded.hasMore) {
      loaded.more()
      showNotice('Loading older revisions.')
    } else
      showNotice(`${revisions.at(-1)?.revision ?? UNKNOWN} is the oldest ${loaded.isWhole ? '' : 'known '}revision.`)
  }
}

/** Exports of the filtered changes. JSON Patch has all changes, because a partial patch would not apply. */
const diffExports = (
  { isTree, wanted: { picked } }: ShownDiff,
  { before, after, comparison }: DiffProps,
  shown: Comparison,
): Exports => {
  const names = { before: `${before?.revision ?? UNKNOWN}`, after: `${after?.revision ?? UNKNOWN}` }
  const text = (): string => unifiedText(pickedOf(before?.settings, picked), pickedOf(after?.settings, picked), names)
  return {
    name: `controls-${names.before}-${names.after}`,
    shown: isTree ? 'markdown' : 'unified',
    formats: [
      {
        id: 'markdown',
        title: 'Markdown',
        extension: 'md',
        text: () => changesMarkdown(shown, { before: revisionName(before ?? {}), after: revisionName(after ?? {}) }),
      },
      {
        id: 'json-patch',
        title: shown === comparison ? 'JSON Patch' : 'JSON Patch, all changes',
        extension: 'json',
        text: () => `${patchText(before, after)}\n`,
      },
      { id: 'unified', title: 'unified text', extension: 'diff', text },
    ],
  }
}

/** All changes between the two revisions as JSON Patch, without secrets. */
const patchText = (before: Revision = {}, after: Revision = {}): string =>
  jsonPatchText(before.settings ?? {}, after.settings ?? {})

/** One line per change. */
const changeTexts = (comparison: Comparison): string =>
  changeLines(comparison)
    .map((line) => `${changeText(line)}\n`)
    .join('')

/** The changes of a row and of everything below it. */
const partOf = ({ changes, findings }: Comparison, { node, changes: own }: TreeRow): Comparison => {
  if (own.length > 0) return { changes: [...own], findings }
  const below = new Set(ownChanges(node))
  return { changes: changes.filter((change) => below.has(change)), findings }
}

const ownChanges = (node: TreeRow['node']): TreeRow['changes'] => [
  ...node.changes,
  ...node.children.flatMap((child) => ownChanges(child)),
]
