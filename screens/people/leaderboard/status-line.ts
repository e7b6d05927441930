import type { Leaderboard } from '../../../src/domain/people/leaderboard.ts'
import { aboutUsers } from '../../../src/domain/people/load-progress.ts'
import type { PeopleSort } from '../../../src/domain/people/people-sort.ts'
import { fullNumber, rangeLabel } from '../../../src/domain/text/format.ts'
import { cutStyled, joinFitting, justify } from '../../../src/ui/layout/columns.ts'
import { styledWidth } from '../../../src/ui/layout/styled-width.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { MARK } from '../../../src/ui/linear/linear-marks.ts'
import { NOT_KNOWN } from '../../kit/query/states.ts'
import type { LoadedPeople } from '../shared/use-people.ts'

type Status = Pick<LoadedPeople, 'state' | 'walkRange' | 'walk' | 'progress' | 'isFinal' | 'ranking' | 'isOffline'> & {
  board: Pick<Leaderboard, 'active' | 'users'>
  /** Whether the list has ranks: it lists users, not their single days. */
  hasRanks: boolean
  /** Whether nothing loads by itself until the user resumes it. */
  isPaused: boolean
  /** Seconds until the next request; 0 if it does not wait. */
  waitSeconds: number
  /** Requests until the operation in progress ends; undefined without an estimate. */
  requestsLeft: number | undefined
}

/** Texts at the left and right end of the row. */
type Ends = readonly [left: readonly string[], right: string]

const GAP = '  '

/**
 * The row above the list: how many users the figures cover, whether those are all, and the requests for the others.
 *
 * @param exact - Texts to show once all users are loaded, most important first.
 */
export const statusLine = (
  status: Status,
  sort: PeopleSort,
  exact: readonly string[],
  width: number,
  theme: Theme,
): string => {
  const { state, walk, hasRanks } = status
  const users = userCount(status)
  const isComplete = state.missing.length === 0 || status.isFinal
  // Stopped by the user, failed or rejected.
  if (users === 0 && state.loading === 'nothing' && !(isComplete && walk))
    return ` ${theme.muted(`users ${NOT_KNOWN}`)}`
  const count = countText(users, theme)
  if (isComplete && (status.isFinal || state.loading !== 'page')) {
    const final = users > 0 && hasRanks ? [theme.muted('ranks are final')] : []
    return ` ${joinFitting([count, ...final, ...exact], width - 2, '   ')}`
  }
  const ranked = hasRanks ? 'ranked among loaded users' : 'sorted among loaded users'
  const order = `sort ${sort.field}${sort.isDescending ? theme.signs.sortDown : theme.signs.sortUp}`
  const rights = users === 0 ? [] : [`${order} ${ranked}`, ranked].map(theme.muted)
  const isLoading =
    status.ranking.isAwaited || (state.loading !== 'nothing' && (state.loading !== 'page' || users === 0))
  const ends = isLoading ? loadingEnds(status, count, rights, theme) : askingEnds(status, count, rights, theme)
  const line = fittingLine(ends, width) ?? ` ${cutStyled(ends.at(-1)?.[0].join(GAP) ?? count, width - 2)}`
  // A screen reader would repeat it at each page.
  return theme.isLinear && isLoading && status.waitSeconds === 0 ? MARK.aside + line : line
}

/** Users with at least one row. */
const userCount = ({ isFinal, board }: Status): number => (isFinal ? board.active : board.users)

const countText = (users: number, theme: Theme, of = ''): string =>
  `${theme.strong(fullNumber(users))}${of} ${users === 1 && of === '' ? 'user' : 'users'}`

/** The number of loaded users, of their estimated number, or with the days that are incomplete. */
const coverage = (status: Status, theme: Theme): string => {
  const { state, walkRange, progress } = status
  const users = userCount(status)
  if (users === 0) return theme.muted('loading users')
  const [first] = state.missing
  // Some days are complete, others are not.
  if (first && (first.from !== walkRange.from || first.to !== walkRange.to || state.missing.length > 1))
    return `${countText(users, theme)}, ${state.missing.map(rangeLabel).join(' and ')} incomplete`
  return progress && progress.expected > users
    ? countText(users, theme, ` of about ${fullNumber(aboutUsers(progress.expected, users))}`)
    : `${countText(users, theme)}, more on the server`
}

/** While pages arrive: the progress, and the key that stops it. The longest texts are first. */
const loadingEnds = (status: Status, count: string, rights: readonly string[], theme: Theme): Ends[] => {
  const { state, progress, requestsLeft: left, waitSeconds } = status
  const covered = coverage(status, theme)
  const isCached = state.loading === 'cached'
  const request =
    waitSeconds > 0
      ? [theme.warn(`${state.wait?.isRateLimit ? 'rate limit reached, ' : ''}continues in ${waitSeconds} s`)]
      : left === undefined || isCached
        ? []
        : [`${fullNumber(left)} ${left === 1 ? 'request' : 'requests'} left`]
  const key = state.loading === 'all' ? ['Esc stops'] : state.loading === 'pages' ? ['P pauses'] : []
  const keys = key.map((text) => theme.muted(text))
  const [long = '', short = ''] = rights
  const bars =
    progress && !isCached && !theme.isLinear
      ? [24, 18, 12].map((cells) => bar(progress.loaded / progress.expected, cells, theme))
      : []
  return [
    ...bars.map((drawn): Ends => [[covered, drawn, ...request, ...keys], long]),
    [[covered, ...request, ...keys], long],
    [[covered, ...request, ...keys], short],
    [[covered, ...request], short],
    // The wait is more important than the total.
    ...(waitSeconds > 0 ? [[[count, ...request], short] as const, [[count, ...request], ''] as const] : []),
    [[covered], short],
    [[count], short],
    [[covered], ''],
  ]
}

/** While nothing loads by itself: how many requests the others take, and the key that loads them. */
const askingEnds = (status: Status, count: string, rights: readonly string[], theme: Theme): Ends[] => {
  const { state, progress, isPaused, isOffline } = status
  const covered = coverage(status, theme)
  const [long = '', short = ''] = rights
  // Without a connection, or if the server ended the list, no key loads more.
  if (isOffline || state.incomplete !== undefined)
    return [
      [[covered], long],
      [[covered], short],
      [[covered], ''],
    ]
  const paused = isPaused ? [theme.warn(state.isRateLimited ? 'paused: rate limit' : 'paused')] : []
  const all = `${theme.accent('G')} loads all`
  const requests = progress?.requests
  const ask =
    requests === undefined ? all : `${fullNumber(requests)} more ${requests === 1 ? 'request' : 'requests'}: ${all}`
  const resume = isPaused ? [`${theme.accent('P')} resumes`] : []
  return [
    [[covered, ...paused, ask, ...resume], long],
    [[covered, ...paused, ask, ...resume], short],
    ...(isPaused ? [[[covered, ...paused, all, ...resume], short] as const] : []),
    [[covered, ask, ...resume], short],
    [[count, ask, ...resume], short],
    [[covered, ask, ...resume], ''],
    [[count, ask, ...resume], ''],
    [[count, all, ...resume], ''],
    [[count, all], ''],
  ]
}

const fittingLine = (ends: readonly Ends[], width: number): string | undefined => {
  for (const [parts, right] of ends) {
    const left = ` ${parts.join(GAP)}`
    const end = right === '' ? '' : `${right} `
    if (styledWidth(left) + styledWidth(end) + GAP.length <= width) return end === '' ? left : justify(left, end, width)
  }
  return undefined
}

const bar = (fraction: number, cells: number, { isAscii, accent, muted }: Theme): string => {
  const done = Math.min(cells, Math.floor(fraction * cells))
  return accent((isAscii ? '#' : '▇').repeat(done)) + muted((isAscii ? '_' : '▁').repeat(cells - done))
}
