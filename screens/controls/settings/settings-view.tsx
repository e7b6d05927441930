import { patternOf } from '../../../src/domain/settings-diff/path-glob.ts'
import type { Path } from '../../../src/domain/settings-diff/setting-path.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { cutStyled, filled } from '../../../src/ui/layout/columns.ts'
import { useExports } from '../../kit/export/exports.ts'
import { PATH_FILTER, useFilter } from '../../kit/filter/use-filter.ts'
import { ListBody } from '../../kit/list/list-body.tsx'
import { backHint } from '../../kit/list/list-screen-keys.ts'
import { NO_ROW } from '../../kit/list/use-list.ts'
import { rule } from '../../kit/screen/frame.ts'
import type { ScreenProps } from '../../kit/screen/screen.ts'
import { type Level, useReport } from '../../kit/screen/screen-report.ts'
import { usePrivateSalt } from '../../kit/session/person-name.ts'
import { useSession } from '../../kit/session/session.ts'
import { useLastRow } from '../../kit/session/use-last-row.ts'
import { type TreeRows, useTreeRows } from '../../kit/tree/use-tree-rows.ts'
import { useValueTree, type ValueTree } from '../../kit/tree/use-value-tree.ts'
import { pathOf, type ValueNode } from '../../kit/tree/value-tree.ts'
import { settingsKeys } from '../shared/controls-keys.ts'
import { settingsState } from '../shared/controls-state.ts'
import { isSecret, useReveal } from '../shared/use-reveal.ts'
import { type LoadedRevisions, type Revision, settingsJson } from '../shared/use-revisions.ts'
import { changeSign, emptySettings, secretLines, settingsFoot, settingsHead } from './settings-text.ts'
import { type SettingsChanges, useSettingsChanges } from './use-settings-changes.ts'

type SettingsViewProps = Pick<ScreenProps, 'width' | 'height'> & {
  loaded: LoadedRevisions
  revision: Revision
  /** Path of the row to select first. @default the first row */
  at?: Path | undefined
  /** Shows the revisions that changed a path. */
  showBlame: (path: Path) => void
  /** The open levels, up to this view. */
  levels: readonly Level[]
}

/** Rows of the head and its divider. */
const HEAD = 2
/** Rows of the footer. */
const FOOT = 4
/** Minimum height of the body at which the footer is shown. */
const MIN_HEIGHT_FOR_FOOT = 14

/** The whole settings of a revision as a folding tree. */
export const SettingsView = (props: SettingsViewProps) => {
  const { width, height, loaded, revision, at } = props
  const { theme } = useSession()
  const isPrivate = usePrivateSalt() !== undefined
  const place = loaded.revisions.indexOf(revision)
  const before = place < 0 ? undefined : loaded.revisions[place + 1]
  const changes = useSettingsChanges(before, revision)
  const filter = useFilter(settingsState.filter, { placeholder: PATH_FILTER })
  const pattern = patternOf(filter.text)
  const isFiltered = pattern !== ''
  const footRows = height >= MIN_HEIGHT_FOR_FOOT ? FOOT : 0
  const listHeight = Math.max(1, height - HEAD - footRows)
  const tree = useValueTree(settingsState.row, revision.settings, { at, pattern, height: listHeight })
  const { list } = tree
  const signOf = (node: ValueNode) => changeSign(node, changes, theme)
  const treeRows = useTreeRows(tree, { filter, isFiltered, signOf, top: HEAD, height: listHeight, width })
  // A secret is hidden when names change to pseudonyms or a refresh replaces the revision.
  const secret = useReveal(() => tree.row?.key, tree.list, revision)
  const toggleSecret = () => {
    const { row } = tree
    const sides = [{ name: '', revision: revision.revision }]
    secret.toggle(row && isSecret(row) ? { path: pathOf(row), key: row.key, sides } : undefined)
  }
  useSettingsKeys(props, tree, treeRows, changes, before !== undefined, isFiltered, toggleSecret)
  useReport('controls', {
    levels: props.levels,
    enter: tree.enter,
    command: `controls show ${revision.revision ?? 'latest'}${isPrivate ? ' --pseudonyms' : ''}`,
    commandOmits: pattern === '' ? undefined : 'the path filter',
    fieldKeys: filter.fieldKeys ?? hinted,
    states: [loaded.state],
  })

  const head = settingsHead(revision, before, changes, width, theme)
  const empty = emptySettings(tree.root, isFiltered, tree.found !== undefined)
  const secretRows = secretLines(secret, width, theme)
  const foot = (): string[] =>
    footRows === 0 ? [] : [rule(width, theme), ...filled(settingsFoot(tree.row, changes, width, theme), FOOT - 1)]
  const getLines = () => {
    const lines = [head, treeRows.divider, ...filled(treeRows.getLines(empty), listHeight), ...foot()]
    // Below the path of the row if the footer is shown; otherwise over the last rows, or over the first ones if the
    // selected row is among the last.
    const isLow = list.selected - list.top >= listHeight - secretRows.length
    const top = footRows > 0 ? lines.length - FOOT + 2 : isLow ? HEAD : lines.length - secretRows.length
    for (const [y, line] of secretRows.entries()) lines[top + y] = line
    return lines.map((line) => cutStyled(line, width))
  }
  return <ListBody list={list} height={height} lines={getLines} />
}

const hinted = [...settingsKeys, backHint]

/** @param changes - What the revision changed; undefined until it is compared. */
const useSettingsKeys = (
  { revision, showBlame }: SettingsViewProps,
  tree: ValueTree,
  { handlers }: TreeRows,
  changes: SettingsChanges | undefined,
  hasBefore: boolean,
  isFiltered: boolean,
  toggleSecret: () => void,
): void => {
  const { showNotice, copy } = useLastRow()
  const find = (step: 1 | -1) => () => {
    const chosen = isFiltered ? tree.found : changes
    if (chosen && tree.find(step, chosen)) return
    const where = step === 1 ? 'below' : 'above'
    if (isFiltered) showNotice(`No match ${where}.`)
    else if (changes) showNotice(`This revision changed nothing ${where}.`)
    else
      showNotice(hasBefore ? 'The changes of this revision are still loading.' : 'The previous revision is not loaded.')
  }
  useKeys(settingsKeys, {
    ...handlers,
    ...useExports(() => ({
      name: `controls-${revision.revision ?? 'settings'}`,
      formats: [{ id: 'json', title: 'JSON', extension: 'json', text: () => `${settingsJson(revision)}\n` }],
    })),
    nextChange: find(1),
    previousChange: find(-1),
    blame: () => (tree.row ? showBlame(pathOf(tree.row)) : NO_ROW),
    reveal: toggleSecret,
    copyJson: () => copy(settingsJson(revision), 'the settings as JSON, without secrets.', 'text'),
  })
}
