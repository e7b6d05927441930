import { type Codec, filter, type Member, oneOf, order, selectedRow, yesOrNo } from './link-members.ts'
import type { ScreenState } from './screen-state.ts'
import type { Target } from './target.ts'

/** What a screen is shown with, by the names that links have for it. */
export type Members = Readonly<Record<string, Member>>

/** A map of what is kept, and what of it links carry. Members are read and put in their order. */
type LinkedState = { state: ScreenState; members: Members }

/** What links carry of one screen, besides the members of its target. */
export type ScreenLink = {
  /**
   * What is shown as a target, where the screen opens things within itself.
   * @default what it was opened at
   */
  targetOf?: (target: Target | undefined, state: ScreenState) => Target | undefined
  /**
   * The states of what is shown at a target, the screen's own and those of its views.
   *
   * @param isPut - Whether they are about to be filled, so that maps that are not there yet are made.
   */
  statesOf: (target: Target | undefined, state: ScreenState, isPut: boolean) => readonly LinkedState[]
  /** What stands behind the screen in the path of a link: the name of a member, by default none. */
  path?: string
  /** Whether what is shown at this target has the whole screen below it, to go back to. @default no */
  isInside?: (target: Target) => boolean
}

/** A map within a map, which what is shown inside a screen keeps its state in. */
export const innerState = (state: ScreenState, key: string, isPut: boolean): ScreenState => {
  const known = state.get(key)
  if (known instanceof Map) return known
  const made: ScreenState = new Map()
  if (isPut) state.set(key, made)
  return made
}

/**
 * What links carry of a screen of one list, see `useListScreen`.
 *
 * @param row - What the selected row is called in them, which is the path of a link, too.
 */
export const listLink = (
  row: string,
  sorts: readonly string[],
  { quick, rowCodec = selectedRow }: { quick?: readonly string[]; rowCodec?: Codec } = {},
): ScreenLink => {
  const members = {
    [row]: { ...rowCodec, key: 'row' },
    ...(quick && { quick: { ...oneOf(quick), key: 'quick' } }),
    sort: { ...order('by', sorts), key: 'sort' },
    filter,
    detail: { ...yesOrNo, key: 'alone' },
  }
  return { path: row, statesOf: (_target, state) => [{ state, members }] }
}
