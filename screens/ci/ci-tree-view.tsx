import { isContainer } from '../../src/base/json.ts'
import { toJson } from '../../src/domain/output/output.ts'
import { patternOf } from '../../src/domain/settings-diff/path-glob.ts'
import { pathText } from '../../src/domain/settings-diff/setting-path.ts'
import { wrapText } from '../../src/domain/text/fit.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { cutStyled, filled } from '../../src/ui/layout/columns.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { jsonFormat, useExports } from '../kit/export/exports.ts'
import { PATH_FILTER, useFilter } from '../kit/filter/use-filter.ts'
import { ListBody } from '../kit/list/list-body.tsx'
import { backHint } from '../kit/list/list-screen-keys.ts'
import { failureLines } from '../kit/query/states.ts'
import { rule } from '../kit/screen/frame.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import { useReport, type WebAddress } from '../kit/screen/screen-report.ts'
import { useSession } from '../kit/session/session.ts'
import { useLastRow } from '../kit/session/use-last-row.ts'
import { type TreeRows, useTreeRows } from '../kit/tree/use-tree-rows.ts'
import { useValueTree, type ValueTree } from '../kit/tree/use-value-tree.ts'
import { briefJson } from '../kit/tree/value-text.ts'
import { pathOf, type ValueNode } from '../kit/tree/value-tree.ts'
import { ciJobState, ciTreeKeys } from './ci-keys.ts'
import type { LoadedCiJobs } from './ci-list-view.tsx'

export type CiTreeViewProps = Pick<ScreenProps, 'width' | 'height'> & {
  state: LoadedCiJobs['state']
  value: unknown
  /** See ScreenReport. */
  place?: string
  /** The file name of an export, without its extension. */
  name: string
  /** The headless command that prints it. */
  command: string
  /** A description of the value; styled, each line no wider than the body. */
  head: readonly string[]
  /** Its web address. */
  address?: WebAddress | undefined
}

/** Rows below the tree: a rule, and the path and the value of the selected part. */
const FOOT = 4
/** Minimum height of the body for those rows, and minimum rows of the tree below a long head. */
const MIN_HEIGHT_FOR_FOOT = 14
const MIN_TREE = 3

/** A value as a folded tree, with the path and the value of the selected part below. */
export const CiTreeView = ({ width, height, state, value, place, name, command, head, address }: CiTreeViewProps) => {
  const { theme } = useSession()
  const filter = useFilter(ciJobState.filter, { placeholder: PATH_FILTER })
  const pattern = patternOf(filter.text)
  const failures = failureLines([state], width, theme)
  const footRows = height >= MIN_HEIGHT_FOR_FOOT ? FOOT : 0
  const room = Math.max(1, height - footRows - failures.length - 1)
  const shownHead = head.slice(0, Math.max(1, room - MIN_TREE))
  const listHeight = Math.max(1, room - shownHead.length)
  const tree = useValueTree(ciJobState.part, value, { at: undefined, pattern, height: listHeight })
  const treeRows = useTreeRows(tree, {
    filter,
    isFiltered: pattern !== '',
    top: shownHead.length + 1 + failures.length,
    height: listHeight,
    width,
  })
  useCiTreeKeys(tree, treeRows, name, value)
  useReport('ci', {
    place,
    enter: tree.enter,
    address: () => address,
    command,
    commandOmits: pattern === '' ? undefined : 'the path filter',
    fieldKeys: filter.fieldKeys ?? hinted,
    states: [state],
  })

  const above = [...shownHead, treeRows.divider, ...failures]
  const empty = pattern === '' ? emptyWords(value) : 'No matches. Press Esc to show all.'
  const foot = (): string[] =>
    footRows === 0 ? [] : [rule(width, theme), ...filled(tree.row ? partLines(tree.row, width, theme) : [], FOOT - 1)]
  const lines = () =>
    [...above, ...filled(treeRows.getLines(empty), listHeight), ...foot()].map((line) => cutStyled(line, width))
  return <ListBody list={tree.list} height={height} lines={lines} />
}

const hinted = [...ciTreeKeys, backHint]

/** The path of the selected part, and as much of its value as fits. */
const partLines = (part: ValueNode, width: number, theme: Theme): string[] => {
  const room = Math.max(8, width - 2)
  const values = wrapText(briefJson(part.value, 3 * room), room)
  const more = values.length > 2 ? theme.signs.ellipsis : ''
  return [theme.strong(safeText(pathText(pathOf(part)))), values[0] ?? '', `${values[1] ?? ''}${more}`].map(
    (line) => ` ${line}`,
  )
}

const emptyWords = (value: unknown): string => {
  if (Array.isArray(value)) return 'An empty list.'
  return isContainer(value) ? 'An object without members.' : briefJson(value, MAX_SCALAR_LENGTH)
}

/** Max UTF-16 units of a response that is a single text or number. */
const MAX_SCALAR_LENGTH = 200

const useCiTreeKeys = (tree: ValueTree, { handlers }: TreeRows, name: string, value: unknown): void => {
  const { showNotice, copy } = useLastRow()
  const { found } = tree
  const seek = (step: 1 | -1) => () => {
    if (found && tree.find(step, found)) return
    showNotice(found ? `No match ${step === 1 ? 'below' : 'above'}.` : 'No filter: / searches for part of a path.')
  }
  useKeys(ciTreeKeys, {
    ...handlers,
    ...useExports(() => ({ name, formats: [jsonFormat(() => value)] })),
    nextMatch: seek(1),
    previousMatch: seek(-1),
    // A text is copied without the quotes of JSON.
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
