import { useEffect, useMemo } from 'react'
import { memoize } from '../../../src/base/memoize.ts'
import { toJson } from '../../../src/domain/output/output.ts'
import { authorOf } from '../../../src/domain/revisions/revision-author.ts'
import { type Path, pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import { wrapText } from '../../../src/domain/text/fit.ts'
import { fullNumber, moment, UNKNOWN } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { asManyAsFit, cutStyled, filled } from '../../../src/ui/layout/columns.ts'
import { Body } from '../../../src/ui/layout/rows.tsx'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { useExports } from '../../kit/exports.ts'
import { rule } from '../../kit/frame.ts'
import { listRows } from '../../kit/list-rows.ts'
import { usePrivateSalt } from '../../kit/person-name.ts'
import type { ScreenProps } from '../../kit/screen.ts'
import { useReport } from '../../kit/screen-report.ts'
import { useSession } from '../../kit/session.ts'
import { useFilter } from '../../kit/use-filter.ts'
import { useLastRow } from '../../kit/use-last-row.ts'
import { listHandlers } from '../../kit/use-list.ts'
import { patternOf } from '../shared/diff-filter.ts'
import type { Revealed } from '../shared/use-reveal.ts'
import { useReveal } from '../shared/use-reveal.ts'
import type { LoadedRevisions, Revision } from '../shared/use-revisions.ts'
import { briefJson, settingsJson } from '../shared/value-text.ts'
import type { SettingsChanges } from './settings-changes.ts'
import { settingsKeys } from './settings-keys.ts'
import { isSecret, namesWidth, settingsRowText } from './settings-rows.ts'
import { partsOf, pathOf, type SettingsNode } from './settings-tree.ts'
import { useSettingsChanges } from './use-settings-changes.tsx'
import { useSettingsTree } from './use-settings-tree.ts'

export type SettingsViewProps = Pick<ScreenProps, 'width' | 'height'> & {
  loaded: LoadedRevisions
  revision: Revision
  /** The row to begin at; the first by default. */
  at?: Path | undefined
  /** Shows who changed what is at a path. */
  showBlame?: ((path: Path) => void) | undefined
  /** Back to where it was opened. */
  leave: () => void
}

/** Rows of the head and the divider, those below the tree with the selected part, and the lowest body that has room for them. */
const HEAD = 2
const FOOT = 4
const FOOT_FROM = 14

/** The whole settings of a revision as a folded tree. */
export const SettingsView = ({ width, height, loaded, revision, at, showBlame, leave }: SettingsViewProps) => {
  const { theme } = useSession()
  const isPrivate = usePrivateSalt() !== undefined
  const place = loaded.revisions.indexOf(revision)
  const before = place < 0 ? undefined : loaded.revisions[place + 1]
  const { changes, watcher } = useSettingsChanges(before, revision)
  const filter = useFilter()
  const pattern = patternOf(filter.text)
  const footRows = height >= FOOT_FROM ? FOOT : 0
  const listHeight = Math.max(1, height - HEAD - footRows)
  const tree = useSettingsTree(revision.settings, { at, pattern, height: listHeight })
  const { list, row, rows, root } = tree

  const { shown: secret, isLoading, reveal, hide } = useReveal(row?.key ?? '')
  // Names of people come and go with the values, and a refresh may bring other ones.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was revealed is of these settings
  useEffect(() => hide, [revision, hide])

  const { tell, copy } = useLastRow()
  const find = (step: 1 | -1) => () => {
    const chosen = pattern === '' ? changes : tree.found
    if (chosen && tree.find(step, chosen)) return
    const where = step === 1 ? 'below' : 'above'
    if (pattern !== '') tell(`Nothing ${where} matches.`)
    else if (changes) tell(`This revision changed nothing ${where}.`)
    else tell(before ? 'It is not known yet what this revision changed.' : 'The revision before is not known.')
  }
  const toggleSecret = () => {
    if (secret || isLoading) return hide()
    if (!row || !isSecret(row)) return tell('There is no secret in this row.')
    if (isPrivate) return tell('A secret may name people: zn shows their names, then x the secret.')
    if (revision.revision === undefined) return tell('This revision has no number to ask for it by.')
    reveal(revision.revision, pathOf(row), row.key)
  }
  const exporting = useExports(() => ({
    name: `controls-${revision.revision ?? 'settings'}`,
    formats: [{ id: 'json', title: 'JSON', extension: 'json', text: () => `${settingsJson(revision)}\n` }],
  }))
  useKeys(settingsKeys, {
    ...listHandlers(list, listHeight, rows.length),
    ...exporting,
    turn: tree.turn,
    fold: tree.fold,
    unfold: tree.unfold,
    foldOrUnfold: tree.foldOrUnfold,
    foldAll: tree.foldAll,
    unfoldAll: tree.unfoldAll,
    nextChange: find(1),
    lastChange: find(-1),
    filter: filter.open,
    blame: () => row && showBlame?.(pathOf(row)),
    reveal: toggleSecret,
    copyRow: () => row && copy(`${safeText(pathText(pathOf(row)))}\t${briefJson(row.value, COPIED)}`, 'the row.'),
    copyPath: () => row && copy(safeText(pathText(pathOf(row))), 'the path.'),
    copyJson: () => copy(settingsJson(revision), 'the settings as JSON, without secrets.'),
    leave,
  })
  useReport('controls', {
    crumbs: [`revision ${revision.revision ?? UNKNOWN}`],
    command: `controls show ${revision.revision ?? 'latest'}${isPrivate ? ' --pseudonyms' : ''}`,
    fieldKeys: filter.fieldKeys ?? settingsKeys,
    states: [loaded.state],
  })

  const columns = useMemo(() => ({ width: width - 1, names: namesWidth(root, width - 1) }), [root, width])
  const texts = useMemo(() => {
    const textOf = (isOpen: boolean) =>
      memoize((node: SettingsNode) => settingsRowText(node, isOpen, changes, columns, theme))
    return { open: textOf(true), folded: textOf(false) }
  }, [changes, columns, theme])
  const textOf = (node: SettingsNode) => (tree.isOpen(node) ? texts.open(node) : texts.folded(node))
  const lines = listRows(rows, textOf, { list, height: listHeight, width }, theme)
  const head = useMemo(
    () => headLine(revision, before, changes, width, theme),
    [revision, before, changes, width, theme],
  )
  const isFiltered = pattern !== ''
  const total = useMemo(() => (isFiltered ? countParts(root) : 0), [root, isFiltered])
  const words = emptyText(root, isFiltered, tree.found !== undefined)
  const all = [
    head,
    filter.divider(tree.found?.own.size ?? 0, total, width, theme),
    ...filled(rows.length > 0 ? lines : words.map((word) => ` ${theme.muted(word)}`), listHeight),
    ...(footRows === 0 ? [] : [rule(width, theme), ...filled(footLines(row, changes, width, theme), FOOT - 1)]),
  ]
  const told = secretLines(secret, isLoading, width, theme)
  // Below the path of the row where there is room, else in place of the last rows, or of the first when it is among those.
  const isLow = list.selected - list.top >= listHeight - told.length
  const top = footRows > 0 ? all.length - FOOT + 2 : isLow ? HEAD : all.length - told.length
  for (const [y, line] of told.entries()) all[top + y] = line
  return (
    <>
      <Body lines={all.map((line) => cutStyled(line, width))} height={height} />
      {watcher}
    </>
  )
}

/** Most of a value that is copied with its row. */
const COPIED = 10_000

const headLine = (
  { revision, updatedAt, user }: Revision,
  before: Revision | undefined,
  changes: SettingsChanges | undefined,
  width: number,
  theme: Theme,
): string => {
  const parts = [
    theme.strong(`revision ${revision ?? UNKNOWN}`),
    theme.muted(updatedAt === undefined ? UNKNOWN : moment(Date.parse(updatedAt))),
    safeText(authorOf({ user }).who ?? UNKNOWN),
    changesText(before, changes),
    theme.muted('secrets are masked'),
  ]
  return ` ${asManyAsFit(
    parts.filter((part) => part !== ''),
    width - 1,
    '   ',
  )}`
}

const changesText = (before: Revision | undefined, changes: SettingsChanges | undefined): string => {
  if (!before) return ''
  if (!changes) return 'comparing'
  if (changes.count === 0) return `the same as ${before.revision ?? 'before'}`
  return `${fullNumber(changes.count)} ${changes.count === 1 ? 'change' : 'changes'} since ${before.revision ?? 'before'}`
}

const emptyText = ({ value }: SettingsNode, isFiltered: boolean, isFound: boolean): string[] => {
  if (value === undefined) return ['This revision has no settings.']
  if (typeof value !== 'object' || value === null) return [`The settings are no object but ${briefJson(value, 40)}.`]
  if (isFiltered) return [isFound ? 'Nothing here matches: Esc shows all.' : 'looking']
  return ['The settings hold nothing.']
}

const kindWords = {
  added: 'added by this revision',
  changed: 'changed by this revision',
  reordered: 'put in another order by this revision',
  lost: 'this revision took something out of it',
} as const

/** The selected part: where it is, and its value as far as it has room. */
const footLines = (
  row: SettingsNode | undefined,
  changes: SettingsChanges | undefined,
  width: number,
  theme: Theme,
): string[] => {
  if (!row) return []
  const kind = changes?.kinds.get(row.key)
  const room = Math.max(8, width - 2)
  const was = changes?.before.has(row.key) ? `, before it was ${briefJson(changes.before.get(row.key), room)}` : ''
  const values = wrapText(briefJson(row.value, 3 * room), room)
  return [
    ` ${theme.strong(safeText(pathText(pathOf(row))))}${kind ? `   ${theme.muted(kindWords[kind] + was)}` : ''}`,
    ` ${values[0] ?? ''}`,
    isSecret(row)
      ? ` ${theme.muted('x shows the secret for 15 s')}`
      : ` ${values[1] ?? ''}${values.length > 2 ? theme.signs.ellipsis : ''}`,
  ]
}

/** The secret while it is shown, in two rows; nothing otherwise. */
const secretLines = (secret: Revealed | undefined, isLoading: boolean, width: number, theme: Theme): string[] => {
  if (isLoading) return [` ${theme.muted('fetching…')}`, '']
  if (!secret) return []
  const text = typeof secret.value === 'string' ? secret.value : toJson(secret.value)
  return [` ${safeText(text)}`, ` ${theme.warn(`hidden again in ${secret.leftS} s`)}`].map((line) =>
    cutStyled(line, width),
  )
}

const countParts = (root: SettingsNode): number => {
  let count = 0
  const open = [...partsOf(root)]
  for (let node = open.pop(); node; node = open.pop()) {
    count += 1
    for (const part of partsOf(node)) open.push(part)
  }
  return count
}
