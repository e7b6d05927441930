import { truncate } from '../../src/domain/text/fit.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { cutStyled } from '../../src/ui/layout/columns.ts'
import { shellWord } from '../kit/export/command-options.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import { webAddress } from '../kit/screen/screen-report.ts'
import { useSession } from '../kit/session/session.ts'
import { jobSummaryLines } from './ci-job-rows.ts'
import { CiListView, useCiJobs } from './ci-list-view.tsx'
import { CiTreeView } from './ci-tree-view.tsx'

/** Maximum width of a job in the breadcrumb, in cells. */
const MAX_CRUMB_CELLS = 36
const OTHER = 'The response is not a list of jobs. It is shown in full.'

export const Ci = ({ width, height, target, open }: ScreenProps) => {
  const { theme, now } = useSession()
  const loaded = useCiJobs()
  const { state, rows, other } = loaded
  const shared = { width, height, state }
  if (other !== undefined)
    return <CiTreeView {...shared} value={other} name="ci-jobs" command="ci jobs" head={[` ${theme.muted(OTHER)}`]} />
  const row = target?.job === undefined ? undefined : rows.find(({ id }) => id === target.job)
  // The list is shown until the job is loaded, and if it is not found.
  if (!row) return <CiListView {...shared} open={open} loaded={loaded} place={target?.job} />
  const head = jobSummaryLines(row, now(), width - 2, theme).map((line) => cutStyled(` ${line}`, width))
  const crumb = truncate(safeText(row.file ?? row.id), MAX_CRUMB_CELLS)
  const shown = { value: row.job, place: crumb, name: 'ci-job', head }
  const command = `ci jobs --where ${shellWord(`id="${row.id}"`)}`
  return <CiTreeView {...shared} {...shown} command={command} address={webAddress('the pull request', row.job.prUrl)} />
}
