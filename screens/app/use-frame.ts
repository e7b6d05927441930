import { memoize } from '../../src/base/memoize.ts'
import { type Binding, EVERYWHERE, type Keymap, keyLabel } from '../../src/ui/keys/bindings.ts'
import { withEnter } from '../kit/screen/enter-hint.ts'
import { hintAt, hintsRow, lastRow } from '../kit/screen/frame.ts'
import type { ScreenName } from '../kit/screen/names.ts'
import type { Screen } from '../kit/screen/screen.ts'
import { freshnessOf, type ScreenReport } from '../kit/screen/screen-report.ts'
import { useSession } from '../kit/session/session.ts'
import type { AppNavigation } from './navigation/use-navigation.ts'
import { shownCommand, type useAppKeys, withBackHint } from './use-app-keys.ts'
import type { Head } from './use-head.ts'

/** Parts of a frame that was drawn after loading had ended. Its data was fetched at `at` (Unix ms) or later. */
export type IdleFrame = {
  /** See {@link agelessRow}. */
  head: readonly [string, string]
  /** The last row. */
  foot: string
  at: number
}

type FrameInput = {
  keymap: Keymap
  name: ScreenName
  screen: Pick<Screen, 'keys'>
  keys: ReturnType<typeof useAppKeys>
  navigation: Pick<AppNavigation, 'levels'>
  head: Head
  /** The keys of the dialog or overlay over the screen; undefined if there is none. */
  covering: readonly Binding[] | undefined
  notice: string | undefined
  width: number
  report: () => ScreenReport | undefined
  /** Called before a new report is drawn. */
  see: () => void
}

/** The rows above and below the screen. */
export const useFrame = (input: FrameInput) => {
  const { keymap, name, screen, keys, navigation, head, covering, notice, width, report, see } = input
  const session = useSession()
  const { theme } = session
  const copyKey = keyLabel(keys.own.find(({ action }) => action === 'copyCommand')?.keys[0] ?? '')
  const lastWith = (command: string, text: string | undefined) => lastRow(command, text, width, theme, copyKey)
  const hintsOf = ({ fieldKeys, ownKeys }: Pick<ScreenReport, 'fieldKeys' | 'ownKeys'>): readonly Binding[] => {
    if (!fieldKeys) return [...(ownKeys ? keymap.keysIn(name, ownKeys) : screen.keys), ...keys.own]
    // `fieldKeys` are all keys of the view: some are the screen's own, some work everywhere.
    const everywhere = keymap.keysIn(EVERYWHERE, fieldKeys)
    const isOwn = (action: string) => screen.keys.some((binding) => binding.action === action)
    return keymap
      .keysIn(name, fieldKeys)
      .map((binding, at) => (isOwn(binding.action) ? binding : (everywhere[at] ?? binding)))
  }
  // Memoized, because moving the selection redraws only the body: just the Enter hint and the command can change.
  const framedBy = memoize((shown: ScreenReport | undefined) => {
    if (shown) see()
    const own = covering ?? withBackHint(hintsOf(shown ?? {}), navigation.levels().length === 1)
    const hinted = own.filter(({ hint }) => hint)
    const bindings = (enter: string | undefined) => (covering ? hinted : withEnter(hinted, enter))
    return {
      above: head.rows(shown),
      bindings,
      hints: memoize((enter: string | undefined) => hintsRow(bindings(enter), width, theme)),
      last: memoize((command: string) => lastWith(command, notice), 1),
    }
  }, 1)
  return {
    around: () => {
      const shown = report()
      const { above, hints, last } = framedBy(shown)
      return { above, below: [hints(shown?.enter()), last(shownCommand(shown, session))] }
    },
    hintAt: (cell: number): Binding | undefined => {
      const shown = report()
      return theme.isLinear ? undefined : hintAt(cell, framedBy(shown).bindings(shown?.enter()), width, theme)
    },
    /** Undefined during an operation, after a failure, and if the first row has no room for an age. */
    idleFrame: (): IdleFrame | undefined => {
      const shown = report()
      if (!shown || !head.isIdle) return undefined
      const { oldest, isLoading, isFailed } = freshnessOf(shown.states)
      const ageless = head.ageless(shown)
      if (oldest === undefined || isLoading || isFailed || !ageless) return undefined
      return { head: ageless, foot: lastWith(shownCommand(shown, session), undefined), at: oldest }
    },
  }
}
