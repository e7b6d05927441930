import { EVERYWHERE } from '../../src/ui/keys/bindings.ts'
import { type KeyGroup, LISTS } from '../../src/ui/keys/own-keys.ts'
import { listKeys } from '../kit/list/use-list.ts'
import { SCREEN_NAMES } from '../kit/screen/names.ts'
import { everywhereKeys } from './app-keys.ts'
import { screens } from './table.ts'

/** Every key of the explorer that can be another one, by where it works: what help, hints, handlers and the palette read, too. */
export const keyGroups: readonly KeyGroup[] = [
  { scope: EVERYWHERE, title: 'everywhere', bindings: everywhereKeys },
  { scope: LISTS, title: 'in lists', bindings: listKeys },
  ...SCREEN_NAMES.map((name) => ({ scope: name, title: screens[name].title, bindings: screens[name].keys })),
]
