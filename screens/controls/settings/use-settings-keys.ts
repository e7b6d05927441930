import { type Path, pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { useExports } from '../../kit/export/exports.ts'
import type { Filter } from '../../kit/filter/use-filter.ts'
import { listHandlers, NO_ROW } from '../../kit/list/use-list.ts'
import { usePrivateSalt } from '../../kit/session/person-name.ts'
import { useLastRow } from '../../kit/session/use-last-row.ts'
import type { ValueTree } from '../../kit/tree/use-value-tree.ts'
import { briefJson } from '../../kit/tree/value-text.ts'
import { pathOf } from '../../kit/tree/value-tree.ts'
import { settingsKeys } from '../shared/controls-keys.ts'
import { isSecret, NO_SECRET, SECRET_IN_PRIVATE, useReveal } from '../shared/use-reveal.ts'
import { type Revision, settingsJson } from '../shared/use-revisions.ts'
import type { SettingsChanges } from './use-settings-changes.ts'

type SettingsKeysOptions = {
  revision: Revision
  /** What the revision changed; undefined while that is not known. */
  changes: SettingsChanges | undefined
  /** Whether there is a revision before to tell that by. */
  hasBefore: boolean
  filter: Filter
  /** Whether the filter leaves parts out. */
  isFiltered: boolean
  toggleSecret: () => void
  showBlame: ((path: Path) => void) | undefined
  leave: () => void
}

/** Most of a value that is copied with its row. */
const COPIED = 10_000

/** What the keys of whole settings do. */
export const useSettingsKeys = (tree: ValueTree, options: SettingsKeysOptions): void => {
  const { tell, copy } = useLastRow()
  const { revision, changes, isFiltered, showBlame } = options
  const { list, rows, height } = tree
  const path = () => tree.row && pathOf(tree.row)
  const find = (step: 1 | -1) => () => {
    const chosen = isFiltered ? tree.found : changes
    if (chosen && tree.find(step, chosen)) return
    const where = step === 1 ? 'below' : 'above'
    if (isFiltered) tell(`Nothing ${where} matches.`)
    else if (changes) tell(`This revision changed nothing ${where}.`)
    else
      tell(options.hasBefore ? 'It is not known yet what this revision changed.' : 'The revision before is not known.')
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
    filter: options.filter.open,
    blame: () => {
      const selected = path()
      return selected && showBlame ? showBlame(selected) : NO_ROW
    },
    reveal: options.toggleSecret,
    copyRow: () => {
      const { row } = tree
      copy(row && `${safeText(pathText(pathOf(row)))}\t${briefJson(row.value, COPIED)}`, 'the row.')
    },
    copyPath: () => {
      const selected = path()
      copy(selected && safeText(pathText(selected)), 'the path.')
    },
    copyJson: () => copy(settingsJson(revision), 'the settings as JSON, without secrets.', 'text'),
    leave: options.leave,
  })
}

/** The secret of the selected row, shown for 15 seconds after `toggle`. */
export const useSettingsSecret = (revision: Revision, tree: ValueTree) => {
  const { tell } = useLastRow()
  const isPrivate = usePrivateSalt() !== undefined
  // Names of people come and go with the values, and a refresh may bring other ones.
  const secret = useReveal(() => tree.row?.key, tree.list, revision)
  const { shown, isLoading, reveal, hide } = secret
  const toggle = () => {
    if (shown || isLoading) return hide()
    const { row } = tree
    if (!row || !isSecret(row)) return tell(NO_SECRET)
    if (isPrivate) return tell(SECRET_IN_PRIVATE)
    if (revision.revision === undefined) return tell('This revision has no number to ask for it by.')
    return void reveal(pathOf(row), row.key, [{ name: '', revision: revision.revision }])
  }
  return { ...secret, toggle }
}
