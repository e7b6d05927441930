import { useMemo } from 'react'
import {
  COMPARED,
  type SideBySideCell,
  type SideBySideRow,
  type SideBySideSort,
  sideBySide,
  sideBySideSortBy,
  sortedSideBySide,
} from '../../src/domain/readiness/side-by-side.ts'
import { fit } from '../../src/domain/text/fit.ts'
import { NONE } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { textWidth } from '../../src/domain/text/width.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { cutStyled, padStyled, spaceBetween } from '../../src/ui/layout/columns.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { orderOption, shellWord } from '../kit/export/command-options.ts'
import { ListBody } from '../kit/list/list-body.tsx'
import { backHint } from '../kit/list/list-screen-keys.ts'
import { NO_ROW, nextIn } from '../kit/list/use-list.ts'
import { markedState, useMarkedColumns } from '../kit/list/use-marked-columns.ts'
import type { Marks } from '../kit/list/use-marks.ts'
import { useRows } from '../kit/list/use-rows.ts'
import { rule } from '../kit/screen/frame.ts'
import { useReport } from '../kit/screen/screen-report.ts'
import { useScreenState } from '../kit/screen/screen-state.ts'
import { useSession } from '../kit/session/session.ts'
import { useLastRow } from '../kit/session/use-last-row.ts'
import { outcomeSign } from './criteria-rows.ts'
import { comparedState, markedRepositoryKeys } from './readiness-keys.ts'
import type { ReadinessViewProps } from './use-reports.ts'

type MarkedRepositoriesProps = ReadinessViewProps & {
  /** Ids are repository URLs. */
  marks: Marks
  leave: () => void
}

/** Rows of the title, rule and names. */
const HEAD = 3

/** Compares the marked repositories: their figures, and the criteria in which they differ or that any of them fails. */
export const MarkedRepositories = ({ width, height, open, loaded, marks, leave }: MarkedRepositoriesProps) => {
  const { theme } = useSession()
  const repositories = useMemo(
    () => [...marks.ids].flatMap((url) => loaded.repositories.find(({ repoUrl }) => repoUrl === url) ?? []),
    [marks.ids, loaded.repositories],
  )
  const count = repositories.length
  const { showNotice } = useLastRow()
  const [compared, setCompared] = useScreenState(comparedState.comparedCriteria)
  const [order, setOrder] = useScreenState(comparedState.comparedSort)
  const rows = useMemo(
    () => sortedSideBySide(sideBySide(repositories, compared), order),
    [repositories, compared, order],
  )
  const labelCells = width < WIDE ? LABEL_CELLS : Math.max(LABEL_CELLS, Math.min(MAX_LABEL_CELLS, widestName(rows) + 1))
  const columns = useMarkedColumns({ one: 'repository', count, width: width - FAILING_CELLS, labelCells })
  const { chosen, cells } = columns
  const textOf = ({ name, isCriterion, cells: own, failing }: SideBySideRow) => {
    const label = `${fit(safeText(name), labelCells - 1)} `
    const textAt = (index: number) => padStyled(cellText(own[index], name, theme), cells)
    const line = columns.lineOf(isCriterion ? label : theme.muted(label), textAt)
    return line + (failing === undefined ? '' : fit(String(failing), FAILING_CELLS, 'right'))
  }
  const sortBy = (by: SideBySideSort) => () =>
    setOrder((before) => (before.by === by ? { by, isDescending: !before.isDescending } : sideBySideSortBy(by)))
  const listed = useRows(markedState.row, rows, idOf, { textOf, top: HEAD, height: Math.max(1, height - HEAD), width })
  const repository = repositories[chosen]
  useKeys(markedRepositoryKeys, {
    ...listed.handlers,
    ...columns.handlers,
    mark() {
      if (!repository) return NO_ROW
      marks.toggle(repository.repoUrl)
      return count === 1 ? leave() : undefined
    },
    open() {
      const row = listed.getSelected()
      if (!repository) return NO_ROW
      return open('readiness', { repository: repository.repoUrl, ...(row?.isCriterion && { criterion: row.name }) })
    },
    quick() {
      const next = nextIn(COMPARED, compared)
      setCompared(next)
      showNotice(next === 'failing' ? 'Criteria that any of them fails.' : 'Criteria in which they differ.')
    },
    'sort:level': sortBy('level'),
    'sort:failing': sortBy('failing'),
    list: leave,
  })
  useReport('readiness', {
    levels: [{ crumb: `${count} compared`, leave }],
    enter: () => repository?.name,
    command: [
      'readiness compare',
      ...repositories.map(({ repoUrl }) => `--with ${shellWord(repoUrl)}`),
      ...(compared === 'failing' ? ['--failing'] : []),
      orderOption(order.by, order.isDescending, sideBySideSortBy(order.by).isDescending),
    ].join(' '),
    fieldKeys: hinted,
    states: [loaded.state],
  })

  const criteria = rows.filter(({ isCriterion }) => isCriterion).length
  const isOne = criteria === 1
  const failing = isOne ? 'criterion fails in any of them' : 'criteria fail in any of them'
  const what = compared === 'failing' ? failing : isOne ? 'criterion differs' : 'criteria differ'
  const title = ` ${theme.strong(String(count))} marked   ${theme.strong(String(criteria))} ${theme.muted(what)}`
  const sign = order.isDescending ? theme.signs.sortDown : theme.signs.sortUp
  const heading = fit(`FAILING${order.by === 'failing' ? sign : ''}`, FAILING_CELLS, 'right')
  const names = columns.namesLine((index) => fit(repositories[index]?.name ?? '', cells)) + theme.muted(heading)
  const above = [spaceBetween(title, columns.more, width), rule(width, theme), ` ${names}`]
  const lines = () => [...above, ...listed.getLines('')].map((line) => cutStyled(line, width))
  return <ListBody list={listed.list} lines={lines} height={height} />
}

const hinted = [...markedRepositoryKeys, backHint]

const idOf = ({ name }: SideBySideRow): string => name

/** Cells of the row labels; in a wide window, more for longer names. */
const LABEL_CELLS = 30
/** Cells of the last column, with the gap before it. */
const FAILING_CELLS = 10
const MAX_LABEL_CELLS = 48
const WIDE = 100
const widestName = (rows: readonly SideBySideRow[]): number =>
  Math.max(0, ...rows.map(({ name }) => textWidth(safeText(name))))

const cellText = (cell: SideBySideCell | undefined, name: string, theme: Theme): string => {
  if (!cell) return theme.muted(NONE)
  if (cell.outcome === undefined) return name === 'level' ? theme.strong(cell.text) : cell.text
  return `${outcomeSign(cell.outcome, theme)}${cell.outcome === 'skipped' ? theme.muted('skipped') : cell.text}`
}
