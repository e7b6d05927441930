import { toJson } from '../../src/domain/output/output.ts'
import { pathText } from '../../src/domain/settings-diff/setting-path.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { useExports } from '../kit/export/exports.ts'
import type { Filter } from '../kit/filter/use-filter.ts'
import { listHandlers } from '../kit/list/use-list.ts'
import { useLastRow } from '../kit/session/use-last-row.ts'
import type { ValueTree } from '../kit/tree/use-value-tree.ts'
import { briefJson } from '../kit/tree/value-text.ts'
import { pathOf } from '../kit/tree/value-tree.ts'
import { valueExports } from './ci-exports.ts'
import { ciTreeKeys } from './ci-keys.ts'

type CiTreeKeysOptions = { name: string; value: unknown; filter: Filter }

/** Most of a value that is copied with its row, in UTF-16 units. */
const COPIED = 10_000

/** What the keys of a folded tree do. */
export const useCiTreeKeys = (tree: ValueTree, { name, value, filter }: CiTreeKeysOptions): void => {
  const { tell, copy } = useLastRow()
  const { rows, list, height, found } = tree
  const path = () => tree.row && safeText(pathText(pathOf(tree.row)))
  const seek = (step: 1 | -1) => () => {
    if (found && tree.find(step, found)) return
    tell(
      found
        ? `Nothing ${step === 1 ? 'below' : 'above'} matches.`
        : 'There is no filter: / looks for a part of a path.',
    )
  }
  useKeys(ciTreeKeys, {
    ...listHandlers(list, height, rows.length),
    ...useExports(() => valueExports(name, value)),
    turn: tree.turn,
    fold: tree.fold,
    unfold: tree.unfold,
    foldOrUnfold: tree.foldOrUnfold,
    filter: filter.open,
    nextMatch: seek(1),
    lastMatch: seek(-1),
    copyRow: () => copy(tree.row && `${path()}\t${briefJson(tree.row.value, COPIED)}`, 'the row.'),
    copyPath: () => copy(path(), 'the path.'),
    // A text is wanted without the quotes that JSON puts around it.
    copyValue: () => {
      const { row } = tree
      copy(
        row && (typeof row.value === 'string' ? safeText(row.value, 'text') : toJson(row.value)),
        'the value.',
        'text',
      )
    },
    copyJson: () => copy(toJson(tree.row ? tree.row.value : value, { indent: 2 }), 'the value as JSON.', 'text'),
  })
}
