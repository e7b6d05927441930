import { isDeepStrictEqual } from 'node:util'
import type { Level, ScreenReport } from '../../kit/screen/screen-report.ts'
import { ScreenState } from '../../kit/screen/screen-state.ts'
import type { Target } from '../../kit/screen/target.ts'

/** An open screen, its target, and its state, which is kept while another screen is shown. */
export type Entry<Name extends string> = {
  screen: Name
  target: Target | undefined
  state: ScreenState
  /** Whether Enter opened it from the entry below: the levels that its target opened are then part of this step. */
  isStep?: boolean
  /** What it reported before another entry covered it. */
  report?: Shown | undefined
}

/** The parts of a report that describe levels. */
type Shown = Pick<ScreenReport, 'place' | 'view' | 'levels'>

/** `stack` is never empty; its last entry is shown. `kept` has the stacks of the other screens, as they were left. */
export type Navigation<Name extends string> = {
  stack: readonly Entry<Name>[]
  kept: ReadonlyMap<Name, readonly Entry<Name>[]>
}

/** A screen without a target, in its initial state. */
export const entryWithoutTarget = <Name extends string>(screen: Name): Entry<Name> => ({
  screen,
  target: undefined,
  state: new ScreenState(),
})

export const shownEntry = <Name extends string>({ stack }: Pick<Navigation<Name>, 'stack'>): Entry<Name> =>
  stack[stack.length - 1] as Entry<Name>

type Place<Name> = { screen: Name; target: Target | undefined; state?: ScreenState | undefined }

/** Opens a screen as one more level, as Enter does. @param report - That of the shown entry. */
export const openLevel = <Name extends string>(
  navigation: Navigation<Name>,
  { screen, target, state = new ScreenState() }: Place<Name>,
  report: Shown | undefined,
): Navigation<Name> => {
  const shown = shownEntry(navigation)
  if (shown.screen === screen && isDeepStrictEqual(shown.target, target)) return navigation
  return {
    ...navigation,
    stack: [...coveredStack(navigation, report), { screen, target, state, isStep: true }],
  }
}

/** The stack with what its shown entry reported. Only the levels are kept, because a report holds the data of a view. */
const coveredStack = <Name extends string>(
  { stack }: Pick<Navigation<Name>, 'stack'>,
  { place, view, levels = [] }: Shown = {},
): Entry<Name>[] => [...stack.slice(0, -1), { ...shownEntry({ stack }), report: { place, view, levels } }]

/** All stacks by their first screen, with the current one up to the first entry of another screen. */
const stacksOf = <Name extends string>(
  { stack, kept }: Navigation<Name>,
  report: Shown | undefined,
): Map<Name, readonly Entry<Name>[]> => {
  const left = coveredStack({ stack }, report)
  const root = (left[0] as Entry<Name>).screen
  const end = left.findIndex(({ screen }) => screen !== root)
  return new Map(kept).set(root, end < 0 ? left : left.slice(0, end))
}

/** Shows another stack, and keeps the current one. @param report - That of the shown entry. */
export const showStack = <Name extends string>(
  navigation: Navigation<Name>,
  stack: readonly Entry<Name>[],
  report: Shown | undefined,
): Navigation<Name> => ({ stack, kept: stacksOf(navigation, report) })

/** Switches to a screen in its last state. @param report - That of the shown entry. */
export const switchTo = <Name extends string>(
  navigation: Navigation<Name>,
  screen: Name,
  report: Shown | undefined,
): Navigation<Name> => {
  const kept = stacksOf(navigation, report)
  return { kept, stack: kept.get(screen) ?? [entryWithoutTarget(screen)] }
}

/** Shows a place on a screen, as a link does: alone, or over the first entry of its screen. */
export const goTo = <Name extends string>(
  navigation: Navigation<Name>,
  entry: Entry<Name>,
  isInside: boolean,
  report: Shown | undefined,
): Navigation<Name> => {
  const kept = stacksOf(navigation, report)
  const root = kept.get(entry.screen)?.[0] ?? entryWithoutTarget(entry.screen)
  return { kept, stack: isInside ? [root, entry] : [entry] }
}

/** An open level: an entry of the stack, or a level inside it. */
export type OpenLevel = {
  crumb: string
  /** Index of its entry in the stack. */
  at: number
  /** Closes a level inside an entry. */
  leave?: Level['leave']
}

/** The open levels, outermost first. @param report - That of the shown entry. */
export const openLevels = <Name extends string>(
  { stack }: Navigation<Name>,
  report: Shown | undefined,
  titleOf: (screen: Name) => string,
): OpenLevel[] =>
  stack.flatMap((entry, at) => {
    const { place, view, levels = [] } = (at === stack.length - 1 ? report : entry.report) ?? {}
    const isOwn = ({ isOpened = false }: Level) => isOpened && entry.isStep === true
    const parts = [...(view === undefined ? [] : [view]), ...levels.filter(isOwn).map(({ crumb }) => crumb)]
    const name = place ?? titleOf(entry.screen)
    return [
      { at, crumb: parts.length === 0 ? name : `${name}: ${parts.join(', ')}` },
      ...levels.filter((level) => !isOwn(level)).map(({ crumb, leave }) => ({ at, crumb, leave })),
    ]
  })

/** Returns to one of the open levels and closes those above it. */
export const returnTo = <Name extends string>(
  navigation: Navigation<Name>,
  levels: readonly OpenLevel[],
  index: number,
): Navigation<Name> => {
  const at = levels[index]?.at ?? 0
  for (const level of levels.slice(index + 1).toReversed()) if (level.at === at) level.leave?.()
  return { ...navigation, stack: navigation.stack.slice(0, at + 1) }
}
