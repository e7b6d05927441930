import { keyGroups } from '../../screens/app/key-groups.ts'
import { SCREEN_NAMES } from '../../screens/kit/screen/names.ts'
import { screens } from '../../screens/table.ts'
import { allCommands, groups } from '../../src/commands/command-table.ts'
import { helpOf, keyLabel } from '../../src/ui/keys/bindings.ts'

/** The actions whose keys are used most. */
const COMMON_ACTIONS = [
  'people.filter',
  'people.sort:credits',
  'everywhere.range',
  'everywhere.compare',
  'people.copyRow',
  'people.export',
]

/** Writes a table of Markdown; a `|` in a cell is escaped. */
const table = (...rows: readonly (readonly string[])[]): string => {
  const [head = [], ...body] = rows.map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|')))
  return [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const code = (text: string): string => `\`${text}\``

const screensTable = (): string =>
  table(
    ['key', 'screen', 'answers'],
    ...SCREEN_NAMES.map((name) => [
      code(screens[name].key ?? `g${screens[name].letter}`),
      screens[name].title,
      screens[name].summary,
    ]),
  )

const keysTable = (): string => {
  const bindings = new Map(
    keyGroups.flatMap(({ scope, bindings }) => bindings.map((one) => [`${scope}.${one.action}`, one] as const)),
  )
  const rows = COMMON_ACTIONS.map((id) => {
    const binding = bindings.get(id as `${string}.${string}`)
    if (!binding) throw new Error(`no binding ${id}`)
    return [binding.keys.map((key) => code(keyLabel(key))).join(' '), helpOf(binding)]
  })
  return table(['key', 'does'], ...rows)
}

/** A row for each group of commands, and one for those that stand alone. */
const commandsTable = async (): Promise<string> => {
  const alone: string[] = []
  const rows = new Map<string, string[]>()
  for (const { name, arguments: operands = [] } of await allCommands()) {
    const [first = '', ...rest] = name.split(' ')
    const words = operands.map((each) => (each.isOptional ? `[${each.name.toUpperCase()}]` : each.name.toUpperCase()))
    if (rest.length === 0) alone.push(code(['qd', name, ...words].join(' ')))
    else rows.set(first, [...(rows.get(first) ?? []), code([...rest, ...words].join(' '))])
  }
  const grouped = [...rows].map(([group, commands]) => [code(`qd ${group}`), commands.join(', '), groups[group] ?? ''])
  return table(['command', 'subcommands', 'about'], ...grouped, ['', alone.join(', '), 'commands without subcommands'])
}

/**
 * Replaces the tables between comments such as `<!-- keys -->` and `<!-- /keys -->` by ones created from the program's definitions.
 * Throws if the comments of a table are missing.
 */
export const withTables = async (readme: string): Promise<string> => {
  let text = readme
  const tables = { screens: screensTable(), keys: keysTable(), commands: await commandsTable() }
  for (const [name, written] of Object.entries(tables)) {
    const place = new RegExp(`(?<=<!-- ${name} -->\\n)[\\s\\S]*?(?=<!-- /${name} -->)`)
    if (!place.test(text)) throw new Error(`README.md has no place for the table of ${name}`)
    text = text.replace(place, () => `${written}\n`)
  }
  return text
}
