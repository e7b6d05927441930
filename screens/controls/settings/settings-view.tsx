import { useMemo } from 'react'
import { memoizePerObject } from '../../../src/base/memoize.ts'
import { patternOf } from '../../../src/domain/settings-diff/path-glob.ts'
import { type Path, pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import { UNKNOWN } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { cutStyled, filled } from '../../../src/ui/layout/columns.ts'
import { useRowClicks } from '../../../src/ui/mouse/click-areas.ts'
import { useExports } from '../../kit/export/exports.ts'
import { type Filter, PATH_FILTER, useFilter } from '../../kit/filter/use-filter.ts'
import { ListBody } from '../../kit/list/list-body.tsx'
import { listRows } from '../../kit/list/list-rows.ts'
import { listHandlers, NO_ROW } from '../../kit/list/use-list.ts'
import { rule } from '../../kit/screen/frame.ts'
import type { ScreenProps } from '../../kit/screen/screen.ts'
import { useReport } from '../../kit/screen/screen-report.ts'
import { usePrivateSalt } from '../../kit/session/person-name.ts'
import { useSession } from '../../kit/session/session.ts'
import { useLastRow } from '../../kit/session/use-last-row.ts'
import { useValueTree, type ValueTree } from '../../kit/tree/use-value-tree.ts'
import { namesWidth, valueRowText } from '../../kit/tree/value-rows.ts'
import { briefJson } from '../../kit/tree/value-text.ts'
import { countParts, pathOf, type ValueNode } from '../../kit/tree/value-tree.ts'
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
  leave: () => void
}

/** Rows of the head and divider; rows of the footer; and the lowest body with room for the footer. */
const HEAD = 2
const FOOT = 4
const MIN_HEIGHT_FOR_FOOT = 14

/** The whole settings of a revision as a folding tree. */
export const SettingsView = (props: SettingsViewProps) => {
  const { width, height, loaded, revision, at } = props
  const { theme } = useSession()
  const isPrivate = usePrivateSalt() !== undefined
  const place = loaded.revisions.indexOf(revision)
  const before = place < 0 ? undefined : loaded.revisions[place + 1]
  const changes = useSettingsChanges(before, revision)
  const filter = useFilter(settingsState.filter, { asks: PATH_FILTER })
  const pattern = patternOf(filter.text)
  const isFiltered = pattern !== ''
  const footRows = height >= MIN_HEIGHT_FOR_FOOT ? FOOT : 0
  const listHeight = Math.max(1, height - HEAD - footRows)
  const tree = useValueTree(settingsState.row, revision.settings, { at, pattern, height: listHeight })
  useRowClicks(tree.list, { top: HEAD, height: listHeight, count: tree.rows.length })
  const { list, rows, root } = tree
  // A secret is hidden when names change to pseudonyms or a refresh replaces the revision.
  const secret = useReveal(() => tree.row?.key, tree.list, revision)
  const toggleSecret = () => {
    const { row } = tree
    const sides = [{ name: '', revision: revision.revision }]
    secret.toggle(row && isSecret(row) ? { path: pathOf(row), key: row.key, sides } : undefined)
  }
  useSettingsKeys(props, tree, filter, changes, before !== undefined, isFiltered, toggleSecret)
  useReport('controls', {
    crumbs: [`revision ${revision.revision ?? UNKNOWN}`],
    enter: tree.enter,
    command: `controls show ${revision.revision ?? 'latest'}${isPrivate ? ' --pseudonyms' : ''}`,
    commandOmits: pattern === '' ? undefined : 'the path filter',
    fieldKeys: filter.fieldKeys ?? settingsKeys,
    states: [loaded.state],
  })

  const columns = useMemo(() => ({ width: width - 1, names: namesWidth(root, width - 1) }), [root, width])
  // Memoized until the next render. Without the memo, row texts take a third of the CPU of a move.
  const textOf = memoizePerObject((node: ValueNode) =>
    valueRowText(node, tree.isOpen(node), changeSign(node, changes, theme), columns, theme),
  )
  const head = settingsHead(revision, before, changes, width, theme)
  const total = useMemo(() => (isFiltered ? countParts(root) : 0), [root, isFiltered])
  const divider = filter.divider(tree.found?.own.size ?? 0, total, width, theme)
  const secretRows = secretLines(secret, width, theme)
  const listed = (): string[] =>
    rows.length > 0
      ? listRows(rows, textOf, { list, height: listHeight, width }, theme)
      : emptySettings(root, isFiltered, tree.found !== undefined).map((word) => ` ${theme.muted(word)}`)
  const foot = (): string[] =>
    footRows === 0 ? [] : [rule(width, theme), ...filled(settingsFoot(tree.row, changes, width, theme), FOOT - 1)]
  const getLines = () => {
    const lines = [head, divider, ...filled(listed(), listHeight), ...foot()]
    // Below the path of the row if the footer is shown; otherwise over the last rows, or over the first ones if the
    // selected row is among the last.
    const isLow = list.selected - list.top >= listHeight - secretRows.length
    const top = footRows > 0 ? lines.length - FOOT + 2 : isLow ? HEAD : lines.length - secretRows.length
    for (const [y, line] of secretRows.entries()) lines[top + y] = line
    return lines.map((line) => cutStyled(line, width))
  }
  return <ListBody list={list} height={height} lines={getLines} />
}

/** Maximum length in characters of a value copied with its row. */
const MAX_COPIED_CHARS = 10_000

/** @param changes - What the revision changed; undefined until it is compared. */
const useSettingsKeys = (
  { revision, showBlame, leave }: SettingsViewProps,
  tree: ValueTree,
  filter: Filter,
  changes: SettingsChanges | undefined,
  hasBefore: boolean,
  isFiltered: boolean,
  toggleSecret: () => void,
): void => {
  const { showNotice, copy } = useLastRow()
  const { list, rows, height } = tree
  const path = () => tree.row && pathOf(tree.row)
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
    ...listHandlers(list, height, rows.length),
    ...useExports(() => ({
      name: `controls-${revision.revision ?? 'settings'}`,
      formats: [{ id: 'json', title: 'JSON', extension: 'json', text: () => `${settingsJson(revision)}\n` }],
    })),
    turn: tree.turn,
    fold: tree.fold,
    unfold: tree.unfold,
    foldOrUnfold: tree.foldOrUnfold,
    foldAll: tree.foldAll,
    unfoldAll: tree.unfoldAll,
    nextChange: find(1),
    lastChange: find(-1),
    filter: filter.open,
    blame: () => {
      const selected = path()
      return selected ? showBlame(selected) : NO_ROW
    },
    reveal: toggleSecret,
    copyRow: () => {
      const { row } = tree
      copy(row && `${safeText(pathText(pathOf(row)))}\t${briefJson(row.value, MAX_COPIED_CHARS)}`, 'the row.')
    },
    copyPath: () => {
      const selected = path()
      copy(selected && safeText(pathText(selected)), 'the path.')
    },
    copyJson: () => copy(settingsJson(revision), 'the settings as JSON, without secrets.', 'text'),
    leave,
  })
}
