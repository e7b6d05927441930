import { useMemo } from 'react'
import { pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import type { Filter } from '../filter/use-filter.ts'
import { useRowLines } from '../list/use-rows.ts'
import { useSession } from '../session/session.ts'
import { useLastRow } from '../session/use-last-row.ts'
import type { ValueTree } from './use-value-tree.ts'
import { namesWidth, valueRowText } from './value-rows.ts'
import { briefJson } from './value-text.ts'
import { countParts, pathOf, type ValueNode } from './value-tree.ts'

/** Max UTF-16 units of a value that is copied with its row. */
const MAX_COPIED_LENGTH = 10_000

type TreeRowsOptions = {
  /** The filter of paths. */
  filter: Filter
  isFiltered: boolean
  /** The first cell of a row. @default a space */
  signOf?: (node: ValueNode) => string
  top: number
  height: number
  width: number
}

/** The lines of a value tree, the row above them, and the handlers of the keys that move, fold, filter and copy. */
export const useTreeRows = (tree: ValueTree, { filter, isFiltered, signOf, ...place }: TreeRowsOptions) => {
  const { theme } = useSession()
  const { copy } = useLastRow()
  const { root } = tree
  const width = place.width - 1
  const columns = useMemo(() => ({ width, names: namesWidth(root, width) }), [root, width])
  const textOf = (node: ValueNode) => valueRowText(node, tree.isOpen(node), signOf?.(node) ?? ' ', columns, theme)
  const total = useMemo(() => (isFiltered ? countParts(root) : 0), [root, isFiltered])
  const getPath = () => tree.row && safeText(pathText(pathOf(tree.row)))
  return {
    getLines: useRowLines(tree, { textOf, ...place }),
    divider: filter.divider(tree.found?.own.size ?? 0, total, place.width, theme),
    handlers: {
      ...tree.handlers,
      filter: filter.open,
      copyRow: () => copy(tree.row && `${getPath()}\t${briefJson(tree.row.value, MAX_COPIED_LENGTH)}`, 'the row.'),
      copyPath: () => copy(getPath(), 'the path.'),
    },
  }
}

export type TreeRows = ReturnType<typeof useTreeRows>
