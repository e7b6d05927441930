import type { Binding } from '../../src/ui/keys/bindings.ts'
import { SCREEN_NAMES, type ScreenName } from '../kit/screen/names.ts'
import { screens } from '../table.ts'
import { type OverlayName, overlayOpeners } from './overlays/overlays.ts'

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
  { keys: ['{'], action: 'earlierDays', help: 'previous period', group: 'Shape', repeats: true },
  { keys: ['}'], action: 'laterDays', help: 'next period', group: 'Shape', repeats: true },
  {
    keys: ['d'],
    action: 'compare',
    help: 'compare with the previous period',
    group: 'Shape',
    hint: 'compare',
  },
  { keys: ['z n'], action: 'private', help: 'toggle pseudonyms', group: 'Shape' },
  { keys: ['r'], action: 'refresh', help: 'refresh stale data', group: 'Act', hint: 'refresh' },
  { keys: ['R'], action: 'refreshAll', help: 'reload this screen', group: 'Act' },
  { keys: ['P'], action: 'pause', help: 'pause or resume auto-refresh', group: 'Act' },
  { keys: ['Y'], action: 'copyCommand', help: 'copy the shown command', group: 'Act' },
  { keys: ['y l'], action: 'copyLink', help: 'copy a link to this view', group: 'Act' },
  { keys: ['y c'], action: 'copyCurl', help: 'copy the request as curl', group: 'Act' },
  { keys: ['o'], action: 'browse', help: 'open in the browser', group: 'Act' },
  { keys: ['-'], action: 'previousScreen', help: 'previous screen', group: 'Go' },
  { keys: ['['], action: 'backward', help: 'earlier place seen', group: 'Go', repeats: true },
  { keys: [']'], action: 'forward', help: 'later place', group: 'Go', repeats: true },
  {
    keys: ['g 1', 'g 2', 'g 3', 'g 4', 'g 5', 'g 6', 'g 7', 'g 8', 'g 9'],
    keysLabel: 'g1…g9',
    action: 'count',
    help: 'count for the next key: g5j',
    group: 'Move',
    repeats: false,
    begins: 'count',
  },
  { keys: ['^c', 'X'], action: 'interrupt', help: 'cancel loading; twice: quit', group: 'Act' },
  { keys: ['^z', 'Z'], action: 'suspend', help: 'suspend; fg resumes', group: 'Act' },
  { keys: ['Esc'], action: 'up', help: 'clear filter or marks, or go up', group: 'Go' },
  { keys: ['Backspace'], action: 'leaveLevel', help: 'up one level', group: 'Go' },
  { keys: ['q'], action: 'back', help: 'up one level, or quit', group: 'Go', hint: 'quit' },
] as const satisfies readonly Binding[]

/** Keys that exist only while the screen is spoken instead of drawn. */
export const voiceKeys = [
  { keys: [';'], action: 'sayAll', help: 'read the whole screen again', group: 'Move' },
  { keys: [','], action: 'saySelected', help: 'read the selected row and its details', group: 'Move' },
] as const satisfies readonly Binding[]

/** The action of a key that works on every screen. */
export type AppAction = OpenAction | OverlayName | (typeof ownKeys | typeof voiceKeys)[number]['action']

/** The keys that work on every screen. Each key that opens an overlay is listed before the action in its `before`. */
export const appKeys: readonly (Binding & { action: AppAction })[] = ownKeys.flatMap((binding) => [
  ...overlayOpeners.filter(({ before }) => before === binding.action),
  binding,
])

/** {@link appKeys} and the keys that open screens. */
export const everywhereKeys: readonly Binding[] = [...openKeys, ...appKeys]
