import { filter, selectedRow, yesOrNo } from '../kit/links/members.ts'
import type { Members, ScreenLink } from '../kit/links/screen-link.ts'

const ofRuns: Members = {
  run: { ...selectedRow, key: 'run' },
  filter,
  facts: { ...yesOrNo, key: 'facts' },
}

const ofArchive: Members = {
  filter,
  detail: { ...yesOrNo, key: 'alone', absent: (target) => target?.page !== undefined },
}

export const wikiLink: ScreenLink = {
  path: 'run',
  isInside: ({ archive }) => archive !== undefined,
  targetOf: (target, state) => {
    const selected = state.get(`page ${target?.archive}`) as { id?: string } | undefined
    return target?.archive !== undefined && selected?.id !== undefined ? { ...target, page: selected.id } : target
  },
  statesOf: (target, state) => [{ state, members: target?.archive === undefined ? ofRuns : ofArchive }],
}
