import { keyGroups } from '../../screens/app/key-groups.ts'
import { keyLabel } from '../../src/ui/keys/bindings.ts'

/** The keys that are used most, by their actions. */
const MOST_USED = [
  'lists.down',
  'lists.up',
  'usage.enter',
  'everywhere.back',
  'everywhere.palette',
  'everywhere.help',
  'people.filter',
  'people.sort:credits',
  'everywhere.range',
  'everywhere.compare',
  'people.copyRow',
  'people.export',
]

const code = (key: string): string => `\`${keyLabel(key).replaceAll('|', '\\|')}\``

/** The README's table of keys, from the bindings that the explorer itself reads. */
export const keysTable = (): string => {
  const bindings = new Map(
    keyGroups.flatMap(({ scope, bindings }) => bindings.map((one) => [`${scope}.${one.action}`, one] as const)),
  )
  const rows = MOST_USED.map((id) => {
    const binding = bindings.get(id as `${string}.${string}`)
    if (!binding) throw new Error(`no binding ${id}`)
    return `| ${binding.keys.map(code).join(' ')} | ${binding.help} |`
  })
  return ['| key | does |', '|---|---|', ...rows].join('\n')
}
