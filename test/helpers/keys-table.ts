import { appKeys, openKeys } from '../../screens/app/app-keys.ts'
import { screens } from '../../screens/app/table.ts'
import { listKeys } from '../../screens/kit/list/use-list.ts'
import { SCREEN_NAMES } from '../../screens/kit/screen/names.ts'
import { type Binding, keyLabel } from '../../src/ui/keys/bindings.ts'

const code = (key: string): string => `\`${keyLabel(key).replaceAll('|', '\\|')}\``

const rows = (bindings: readonly Binding[]): string[] =>
  bindings.map(({ keys, help }) => `| ${keys.map(code).join(' ')} | ${help} |`)

const table = (title: string, bindings: readonly Binding[]): string =>
  [`| ${title} | |`, '|---|---|', ...rows(bindings)].join('\n')

const isOfScreen = ({ action }: Binding): boolean => !listKeys.some((one) => one.action === action)

/** The README's tables of keys, from the bindings that the explorer itself reads. */
export const keysTables = (): string =>
  [
    table('everywhere', [...openKeys, ...appKeys]),
    table('in lists', listKeys),
    ...SCREEN_NAMES.map((name) => table(screens[name].title, screens[name].keys.filter(isOfScreen))),
  ].join('\n\n')
