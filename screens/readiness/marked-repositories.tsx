import { useMemo } from 'react'
import { type SideBySideCell, type SideBySideRow, sideBySide } from '../../src/domain/readiness/repository-rows.ts'
import { fit } from '../../src/domain/text/fit.ts'
import { NONE } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { cutStyled, padStyled, spaceBetween } from '../../src/ui/layout/columns.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { shellWord } from '../kit/export/command-options.ts'
import { ListBody } from '../kit/list/list-body.tsx'
import { backHint } from '../kit/list/list-screen-keys.ts'
import { NO_ROW } from '../kit/list/use-list.ts'
import { markedState, useMarkedColumns } from '../kit/list/use-marked-columns.ts'
import type { Marks } from '../kit/list/use-marks.ts'
import { useRows } from '../kit/list/use-rows.ts'
import { rule } from '../kit/screen/frame.ts'
import { useReport } from '../kit/screen/screen-report.ts'
import { useSession } from '../kit/session/session.ts'
import { outcomeSign } from './criteria-rows.ts'
import { markedRepositoryKeys } from './readiness-keys.ts'
import type { ReadinessViewProps } from './use-reports.ts'

type MarkedRepositoriesProps = ReadinessViewProps & {
  /** Ids are repository URLs. */
  marks: Marks
  leave: () => void
}

/** Rows of the title, rule and names. */
const HEAD = 3

/** Compares the marked repositories: their figures, and the criteria in which they differ. */
export const MarkedRepositories = ({ width, height, open, loaded, marks, leave }: MarkedRepositoriesProps) => {
  const { theme } = useSession()
  const repositories = useMemo(
    () => [...marks.ids].flatMap((url) => loaded.repositories.find(({ repoUrl }) => repoUrl === url) ?? []),
    [marks.ids, loaded.repositories],
  )
  const count = repositories.length
  const columns = useMarkedColumns({ one: 'repository', count, width, labelCells: LABEL_CELLS })
  const { chosen, cells } = columns
  const rows = useMemo(() => sideBySide(repositories), [repositories])
  const textOf = ({ name, isCriterion, cells: own }: SideBySideRow) => {
    const label = `${fit(safeText(name), LABEL_CELLS - 1)} `
    const textAt = (index: number) => padStyled(cellText(own[index], name, theme), cells)
    return columns.lineOf(isCriterion ? label : theme.muted(label), textAt)
  }
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
    list: leave,
  })
  useReport('readiness', {
    levels: [{ crumb: `${count} compared`, leave }],
    enter: () => repository?.name,
    command: `readiness compare ${repositories.map(({ repoUrl }) => `--with ${shellWord(repoUrl)}`).join(' ')}`,
    fieldKeys: hinted,
    states: [loaded.state],
  })

  const differing = rows.filter(({ isCriterion }) => isCriterion).length
  const title = ` ${theme.strong(String(count))} marked   ${theme.strong(String(differing))} ${theme.muted('criteria differ')}`
  const names = columns.namesLine((index) => fit(repositories[index]?.name ?? '', cells))
  const above = [spaceBetween(title, columns.more, width), rule(width, theme), ` ${names}`]
  const lines = () => [...above, ...listed.getLines('')].map((line) => cutStyled(line, width))
  return <ListBody list={listed.list} lines={lines} height={height} />
}

const hinted = [...markedRepositoryKeys, backHint]

const idOf = ({ name }: SideBySideRow): string => name

/** Cells of the row labels. */
const LABEL_CELLS = 30

const cellText = (cell: SideBySideCell | undefined, name: string, theme: Theme): string => {
  if (!cell) return theme.muted(NONE)
  if (cell.outcome === undefined) return name === 'level' ? theme.strong(cell.text) : cell.text
  return `${outcomeSign(cell.outcome, theme)}${cell.outcome === 'skipped' ? theme.muted('skipped') : cell.text}`
}
