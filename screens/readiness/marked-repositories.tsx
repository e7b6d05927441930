import { useMemo } from 'react'
import { memoize } from '../../src/base/memoize.ts'
import { type SideBySideRow, sideBySide } from '../../src/domain/readiness/repository-rows.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { apart, cutStyled } from '../../src/ui/layout/columns.ts'
import { useRowClicks } from '../../src/ui/mouse/click-areas.ts'
import { shellWord } from '../kit/export/shell-word.ts'
import { ListBody } from '../kit/list/list-body.tsx'
import { listRows } from '../kit/list/list-rows.ts'
import { markedColumns } from '../kit/list/marked-columns.ts'
import { atTheEnd, NO_ROW } from '../kit/list/nothing-to-do.ts'
import { listHandlers, useQuietList } from '../kit/list/use-list.ts'
import type { Marks } from '../kit/list/use-marks.ts'
import { rule } from '../kit/screen/frame.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import { useReport } from '../kit/screen/screen-report.ts'
import { useScreenState } from '../kit/screen/screen-state.ts'
import { useSession } from '../kit/session/session.ts'
import { markedRepositoryNames, markedRepositoryText, REPOSITORY_LABEL_CELLS } from './marked-repository-rows.ts'
import { markedRepositoryKeys } from './readiness-keys.ts'
import type { LoadedReports } from './use-reports.ts'

export type MarkedRepositoriesProps = Pick<ScreenProps, 'width' | 'height' | 'open'> & {
  loaded: LoadedReports
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
  const ids = useMemo(() => rows.map(({ name }) => name), [rows])
  const listHeight = Math.max(1, height - HEAD)
  const list = useQuietList('compared row', ids, listHeight)
  useRowClicks(list, { top: 3, height: listHeight, count: ids.length })
  const repository = repositories[chosen]
  useKeys(markedRepositoryKeys, {
    ...listHandlers(list, listHeight, rows.length),
    left: () => (chosen > 0 ? setAt(chosen - 1) : atTheEnd('repository', -1)),
    right: () => (chosen < count - 1 ? setAt(chosen + 1) : atTheEnd('repository', 1)),
    mark() {
      if (!repository) return NO_ROW
      marks.toggle(repository.repoUrl)
      return count === 1 ? leave() : undefined
    },
    open() {
      const row = rows[list.selected]
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
  // Made once for all moves until the screen is drawn again: what is drawn again is known by its text.
  const textOf = memoize((row: SideBySideRow) => markedRepositoryText(row, columns, theme))
  const lines = () =>
    [...above, ...listRows(rows, textOf, { list, height: listHeight, width }, theme)].map((line) =>
      cutStyled(line, width),
    )
  return <ListBody list={list} lines={lines} height={height} />
}
