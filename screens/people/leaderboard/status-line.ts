import type { WalkState } from '../../../src/cache/load/people/people-walk.ts'
import type { Range } from '../../../src/domain/calendar/calendar.ts'
import type { Leaderboard } from '../../../src/domain/people/leaderboard.ts'
import type { PeopleSort } from '../../../src/domain/people/people-sort.ts'
import { wrapText } from '../../../src/domain/text/fit.ts'
import { fullNumber, rangeLabel } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { joinSums, type Sum } from '../../../src/domain/usage/measure-figures.ts'
import { asManyAsFit, cutStyled, near } from '../../../src/ui/layout/columns.ts'
import { styledWidth } from '../../../src/ui/layout/styled-width.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { failedLines, failuresOf, NOT_KNOWN } from '../../kit/query/states.ts'
import { sumChange, sumText } from '../shared/cells.ts'
import type { LoadedPeople } from '../shared/use-people.ts'

export type Status = {
  state: WalkState
  /** The days of the walk. */
  range: Range
  isConnected: boolean
  /** People with a row so far. */
  people: number
  /** How many people used credits in the range, where that is known. */
  known: number | undefined
  /** About how many requests are left until all people are loaded, where that can be estimated. */
  requestsLeft: number | undefined
  sort: PeopleSort
  /** What is said of all people once the figures are exact: finished texts, the most important first. */
  exact: readonly string[]
}

/** The row above the list: whose figures are shown, how exact that is, and what the rest would cost. */
export const statusLine = (status: Status, width: number, theme: Theme): string => {
  const { state, isConnected, people, known } = status
  const { missing, loading, pages } = state
  const room = width - 2
  const count = `${theme.strong(fullNumber(people))} ${people === 1 ? 'person' : 'people'}`
  if (missing.length === 0 && (people > 0 || (isConnected && loading === 'nothing'))) {
    return ` ${asManyAsFit([count, ...status.exact], room, '   ')}`
  }
  if (loading === 'all') {
    const page = `page ${fullNumber(pages + 1)}${pagesText(status)} is on its way`
    return near(` ${cutStyled(`${count}, ${page}`, room)}`, theme.muted('Esc stops '), width)
  }
  if (people > 0 && loading === 'kept') {
    const of = known !== undefined && known > people ? ` of about ${fullNumber(known)}` : ''
    return near(` ${cutStyled(`${count}${of} read`, room)}`, theme.muted('sort over these '), width)
  }
  if (people === 0) {
    // Stopped by the user, or failed, or refused: who there is nobody knows.
    return ` ${theme.muted(loading === 'nothing' ? `people ${NOT_KNOWN}` : 'loading people')}`
  }
  const sort = `sort ${status.sort.field}${status.sort.isDescending ? theme.signs.sortDown : theme.signs.sortUp}`
  // A ranking of part of the people says so, whatever else there is no room for.
  const lefts = [
    `${count} ${moreText(status)}   ${theme.muted(`${sort} over the loaded rows`)}`,
    `${count} ${moreText(status)}   ${theme.muted('sort over these')}`,
    `${count}, not all   ${theme.muted('sort over these')}`,
  ]
  const price = `${theme.accent('G')} loads all`
  const prices = state.incomplete === undefined ? [`${price}${priceText(status)} `, `${price} `] : [' ']
  for (const left of lefts) {
    const fitting = prices.find((one) => styledWidth(left) + styledWidth(one) + 2 <= width)
    if (fitting !== undefined) return near(` ${left}`, fitting, width)
  }
  return cutStyled(` ${lefts.at(-1) ?? count}`, width)
}

const moreText = ({ state, range, known, people }: Status): string => {
  const [first] = state.missing
  // Some days are complete, others are not.
  if (first && (first.from !== range.from || first.to !== range.to || state.missing.length > 1)) {
    return `loaded, ${state.missing.map(rangeLabel).join(' and ')} not of all`
  }
  return known !== undefined && known > people ? `of about ${fullNumber(known)} loaded` : 'loaded, more on the server'
}

const pagesText = ({ requestsLeft, state }: Status): string =>
  requestsLeft === undefined ? '' : ` of about ${fullNumber(state.pages + requestsLeft)}`

const priceText = ({ requestsLeft }: Status): string => {
  if (requestsLeft === undefined) return ''
  return requestsLeft === 1 ? ', about 1 request' : `, about ${fullNumber(requestsLeft)} requests`
}

const WIDEST = 24

/** What is said of everybody once they are all loaded. */
export const exactTexts = (board: Leaderboard, marked: number, theme: Theme): string[] => {
  const credits = board.totalCredits()
  const change = board.previous ? sumChange(credits, totalBefore(board), theme) : ''
  return [
    ...(marked > 0 ? [`${theme.accent(String(marked))} marked, ${theme.accent('=')} compares`] : []),
    ...(board.gone > 0 ? [`${fullNumber(board.gone)} ${theme.muted('only in the period before')}`] : []),
    ...(board.length > 0 ? [`${theme.muted('credits')} ${theme.strong(sumText(credits, WIDEST))} ${change}`] : []),
  ]
}

const totalBefore = (board: Leaderboard): Sum =>
  Array.from(board.person, (_, entry) => board.beforeAt('credits', entry) ?? nothing).reduce(joinSums, nothing)

const nothing: Sum = { value: undefined, missing: 0 }

/** What went wrong with loading, each failure in at most `height` rows. */
export const failureLines = (loaded: LoadedPeople, width: number, height: number, theme: Theme): string[] => {
  const { queryState, state, isOffline } = loaded
  return [
    ...failuresOf([queryState]).flatMap((error) => failedLines(error, width, theme, height)),
    ...(state.notice === undefined ? [] : wrappedLines(state.notice, width, theme).slice(0, height)),
    ...(state.incomplete === undefined ? [] : brokenLines(state.incomplete, isOffline, width, theme).slice(0, height)),
  ]
}

/** Why there is no more than this, and the keys that help where anything does. */
const brokenLines = (why: string, isOffline: boolean, width: number, theme: Theme): string[] => [
  ...wrappedLines(why, width, theme),
  ...(isOffline ? [] : [`   ${theme.muted('r goes on, R begins anew')}`]),
]

const wrappedLines = (text: string, width: number, theme: Theme): string[] =>
  wrapText(safeText(text, 'text'), Math.max(20, Math.min(100, width - 5))).map(
    (line, y) => ` ${y === 0 ? theme.warn('!') : ' '} ${line}`,
  )

/** Why a list has no rows. */
export const emptyLine = (
  { state, board, walk }: LoadedPeople,
  { isFiltering, isAsking }: { isFiltering: boolean; isAsking: boolean },
  theme: Theme,
): string => {
  const isAll = state.missing.length === 0
  if (isFiltering && board.length > 0) {
    return ` ${theme.muted(`Nobody ${isAll ? '' : 'who is loaded '}matches: Esc shows all${isAll ? '' : ', G loads all'}.`)}`
  }
  if (!walk || isAsking || state.loading !== 'nothing') return ` ${theme.muted('loading people')}`
  if (!isAll) return ` ${theme.muted('Loading was stopped: R goes on.')}`
  return ` ${theme.muted('Nobody was active on these days: t chooses others.')}`
}
