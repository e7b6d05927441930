import { REPOSITORY_SORTS } from '../../src/domain/readiness/repository-rows.ts'
import { anyText, filter, markedIds, oneOf, order, selectedRow, yesOrNo } from '../kit/links/members.ts'
import type { Members, ScreenLink } from '../kit/links/screen-link.ts'
import { QUICK_FILTERS } from './quick-filters.ts'

const quick = { ...oneOf(QUICK_FILTERS), key: 'quick' }
const row = { ...selectedRow, key: 'repository' }

const ofList: Members = {
  sort: { ...order('by', REPOSITORY_SORTS), key: 'sort' },
  filter,
  preview: { ...yesOrNo, key: 'preview' },
  row,
  marks: { ...markedIds, key: 'marks' },
  compared: { ...yesOrNo, key: 'compared' },
}

const ofReport: Members = {
  quick,
  filter,
  report: { ...anyText, key: 'report' },
  'older-report': { ...anyText, key: 'base' },
  about: { ...yesOrNo, key: 'about' },
  reports: { ...yesOrNo, key: 'choosing' },
  'reports-filter': { ...filter, key: 'reportsFilter' },
  'reports-row': { ...selectedRow, key: 'reports' },
}

const ofCriterion: Members = { quick, filter, row }

export const readinessLink: ScreenLink = {
  isInside: ({ repository, criterion }) => repository !== undefined || criterion !== undefined,
  targetOf: (target, state) => {
    if (target?.repository === undefined) return target
    const mode = state.get('mode')
    const [, criterion] = /^criterion:(.*)$/s.exec((state.get('row') as { id?: string } | undefined)?.id ?? '') ?? []
    return {
      ...target,
      ...(typeof mode === 'string' && { view: mode }),
      ...(criterion !== undefined && { criterion }),
    }
  },
  statesOf: (target, state) => {
    if (target?.repository !== undefined) return [{ state, members: ofReport }]
    return [{ state, members: target?.criterion === undefined ? ofList : ofCriterion }]
  },
}
