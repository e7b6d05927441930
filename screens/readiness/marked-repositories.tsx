import { useMemo } from 'react'
import {
  type RepositoryRow,
  type SideBySideCell,
  type SideBySideRow,
  sideBySide,
} from '../../src/domain/readiness/repository-rows.ts'
import { fit } from '../../src/domain/text/fit.ts'
import { NONE } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { apart, cutStyled, padStyled } from '../../src/ui/layout/columns.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { shellWord } from '../kit/export/command-options.ts'
import { ListBody } from '../kit/list/list-body.tsx'
import { COLUMN_GAP, type MarkedColumns, markedColumns } from '../kit/list/list-rows.ts'
import { atTheEnd, NO_ROW } from '../kit/list/use-list.ts'
import type { Marks } from '../kit/list/use-marks.ts'
import { useRows } from '../kit/list/use-rows.ts'
import { rule } from '../kit/screen/frame.ts'
import { useReport } from '../kit/screen/screen-report.ts'
import { useScreenState } from '../kit/screen/screen-state.ts'
import { useSession } from '../kit/session/session.ts'
import { outcomeSign } from './criteria-rows.ts'
import { markedRepositoryKeys } from './readiness-keys.ts'
import type { ReadinessViewProps } from './use-reports.ts'

type MarkedRepositoriesProps = ReadinessViewProps & {
  /** Ids are the URLs of repositories. */
  marks: Marks
  /** Back to the list. */
  leave: () => void
}

/** Rows of the title, the rule and the names. */
const HEAD = 3

/** Marked repositories side by side: their figures, and the criteria in which they differ. */
export const MarkedRepositories = ({ width, height, open, loaded, marks, leave }: MarkedRepositoriesProps) => {
  const { theme } = useSession()
  const repositories = useMemo(
    () => [...marks.ids].flatMap((url) => loaded.repositories.find(({ repoUrl }) => repoUrl === url) ?? []),
    [marks.ids, loaded.repositories],
  )
  const [at, setAt] = useScreenState('column', 0)
  const count = repositories.length
  const chosen = Math.min(at, Math.max(0, count - 1))
  const columns = markedColumns(count, chosen, width, REPOSITORY_LABEL_CELLS)
  const rows = useMemo(() => sideBySide(repositories), [repositories])
  const textOf = (row: SideBySideRow) => markedRepositoryText(row, columns, theme)
  const listed = useRows('compared row', rows, idOf, { textOf, top: HEAD, height: Math.max(1, height - HEAD), width })
  const repository = repositories[chosen]
  useKeys(markedRepositoryKeys, {
    ...listed.handlers,
    left: () => (chosen > 0 ? setAt(chosen - 1) : atTheEnd('repository', -1)),
    right: () => (chosen < count - 1 ? setAt(chosen + 1) : atTheEnd('repository', 1)),
    mark() {
      if (!repository) return NO_ROW
      marks.toggle(repository.repoUrl)
      return count === 1 ? leave() : undefined
    },
    open() {
      const row = listed.selectedNow()
      if (!repository) return NO_ROW
      return open('readiness', { repository: repository.repoUrl, ...(row?.isCriterion && { criterion: row.name }) })
    },
    leave,
  })
  useReport('readiness', {
    crumbs: [`${count} compared`],
    enter: () => repository?.name,
    command: `readiness compare ${repositories.map(({ repoUrl }) => `--beside ${shellWord(repoUrl)}`).join(' ')}`,
    fieldKeys: markedRepositoryKeys,
    states: [loaded.state],
  })

  const hidden = count - columns.count
  const differing = rows.filter(({ isCriterion }) => isCriterion).length
  const above = [
    apart(
      ` ${theme.strong(String(count))} marked   ${theme.strong(String(differing))} ${theme.muted('criteria differ')}`,
      hidden > 0 ? theme.muted(`${hidden} more, h/l `) : '',
      width,
    ),
    rule(width, theme),
    ` ${markedRepositoryNames(repositories, chosen, columns, theme)}`,
  ]
  const lines = () => [...above, ...listed.linesNow('')].map((line) => cutStyled(line, width))
  return <ListBody list={listed.list} lines={lines} height={height} />
}

const idOf = ({ name }: SideBySideRow): string => name

/** Cells of what a row is called. */
const REPOSITORY_LABEL_CELLS = 30

/** A row without the cell for the bar. */
const markedRepositoryText = (
  { name, isCriterion, cells: own }: SideBySideRow,
  { first, count, cells }: MarkedColumns,
  theme: Theme,
): string => {
  const label = `${fit(safeText(name), REPOSITORY_LABEL_CELLS - 1)} `
  const shown = own.slice(first, first + count).map((cell) => padStyled(cellText(cell, name, theme), cells))
  return `${isCriterion ? label : theme.muted(label)}${shown.join(COLUMN_GAP)}`
}

const cellText = (cell: SideBySideCell | undefined, name: string, theme: Theme): string => {
  if (!cell) return theme.muted(NONE)
  if (cell.outcome === undefined) return name === 'level' ? theme.strong(cell.text) : cell.text
  return `${outcomeSign(cell.outcome, theme)}${cell.outcome === 'skipped' ? theme.muted('skipped') : cell.text}`
}

/** The names above the columns, the chosen one in another style. */
const markedRepositoryNames = (
  repositories: readonly RepositoryRow[],
  chosen: number,
  { first, count, cells }: MarkedColumns,
  theme: Theme,
): string => {
  const names = repositories.slice(first, first + count).map(({ name }, index) => {
    const text = fit(name, cells)
    return first + index === chosen ? theme.accent(text) : theme.strong(text)
  })
  return ' '.repeat(REPOSITORY_LABEL_CELLS) + names.join(COLUMN_GAP)
}
