import { filter, rowKey } from '../../kit/list/list-state.ts'
import { atFirstRow } from '../../kit/list/use-list.ts'
import type { ScreenLink } from '../../kit/screen/screen.ts'
import { yesOrNo } from '../../kit/screen/screen-link.ts'
import { linkedKey, localKey } from '../../kit/screen/screen-state.ts'

const noneClosed: ReadonlySet<string> = new Set()

export const runsState = {
  row: rowKey('run'),
  filter,
  facts: linkedKey('facts', false, yesOrNo),
  inside: localKey('inside', false, 'which pane has the keys'),
}

export const archiveState = {
  filter,
  alone: linkedKey('detail', false, yesOrNo, { absent: (target) => target?.page !== undefined }),
}

/** State of the pages of an archive. @param first - Path of the page to select first. */
export const pagesState = (archive: string | undefined, first?: string) => ({
  row: localKey(`page ${archive}`, { ...atFirstRow, id: first }, 'the target has the page'),
  closed: localKey(`closed ${archive}`, noneClosed, 'how the user folded it'),
})

export const wikiLink: ScreenLink = {
  path: 'run',
  isInside: ({ archive }) => archive !== undefined,
  targetOf: (target, state) => {
    const { id } = state.get(pagesState(target?.archive).row)
    return target?.archive !== undefined && id !== undefined ? { ...target, page: id } : target
  },
  statesOf: (target, state) => [{ state, keys: target?.archive === undefined ? runsState : archiveState }],
}
