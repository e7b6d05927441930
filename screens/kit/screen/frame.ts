import { memoize } from '../../../src/base/memoize.ts'
import type { Day, Range } from '../../../src/domain/calendar/calendar.ts'
import { fit, truncate } from '../../../src/domain/text/fit.ts'
import { age, counted, rangeLabel } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { type Binding, keyLabel } from '../../../src/ui/keys/bindings.ts'
import { spaceBetween } from '../../../src/ui/layout/columns.ts'
import { styledWidth } from '../../../src/ui/layout/styled-width.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { MARK } from '../../../src/ui/linear/linear-marks.ts'
import { spokenKey } from '../../../src/ui/linear/spoken-text.ts'

/** Rows of the frame above and below the body. */
export const FRAME_ROWS = 5
/** The first row of the body. */
export const BODY_TOP = 3
/** The smallest window in which the explorer is drawn. */
export const MIN_WINDOW = { columns: 60, rows: 15 } as const

export type FirstRow = {
  /** Undefined if only the hosts name the organisation. */
  profile: string | undefined
  /** The hosts that answer the screen's requests, if the profile names two servers; else empty. */
  hosts: readonly string[]
  isDemo: boolean
  isReadOnly: boolean
  /** The day as of which data is shown, and whether this screen shows it; undefined: now. */
  asOf: { day: Day; isShown: boolean } | undefined
  crumbs: readonly string[]
  /** The chosen range; undefined if the screen doesn't depend on it. */
  days: { name: string; range: Range; previous: Range | undefined } | undefined
  freshness: { oldest: number | undefined; isLoading: boolean; isFailed: boolean }
  requests: number
  /** Number of running jobs. */
  jobs: number
  /** Whether refresh is paused. */
  isPaused: boolean
  /** Whether no requests are sent. */
  isOffline: boolean
  /** Seconds until a request is retried; 0: none waits. */
  waitSeconds: number
  /** What happens before the first request can be sent; undefined after that. */
  starting: string | undefined
  spinner: string
  /** Unix ms, by the same clock as `freshness`. */
  now: number
}

/** The head for screen readers: the place, the range, what is in progress, and the age of the data. */
export const linearHead = (row: FirstRow, theme: Theme): string[] => {
  const {
    profile,
    hosts,
    isDemo,
    isReadOnly,
    crumbs,
    days,
    starting,
    requests,
    jobs,
    isOffline,
    freshness,
    now,
    asOf,
  } = row
  const { oldest, isFailed } = freshness
  const facts = [
    ...(isDemo ? ['demo organisation'] : profile === undefined ? [] : [safeText(profile)]),
    ...(hosts.length > 0 ? [`data from ${safeText(hosts.join(' and '))}`] : []),
    ...(isReadOnly ? ['read-only'] : []),
    ...(isOffline ? ['offline'] : []),
    ...(oldest === undefined ? [] : [`data ${age(now - oldest)} old`]),
    ...(isFailed ? ['some data could not be loaded'] : []),
  ]
  return [
    `${MARK.place}${crumbs.join(', ')}`,
    ...(asOf ? [asOf.isShown ? `As of ${asOf.day}` : `Now, not ${asOf.day}`] : []),
    ...(row.isPaused ? ['Paused'] : []),
    ...(days ? rangeTexts(days, theme).slice(0, 1) : []),
    ...(starting !== undefined || requests > 0 ? [`${MARK.busy}Loading`] : []),
    ...(jobs > 0 ? [counted(jobs, 'job running', 'jobs running')] : []),
    MARK.aside + facts.join(', '),
  ]
}

/** Profile and place on the left; range, age and requests on the right. With less room, each is shorter. */
export const firstRow = (row: FirstRow, width: number, theme: Theme): string => {
  const { profile, hosts, crumbs } = row
  const badge = `${row.isDemo ? `${theme.inverse(' DEMO ')} ` : ''}${row.isReadOnly ? `${theme.inverse(' RO ')} ` : ''}${asOfBadge(row, theme)}`
  const place = crumbs.map((crumb, index) => (index === crumbs.length - 1 ? theme.strong(crumb) : crumb))
  const arrow = theme.muted(plainArrow(theme))
  // The badge of the demo already names the organisation.
  const separator = ` ${theme.signs.separator} `
  const withName = (names: readonly string[]) => [
    theme.muted(names.map((name) => safeText(name)).join(separator)),
    ...place,
  ]
  const named = row.isDemo ? place : withName([...(profile === undefined ? [] : [profile]), ...hosts])
  // Without room for all levels, the innermost ones are shown.
  const ends = place.slice(1).map((_, from) => [theme.muted(theme.signs.ellipsis), ...place.slice(from + 1)])
  const leftOf = (parts: readonly string[]) => ` ${badge}${parts.join(arrow)}`
  const last = place.slice(-1)

  const state = stateText(row, theme)
  const rights = (row.days ? rangeTexts(row.days, theme) : []).map((days) => `${days}   ${state} `)
  const shortest = rights.at(-1) ?? `${state} `
  // The range is more important than the path, and the path is more important than the previous period.
  const fitting: readonly (readonly [parts: readonly string[], right: string])[] = [
    ...(rights.length > 0 ? rights : [shortest]).map((right) => [named, right] as const),
    // The profile stays the same on all screens, but the host does not.
    ...shortHosts(hosts).map((names) => [withName(names), shortest] as const),
    ...[place, ...ends, last].map((parts) => [parts, shortest] as const),
    [last, `${state} `],
  ]
  for (const [parts, right] of fitting) {
    const left = leftOf(parts)
    const line = spaceBetween(left, right, width)
    if (line !== left) return line
  }
  const room = width - styledWidth(badge) - styledWidth(state) - 3
  const left = ` ${badge}${theme.strong(truncate(crumbs.at(-1) ?? '', Math.max(1, room)))}`
  return spaceBetween(left, `${state} `, width)
}

/** Cells of a host that identify it where there is no room for all of it. */
const SHORT_HOST_CELLS = 12

/** The hosts, and the same shortened; none without hosts. */
const shortHosts = (hosts: readonly string[]): (readonly string[])[] =>
  hosts.length === 0 ? [] : [hosts, hosts.map((host) => truncate(host, SHORT_HOST_CELLS))]

/** The index of the breadcrumb at a cell of {@link firstRow}; undefined if there is none. */
export const crumbAt = (cell: number, row: FirstRow, width: number, theme: Theme): number | undefined => {
  const line = firstRow(row, width, theme).replaceAll(/\x1b\[[\d;]*m/g, '')
  const arrow = plainArrow(theme)
  // Without room for all crumbs, the row has only the innermost ones.
  const first = row.crumbs.findIndex((_, at) => line.includes(row.crumbs.slice(at).join(arrow)))
  const shown = row.crumbs.slice(Math.max(0, first))
  let from = textWidth(line.slice(0, line.indexOf(shown.join(arrow))))
  for (const [at, crumb] of shown.entries()) {
    const to = from + textWidth(crumb)
    if (first >= 0 && cell >= from && cell < to) return first + at
    from = to + arrow.length
  }
  return undefined
}

const plainArrow = (theme: Theme): string => ` ${theme.isAscii ? theme.signs.to : '>'} `

/** A screen without earlier data shows the current data, with a warning. */
const asOfBadge = ({ asOf }: FirstRow, theme: Theme): string => {
  if (!asOf) return ''
  return asOf.isShown ? `${theme.inverse(` AS OF ${asOf.day} `)} ` : `${theme.warn(`now, not ${asOf.day}`)} `
}

/**
 * The first row as the parts before and after the six cells with the age of the data, which a saved frame fills in when it
 * is drawn later. Undefined if the row has no room for the age.
 */
export const agelessRow = (row: FirstRow, width: number, theme: Theme): [string, string] | undefined => {
  const state = `${stateText(row, theme)} `
  const line = firstRow(row, width, theme)
  if (!line.endsWith(state)) return undefined
  return [`${line.slice(0, -state.length)}${theme.muted(theme.signs.idle)} `, ` ${theme.muted('cached')}  `]
}

/** Texts for a range, the longest first. */
const rangeTexts = ({ name, range, previous }: NonNullable<FirstRow['days']>, theme: Theme): string[] => {
  const choice = name ? `${theme.strong(name)}  ` : ''
  const days = rangeLabel(range)
  const versus = previous ? theme.muted(` vs ${rangeLabel(previous)}`) : ''
  const zone = `  ${theme.muted('UTC')}`
  return [`${choice}${days}${versus}${zone}`, `${choice}${days}${zone}`, `${choice}${days}`, days]
}

// The age varies in length, but the text after it must not move, so the age has a fixed width.
const stateText = (row: FirstRow, theme: Theme): string => {
  const { freshness, requests, jobs, isPaused, isOffline, waitSeconds, starting, spinner, now } = row
  const running = jobs > 0 ? `${theme.accent(`jobs ${jobs}`)}  ` : ''
  if (starting !== undefined) return `${running}${theme.muted(starting)} ${spinner}`
  const { oldest, isFailed } = freshness
  const sign = isFailed
    ? theme.bad(theme.signs.bad)
    : oldest === undefined
      ? theme.muted(theme.signs.idle)
      : theme.good(theme.signs.live)
  const old = oldest === undefined ? '' : now - oldest < 60_000 ? 'now' : age(now - oldest)
  const waiting = isOffline
    ? theme.warn('offline')
    : waitSeconds > 1
      ? theme.warn(`wait ${waitSeconds} s`)
      : requests > 0
        ? `${requests} req ${spinner}`
        : isPaused
          ? theme.warn('paused')
          : theme.muted('0 req  ')
  return `${running}${sign} ${fit(old, 6)} ${waiting}`
}

export type Tab = { key: string; title: string; isActive: boolean }

/**
 * The tabs of the screens, and the keys of the palette and help. If not all tabs fit: as many as fit, the number of the
 * others, and the tab of the shown screen.
 */
export const secondRow = (tabs: readonly Tab[], width: number, theme: Theme, keys: FrameKeys): string => {
  const right = keysPart(theme, keys)
  return spaceBetween(
    ` ${tabParts(tabs, width - styledWidth(right) - 2, theme)
      .map(({ text }) => text)
      .join(TAB_GAP)}`,
    right,
    width,
  )
}

const TAB_GAP = '  '

/** The keys of the palette and help. */
type FrameKeys = { command: string; help: string }

const keysPart = (theme: Theme, { command, help }: FrameKeys): string =>
  `${theme.muted(`${command} command   ${help} help`)} `

/** The index of the tab at a cell of the second row; undefined if there is none. */
export const tabAt = (
  cell: number,
  ...[tabs, width, theme, keys]: Parameters<typeof secondRow>
): number | undefined => {
  let from = 1
  for (const { text, index } of tabParts(tabs, width - styledWidth(keysPart(theme, keys)) - 2, theme)) {
    const to = from + styledWidth(text)
    if (cell >= from && cell < to) return index
    from = to + TAB_GAP.length
  }
  return undefined
}

type TabPart = { text: string; index?: number }

const tabParts = (tabs: readonly Tab[], room: number, theme: Theme): TabPart[] => {
  const partOf = (index: number): TabPart => {
    const { key, title, isActive } = tabs[index] as Tab
    return { index, text: `${theme.muted(key)} ${isActive ? theme.strong(theme.accent(title)) : title}` }
  }
  const active = tabs.findIndex(({ isActive }) => isActive)
  const firsts = (count: number): TabPart[] => {
    const isShownApart = active >= count
    const hidden = tabs.length - count - (isShownApart ? 1 : 0)
    return [
      ...tabs.slice(0, count).map((_, index) => partOf(index)),
      ...(hidden > 0 ? [{ text: theme.muted(`+${hidden} more`) }] : []),
      ...(isShownApart ? [partOf(active)] : []),
    ]
  }
  const widthOf = (parts: readonly TabPart[]) => styledWidth(parts.map(({ text }) => text).join(TAB_GAP))
  let count = tabs.length
  while (count > 0 && widthOf(firsts(count)) > room) count -= 1
  return firsts(count)
}

/** A line between two parts of the screen. */
export const rule = (width: number, theme: Theme): string =>
  theme.isLinear ? `${MARK.detail}Detail` : ruleTexts(theme)(width)

// Cached, because it is drawn at every key.
const ruleTexts = memoize(
  (theme: Theme) => memoize((width: number) => theme.muted(theme.signs.rule.repeat(width)), 20),
  2,
)

/** The hints of the bindings, as many as fit. The hint for going back is always shown. */
export const hintsRow = (bindings: readonly Binding[], width: number, theme: Theme): string => {
  if (theme.isLinear) return linearHints(bindings)
  return ` ${fittingHints(bindings, width, theme).map(hintTexts(theme)).join(HINT_GAP)}`
}

const HINT_GAP = '  '

/** The binding whose hint is at a cell of {@link hintsRow}; undefined if there is none. */
export const hintAt = (cell: number, ...[bindings, width, theme]: Parameters<typeof hintsRow>): Binding | undefined => {
  let from = 1
  for (const binding of fittingHints(bindings, width, theme)) {
    const to = from + styledWidth(hintTexts(theme)(binding))
    if (cell >= from && cell < to) return binding
    from = to + HINT_GAP.length
  }
  return undefined
}

const fittingHints = (bindings: readonly Binding[], width: number, theme: Theme): Binding[] => {
  const hinted = bindings.filter(({ hint }) => hint)
  const back = hinted.findLast(({ hint }) => hint === 'back')
  const cellsOf = (binding: Binding) => styledWidth(hintTexts(theme)(binding)) + HINT_GAP.length
  let room = width - 2 + HINT_GAP.length - (back ? cellsOf(back) : 0)
  const isFitting = (binding: Binding) => {
    room -= cellsOf(binding)
    return room >= 0
  }
  const others = hinted.filter((binding) => binding !== back)
  const end = others.findIndex((binding) => !isFitting(binding))
  return [...(end < 0 ? others : others.slice(0, end)), ...(back ? [back] : [])]
}

// Cached by binding: between key presses, only Enter gets a new binding, because its hint changes.
const hintTexts = memoize(
  (theme: Theme) =>
    memoize(
      ({ hint, hintKey, keys }: Binding) => `${hintKey ?? keyLabel(keys[0] ?? '')} ${theme.muted(hint ?? '')}`,
      500,
    ),
  2,
)

const linearHints = (bindings: readonly Binding[]): string => {
  const hints = bindings.filter(({ hint }) => hint).map(({ hint, keys }) => `${spokenKey(keys[0] ?? '')} ${hint}`)
  return `${MARK.aside}Keys: ${hints.join(', ')}`
}

/** The headless command for the current view, or a notice in its place. */
export const lastRow = (
  command: string,
  notice: string | undefined,
  width: number,
  theme: Theme,
  copyKey: string,
): string => {
  if (theme.isLinear)
    return notice === undefined ? `${MARK.aside}Command: qd ${command}` : MARK.notice + safeText(notice)
  if (notice !== undefined) return ` ${truncate(safeText(notice), width - 2)}`
  const text = ` = qd ${command}`
  return textWidth(text) + 12 <= width
    ? spaceBetween(theme.muted(text), theme.muted(`${copyKey} copies `), width)
    : theme.muted(truncate(text, width))
}
