import { EVERYWHERE } from '../../src/ui/keys/bindings.ts'
import { dialogGroups } from '../../src/ui/keys/dialog-keys.ts'
import { type KeyGroup, LISTS } from '../../src/ui/keys/own-keys.ts'
import { completedKeys } from '../kit/filter/use-filter.ts'
import { listKeys } from '../kit/list/use-list.ts'
import { SCREEN_NAMES } from '../kit/screen/names.ts'
import { screens } from '../table.ts'
import { everywhereKeys, voiceKeys } from './app-keys.ts'
import { actionLogKeys, actionWordsKeys } from './overlays/actions/action-log-keys.ts'
import { goingKeys, markingKeys } from './overlays/bookmarks-popup.ts'
import { findKeys, helpKeys } from './overlays/help.ts'
import { paletteKeys } from './overlays/palette.ts'
import { profilesKeys } from './overlays/profiles-popup.ts'
import { requestKeys, requestsKeys, requestWordsKeys } from './overlays/requests/requests-keys.ts'

/** The letters of bookmarks are chosen by the user, so they can't be remapped. */
const isRemappable = ({ action }: { action: string }): boolean => action !== 'letter'

/** Every key that users can remap, by scope. Help, hints, handlers and the palette read the same bindings. */
export const keyGroups: readonly KeyGroup[] = [
  { scope: EVERYWHERE, title: 'everywhere', bindings: [...everywhereKeys, ...voiceKeys] },
  { scope: LISTS, title: 'in lists', bindings: listKeys },
  ...SCREEN_NAMES.map((name) => ({ scope: name, title: screens[name].title, bindings: screens[name].keys })),
  { scope: 'filter', title: 'in filters', bindings: completedKeys, isAlone: true, isTyped: true },
  { scope: 'palette', title: 'in the palette', bindings: paletteKeys, isAlone: true, isTyped: true },
  { scope: 'help', title: 'in help', bindings: helpKeys, isAlone: true },
  { scope: 'find', title: 'finding in help', bindings: findKeys, isAlone: true, isTyped: true },
  {
    scope: 'mark',
    title: 'setting a bookmark',
    bindings: markingKeys.filter(isRemappable),
    isAlone: true,
    isTyped: true,
  },
  { scope: 'bookmarks', title: 'in bookmarks', bindings: goingKeys.filter(isRemappable), isAlone: true, isTyped: true },
  { scope: 'actions', title: 'in actions', bindings: actionLogKeys, isAlone: true },
  { scope: 'actionWords', title: 'finding actions', bindings: actionWordsKeys, isAlone: true, isTyped: true },
  { scope: 'profiles', title: 'in profiles', bindings: profilesKeys, isAlone: true },
  { scope: 'requests', title: 'in requests', bindings: requestsKeys, isAlone: true },
  { scope: 'requestWords', title: 'finding requests', bindings: requestWordsKeys, isAlone: true, isTyped: true },
  { scope: 'request', title: 'in a request', bindings: requestKeys, isAlone: true },
  ...dialogGroups,
]
