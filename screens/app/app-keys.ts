import type { Binding } from '../../src/ui/keys/bindings.ts'
import { SCREEN_NAMES, type ScreenName } from '../kit/screen/names.ts'
import { screens } from '../table.ts'
import { type OverlayName, overlayOpeners } from './overlays/overlays.ts'

/** The action that opens a screen. */
export type OpenAction = `open:${ScreenName}`

export const openKeys = SCREEN_NAMES.map((name): Binding & { action: OpenAction; screen: ScreenName } => {
  const { key, letter, title } = screens[name]
  return {
    screen: name,
    keys: [...(key === undefined ? [] : [key]), `g ${letter}`],
    action: `open:${name}`,
    help: `open ${title}`,
    group: 'Go',
  }
})

const ownKeys = [
  { keys: ['{'], action: 'earlierDays', help: 'the whole range a period earlier', group: 'Shape', repeats: true },
  { keys: ['}'], action: 'laterDays', help: 'the same a period later', group: 'Shape', repeats: true },
  { keys: ['d'], action: 'compare', help: 'compare with the period before, or not', group: 'Shape', hint: 'compare' },
  { keys: ['z n'], action: 'private', help: 'pseudonyms for people, or their names', group: 'Shape' },
  { keys: ['r'], action: 'refresh', help: 'ask again for what is stale', group: 'Act', hint: 'refresh' },
  { keys: ['R'], action: 'refreshAll', help: 'ask again for everything shown', group: 'Act' },
  { keys: ['P'], action: 'pause', help: 'let nothing change by itself, or again', group: 'Act' },
  { keys: ['Y'], action: 'copyCommand', help: 'copy the headless command of this screen', group: 'Act' },
  { keys: ['y l'], action: 'copyLink', help: 'copy a link to what is shown', group: 'Act' },
  { keys: ['y c'], action: 'copyCurl', help: 'copy its newest request as curl', group: 'Act' },
  { keys: ['o'], action: 'browse', help: 'open the web address of what is selected', group: 'Act' },
  { keys: ['-'], action: 'last', help: 'the screen before this one', group: 'Go' },
  { keys: ['['], action: 'backward', help: 'back in time', group: 'Go', repeats: true },
  { keys: [']'], action: 'forward', help: 'forward again', group: 'Go', repeats: true },
  {
    keys: ['g 1', 'g 2', 'g 3', 'g 4', 'g 5', 'g 6', 'g 7', 'g 8', 'g 9'],
    keysLabel: 'g1…g9',
    action: 'count',
    help: 'a count for the next key: g5j, g12G, g3]',
    group: 'Move',
    repeats: false,
    begins: 'count',
  },
  { keys: ['^c', 'X'], action: 'interrupt', help: 'cancel what is being fetched; twice: quit', group: 'Act' },
  { keys: ['^z', 'Z'], action: 'suspend', help: 'back to the shell until fg', group: 'Act' },
  { keys: ['Esc'], action: 'up', help: 'clear the filter, then go back', group: 'Go' },
  { keys: ['q'], action: 'back', help: 'go back; on the first screen, quit', group: 'Go', hint: 'quit' },
] as const satisfies readonly Binding[]

/** Those of a screen that is said, not drawn. */
export const voiceKeys = [
  { keys: [';'], action: 'sayAll', help: 'say the whole screen again', group: 'Move' },
  { keys: [','], action: 'saySelected', help: 'say the selected row and what is told of it', group: 'Move' },
] as const satisfies readonly Binding[]

/** What a key does that works on every screen. */
export type AppAction = OpenAction | OverlayName | (typeof ownKeys | typeof voiceKeys)[number]['action']

/** What works on every screen, the keys that open overlays in their places. */
export const appKeys: readonly (Binding & { action: AppAction })[] = ownKeys.flatMap((binding) => [
  ...overlayOpeners.filter(({ before }) => before === binding.action),
  binding,
])

/** The same with those that open screens. */
export const everywhereKeys: readonly Binding[] = [...openKeys, ...appKeys]
