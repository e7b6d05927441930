import type { Leaderboard } from '../../../src/domain/people/leaderboard.ts'
import type { PeopleSort } from '../../../src/domain/people/people-sort.ts'
import { wrapText } from '../../../src/domain/text/fit.ts'
import { fullNumber, rangeLabel } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { joinSums, type Sum } from '../../../src/domain/usage/measure-figures.ts'
import { cutStyled, joinFitting, justify } from '../../../src/ui/layout/columns.ts'
import { styledWidth } from '../../../src/ui/layout/styled-width.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { NOT_KNOWN, failureLines as queryFailureLines } from '../../kit/query/states.ts'
import { sumChange, sumText } from '../shared/cells.ts'
import type { LoadedPeople } from '../shared/use-people.ts'

type Status = Pick<LoadedPeople, 'state' | 'walkRange' | 'walk' | 'known' | 'requestsLeft' | 'isExact'> & {
  board: Pick<Leaderboard, 'active' | 'users'>
}

/**
 * The row above the list: how many people the figures cover, whether that is all of them, and how many requests it takes
 * to load the others.
 *
 * @param exact - Finished texts to show once all people are loaded, most important first.
 */
export const statusLine = (
  status: Status,
  sort: PeopleSort,
  exact: readonly string[],
  width: number,
  theme: Theme,
): string => {
  const { state, known } = status
  const people = peopleCount(status)
  const { missing, loading, pages } = state
  const room = width - 2
  const count = `${theme.strong(fullNumber(people))} ${people === 1 ? 'person' : 'people'}`
  if (missing.length === 0 && (people > 0 || (status.walk && loading === 'nothing'))) {
    return ` ${joinFitting([count, ...exact], room, '   ')}`
  }
  if (loading === 'all') {
    const page = `loading page ${fullNumber(pages + 1)}${pagesText(status)}`
    return justify(` ${cutStyled(`${count}, ${page}`, room)}`, theme.muted('Esc stops '), width)
  }
  if (people > 0 && loading === 'cached') {
    const of = known !== undefined && known > people ? ` of about ${fullNumber(known)}` : ''
    return justify(` ${cutStyled(`${count}${of} loaded`, room)}`, theme.muted('sorted among these '), width)
  }
  if (people === 0) {
    // Stopped by the user, failed or rejected: nothing is loaded.
    return ` ${theme.muted(loading === 'nothing' ? `users ${NOT_KNOWN}` : 'loading users')}`
  }
  const order = `sort ${sort.field}${sort.isDescending ? theme.signs.sortDown : theme.signs.sortUp}`
  // Even the shortest form shows that the ranking doesn't cover all users.
  const lefts = [
    `${count} ${moreText(status)}   ${theme.muted(`${order} over the loaded rows`)}`,
    `${count} ${moreText(status)}   ${theme.muted('sorted among these')}`,
    `${count}, not all   ${theme.muted('sorted among these')}`,
  ]
  const cost = `${theme.accent('G')} loads all`
  const costs = state.incomplete === undefined ? [`${cost}${requestsText(status)} `, `${cost} `] : [' ']
  for (const left of lefts) {
    const fitting = costs.find((one) => styledWidth(left) + styledWidth(one) + 2 <= width)
    if (fitting !== undefined) return justify(` ${left}`, fitting, width)
  }
  return cutStyled(` ${lefts.at(-1) ?? count}`, width)
}

/** People with at least one row. */
const peopleCount = ({ isExact, board }: Status): number => (isExact ? board.active : board.users)

const moreText = (status: Status): string => {
  const { state, walkRange: range, known } = status
  const people = peopleCount(status)
  const [first] = state.missing
  // Some days are complete, others are not.
  if (first && (first.from !== range.from || first.to !== range.to || state.missing.length > 1)) {
    return `loaded; ${state.missing.map(rangeLabel).join(' and ')} incomplete`
  }
  return known !== undefined && known > people ? `of about ${fullNumber(known)} loaded` : 'loaded, more on the server'
}

const pagesText = ({ requestsLeft, state }: Status): string =>
  requestsLeft === undefined ? '' : ` of about ${fullNumber(state.pages + requestsLeft)}`

const requestsText = ({ requestsLeft }: Status): string => {
  if (requestsLeft === undefined) return ''
  return requestsLeft === 1 ? ', about 1 request' : `, about ${fullNumber(requestsLeft)} requests`
}

const WIDEST = 24

/** Totals that are shown once all people are loaded. */
export const exactTexts = (board: Leaderboard, marked: number, theme: Theme): string[] => {
  const credits = board.totalCredits()
  const change = board.previous ? sumChange(credits, totalBefore(board), theme) : ''
  return [
    ...(marked > 0 ? [`${theme.accent(String(marked))} marked, ${theme.accent('=')} compares`] : []),
    ...(board.gone > 0 ? [`${fullNumber(board.gone)} ${theme.muted('inactive')}`] : []),
    ...(board.length > 0 ? [`${theme.muted('credits')} ${theme.strong(sumText(credits, WIDEST))} ${change}`] : []),
  ]
}

const totalBefore = (board: Leaderboard): Sum =>
  Array.from(board.person, (_, entry) => board.beforeAt('credits', entry) ?? nothing).reduce(joinSums, nothing)

const nothing: Sum = { value: undefined, missing: 0 }

/** Errors and notices of loading, each in at most `height` rows, and the keys that help. */
export const failureLines = (loaded: LoadedPeople, width: number, height: number, theme: Theme): string[] => {
  const { notice, incomplete } = loaded.state
  const keys = loaded.isOffline ? [] : [`   ${theme.muted('r resumes, R starts over')}`]
  return [
    ...queryFailureLines([loaded.queryState], width, theme, height),
    ...(notice === undefined ? [] : wrappedLines(notice, width, theme).slice(0, height)),
    ...(incomplete === undefined ? [] : [...wrappedLines(incomplete, width, theme), ...keys].slice(0, height)),
  ]
}

const wrappedLines = (text: string, width: number, theme: Theme): string[] =>
  wrapText(safeText(text, 'text'), Math.max(20, Math.min(100, width - 5))).map(
    (line, y) => ` ${y === 0 ? theme.warn('!') : ' '} ${line}`,
  )

export const emptyLine = (
  { state, board, walk }: LoadedPeople,
  isFiltering: boolean,
  isPageRequested: boolean,
  theme: Theme,
): string => {
  const isAll = state.missing.length === 0
  if (isFiltering && board.length > 0) {
    return ` ${theme.muted(`No ${isAll ? '' : 'loaded '}user matches: Esc shows all${isAll ? '' : ', G loads all'}.`)}`
  }
  if (!walk || isPageRequested || state.loading !== 'nothing') return ` ${theme.muted('loading users')}`
  if (!isAll) return ` ${theme.muted('Loading stopped. Press R to resume.')}`
  return ` ${theme.muted('No active users on these days. Press t to choose others.')}`
}
