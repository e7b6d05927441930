import { memoize } from '../../../src/base/memoize.ts'
import type { Day, Range } from '../../../src/domain/calendar/calendar.ts'
import { fit, truncate } from '../../../src/domain/text/fit.ts'
import { age, rangeLabel } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { type Binding, keyLabel } from '../../../src/ui/keys/bindings.ts'
import { apart, asManyAsFit } from '../../../src/ui/layout/columns.ts'
import { styledWidth } from '../../../src/ui/layout/styled-width.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { MARK } from '../../../src/ui/linear/linear-marks.ts'
import { spokenKey } from '../../../src/ui/linear/spoken-text.ts'

/** Rows of the frame above and below the body. */
export const FRAME_ROWS = 5
/** The first row of the body. */
export const BODY_TOP = 3
/** The smallest window that is drawn. */
export const SMALLEST = { columns: 60, rows: 15 } as const

export type FirstRow = {
  profile: string
  isDemo: boolean
  isReadOnly: boolean
  /** As of which day things are shown, and whether what is shown is; undefined: all is as it is now. */
  asOf: { day: Day; isShown: boolean } | undefined
  crumbs: readonly string[]
  /** The chosen range; undefined where what is shown does not follow it. */
  days: { name: string; range: Range; previous: Range | undefined } | undefined
  freshness: { oldest: number | undefined; isLoading: boolean; isFailed: boolean }
  requests: number
  /** Jobs that run. */
  jobs: number
  /** Nothing changes by itself. */
  isPaused: boolean
  /** Nothing is ever asked. */
  isOffline: boolean
  /** Seconds until a request is sent again; 0: none waits. */
  waitSeconds: number
  /** What is being done before anything can be asked. */
  starting: string | undefined
  spinner: string
  /** By the clock that `freshness` is dated by, Unix ms. */
  now: number
}

/** The same for those who hear it: the place, the range, what is under way, and how old all is. */
export const linearHead = (row: FirstRow, theme: Theme): string[] => {
  const { profile, isDemo, isReadOnly, crumbs, days, starting, requests, jobs, isOffline, freshness, now, asOf } = row
  const { oldest, isFailed } = freshness
  const facts = [
    isDemo ? 'demo organisation' : safeText(profile),
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
    ...(jobs > 0 ? [`${jobs} ${jobs === 1 ? 'job running' : 'jobs running'}`] : []),
    MARK.aside + facts.join(', '),
  ]
}

/** Profile and place on the left; range, age and requests on the right, less of it where there is less room. */
export const firstRow = (row: FirstRow, width: number, theme: Theme): string => {
  const { profile, crumbs } = row
  const badge = `${row.isDemo ? `${theme.inverse(' DEMO ')} ` : ''}${row.isReadOnly ? `${theme.inverse(' RO ')} ` : ''}${asOfBadge(row, theme)}`
  const place = crumbs.map((crumb, index) => (index === crumbs.length - 1 ? theme.strong(crumb) : crumb))
  const arrow = theme.muted(` ${theme.isAscii ? theme.signs.to : '>'} `)
  // The demo's badge says already whose figures these are.
  const named = row.isDemo ? place : [theme.muted(safeText(profile)), ...place]
  const lefts = [named, place, place.slice(-1)].map((parts) => ` ${badge}${parts.join(arrow)}`)

  const state = stateText(row, theme)
  const rights = (row.days ? rangeTexts(row.days, theme) : []).map((days) => `${days}   ${state} `)
  // The range is worth more than the path, and the path more than what the range is compared with.
  for (const [l, r] of [
    [0, 0],
    [0, 1],
    [0, 2],
    [0, 3],
    [1, 3],
    [2, 3],
    [2, 4],
  ] as const) {
    const left = lefts[l] as string
    const line = apart(left, rights[r] ?? `${state} `, width)
    if (line !== left) return line
  }
  return truncate(crumbs.at(-1) ?? '', width)
}

/** What was not kept can be shown only as it is now, and says so. */
const asOfBadge = ({ asOf }: FirstRow, theme: Theme): string => {
  if (!asOf) return ''
  return asOf.isShown ? `${theme.inverse(` AS OF ${asOf.day} `)} ` : `${theme.warn(`now, not ${asOf.day}`)} `
}

/**
 * The first row in two parts, between which the age of what stands below it is to be told in six cells: for a picture of the frame
 * that is shown at another time. Undefined where there is no room for it.
 */
export const agelessRow = (row: FirstRow, width: number, theme: Theme): [string, string] | undefined => {
  const state = `${stateText(row, theme)} `
  const line = firstRow(row, width, theme)
  if (!line.endsWith(state)) return undefined
  return [`${line.slice(0, -state.length)}${theme.muted(theme.signs.idle)} `, ` ${theme.muted('kept')}    `]
}

/** From the most that is told of a range to the least. */
const rangeTexts = ({ name, range, previous }: NonNullable<FirstRow['days']>, theme: Theme): string[] => {
  const choice = name ? `${theme.strong(name)}  ` : ''
  const days = rangeLabel(range)
  const versus = previous ? theme.muted(` vs ${rangeLabel(previous)}`) : ''
  const zone = `  ${theme.muted('UTC')}`
  return [`${choice}${days}${versus}${zone}`, `${choice}${days}${zone}`, `${choice}${days}`, days]
}

// The age is a word of its own length, but the place of what follows must not jump: it is at the row's end.
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
 * The screens there are, and how to get everything else. Where not all have room, as many as have, how many there are besides, and
 * the shown one, whichever it is.
 */
export const secondRow = (tabs: readonly Tab[], width: number, theme: Theme, keys: FrameKeys): string => {
  const right = keysPart(theme, keys)
  return apart(
    ` ${tabParts(tabs, width - styledWidth(right) - 2, theme)
      .map(({ text }) => text)
      .join(TAB_GAP)}`,
    right,
    width,
  )
}

const TAB_GAP = '  '

/** The keys that lead to everything else. */
type FrameKeys = { command: string; help: string }

const keysPart = (theme: Theme, { command, help }: FrameKeys): string =>
  `${theme.muted(`${command} command   ${help} help`)} `

/** Which tab stands at a cell of the second row; undefined: none. */
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

/** Parts what stands below it from what stands above. */
export const rule = (width: number, theme: Theme): string =>
  theme.isLinear ? `${MARK.detail}Detail` : ruleTexts(theme)(width)

// Made once: it is drawn at every key.
const ruleTexts = memoize(
  (theme: Theme) => memoize((width: number) => theme.muted(theme.signs.rule.repeat(width)), 20),
  2,
)

/** The bindings that carry a hint, as many as fit. */
export const hintsRow = (bindings: readonly Binding[], width: number, theme: Theme): string => {
  if (theme.isLinear) return linearHints(bindings)
  return ` ${asManyAsFit(bindings.filter(({ hint }) => hint).map(hintTexts(theme)), width - 2, '  ')}`
}

// All but that of Enter stay the same from key to key.
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

/** The headless command of what is shown, or the notice in its place. */
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
    ? apart(theme.muted(text), theme.muted(`${copyKey} copies `), width)
    : theme.muted(truncate(text, width))
}
