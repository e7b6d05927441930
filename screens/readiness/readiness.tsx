import { useMarks } from '../kit/list/use-marks.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import { useScreenState } from '../kit/screen/screen-state.ts'
import { CriteriaView } from './criteria-view.tsx'
import { CriterionView } from './criterion-view.tsx'
import { MarkedRepositories } from './marked-repositories.tsx'
import { REPORT_MODES, readinessView, reportState, repositoriesState } from './readiness-keys.ts'
import { ReportView } from './report-view.tsx'
import { ReportsView } from './reports-view.tsx'
import { RepositoriesView } from './repositories-view.tsx'
import { useReports } from './use-reports.ts'

export const Readiness = ({ width, height, target, open }: ScreenProps) => {
  const loaded = useReports()
  const [isChoosing, setIsChoosing] = useScreenState(reportState.choosing)
  const [view, setView] = useScreenState(readinessView)
  const marks = useMarks(repositoriesState.marks)
  const [isCompared, setIsCompared] = useScreenState(repositoriesState.compared)
  const shared = { width, height, open, loaded }
  if (target?.repository !== undefined) {
    const mode = REPORT_MODES.find((one) => one === target.view) ?? 'levels'
    const begin = { repository: target.repository, mode }
    if (isChoosing) return <ReportsView {...shared} {...begin} leave={() => setIsChoosing(false)} />
    return <ReportView {...shared} {...begin} criterion={target.criterion} chooseReport={() => setIsChoosing(true)} />
  }
  if (target?.criterion !== undefined) return <CriterionView {...shared} id={target.criterion} />
  if (isCompared) return <MarkedRepositories {...shared} marks={marks} leave={() => setIsCompared(false)} />
  if (view === 'criteria') return <CriteriaView {...shared} setView={setView} />
  const compareMarked = () => setIsCompared(true)
  return <RepositoriesView {...shared} marks={marks} compareMarked={compareMarked} setView={setView} />
}
