import { toJson } from '../../src/domain/output/output.ts'
import type { JudgedRepository } from '../../src/domain/readiness/repository-rows.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import type { useLateDetail } from '../kit/detail/use-detail.ts'
import { useExports } from '../kit/export/exports.ts'
import type { Filter } from '../kit/filter/use-filter.ts'
import { nextIn } from '../kit/list/next-in.ts'
import { NO_ROW } from '../kit/list/nothing-to-do.ts'
import { type List, listHandlers } from '../kit/list/use-list.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import { useLastRow } from '../kit/session/use-last-row.ts'
import { QUICK_FILTERS, type QuickFilter } from './quick-filters.ts'
import { copiedRow, criterionExports, type IssueOf, issueText } from './readiness-exports.ts'
import { criterionKeys } from './readiness-keys.ts'

type CriterionKeysOptions = {
  /** The id of the criterion. */
  id: string
  rows: readonly JudgedRepository[]
  list: List
  /** Rows of the list. */
  height: number
  filter: Filter
  quick: QuickFilter
  setQuick: (quick: QuickFilter) => void
  detailNow: ReturnType<typeof useLateDetail>
  open: ScreenProps['open']
}

/** What the keys of a criterion do. */
export const useCriterionKeys = (options: CriterionKeysOptions): void => {
  const { tell, copy } = useLastRow()
  const { id, rows, list, height, filter, quick, setQuick, detailNow, open } = options
  const rowNow = () => rows[list.selected]
  const findNext = (step: 1 | -1) => () => {
    const isLooking = filter.text.trim() !== ''
    if (isLooking && detailNow().scrollToFound(step)) return
    const isWanted = (one: JudgedRepository) => isLooking || one.criterion.outcome === 'failed'
    const found =
      step === 1
        ? rows.findIndex((one, index) => index > list.selected && isWanted(one))
        : rows.findLastIndex((one, index) => index < list.selected && isWanted(one))
    if (found >= 0) list.moveTo(found)
    else tell(`No repository ${isLooking ? 'holds it' : 'fails it'} ${step === 1 ? 'below' : 'above'} this one.`)
  }
  useKeys(criterionKeys, {
    ...listHandlers(list, height, rows.length),
    open: () => {
      const row = rowNow()
      return row ? open('readiness', { repository: row.repository.repoUrl, criterion: id }) : NO_ROW
    },
    scrollDown: () => detailNow().scrollDown(),
    scrollUp: () => detailNow().scrollUp(),
    nextFailing: findNext(1),
    previousFailing: findNext(-1),
    quick: () => {
      const next = nextIn(QUICK_FILTERS, quick)
      setQuick(next)
      tell(next === 'all' ? 'All repositories.' : `Only where it is ${next}: f shows others.`)
    },
    filter: filter.open,
    copyRow() {
      const row = rowNow()
      copy(row && copiedRow(row.repository.name, row.criterion), 'the row.')
    },
    copyId: () => copy(id, 'the id of the criterion.'),
    copyJson: () => {
      const criterion = rowNow()?.report.report?.[id]
      copy(criterion && toJson(criterion, { indent: 2 }), 'the criterion as JSON.', 'text')
    },
    copyIssue() {
      const row = rowNow()
      copy(row && issueText(issueOf(row)), 'the criterion as an issue.', 'text')
    },
    ...useExports(() => {
      const row = rowNow()
      return criterionExports(id, rows, row && issueOf(row))
    }),
  })
}

const issueOf = ({ report, criterion }: JudgedRepository): IssueOf => ({ is: 'criterion', report, criterion })
