import { type Binding, helpOf } from '../../../src/ui/keys/bindings.ts'

/** A key with one of its meanings. */
export type HelpKey = { binding: Binding; text: string }
export type HelpSection = {
  title: string
  keys: readonly HelpKey[]
  /** Whether two keys may share a row. */
  isShort?: boolean
  /** Whether all alternatives of its keys are those of most programs. */
  isUsual?: boolean
}

/** The keys of a screen and those that work everywhere, each once for each of its meanings. */
export const helpSections = (
  screenKeys: readonly Binding[],
  appKeys: readonly Binding[],
): { own: HelpSection[]; general: HelpSection[] } => {
  const inList = screenKeys.filter((key) => key.help !== undefined || key.sortsBy !== undefined)
  const isSort = (key: Binding) => key.keys.every((one) => one.startsWith('s '))
  const inGroups = (...groups: Binding['group'][]) => inList.filter((key) => groups.includes(key.group) && !isSort(key))
  // A key of the list replaces the key of the application.
  const taken = new Set(inList.flatMap(({ keys }) => keys))
  const free = appKeys.filter(({ keys }) => keys.some((key) => !taken.has(key)))
  const isScreen = ({ action }: Binding) => action.startsWith('open:')
  const isMove = ({ group }: Binding) => group === 'Move'
  return {
    own: sectionsOf([
      [
        'SORT BY',
        inList.filter(isSort),
        ({ sortsBy, help }) => sortsBy ?? help?.replace(/^sort by /, ''),
        { isShort: true },
      ],
      ['FIND AND FILTER', inGroups('Find'), listText],
      ['ACT', inGroups('Act', 'Go'), listText],
      ['VIEW', inGroups('Shape'), listText],
      ['WHEN OPENED', screenKeys.filter(({ inside }) => inside !== undefined), ({ inside }) => inside],
    ]),
    general: sectionsOf([
      ['MOVE', [...inGroups('Move'), ...free.filter(isMove)], listText, { isUsual: true }],
      ['SCREENS', free.filter(isScreen), ({ help }) => help?.replace(/^open /, ''), { isShort: true }],
      ['EVERYWHERE', free.filter((key) => !isScreen(key) && !isMove(key)), listText],
    ]),
  }
}

const listText = (key: Binding): string | undefined => helpOf({ ...key, inside: undefined })

type SectionRow = [
  title: string,
  keys: readonly Binding[],
  textOf: (key: Binding) => string | undefined,
  how?: Pick<HelpSection, 'isShort' | 'isUsual'>,
]

const sectionsOf = (rows: readonly SectionRow[]): HelpSection[] =>
  rows
    .filter(([, keys]) => keys.length > 0)
    .map(([title, keys, textOf, how]) => ({
      title,
      keys: keys.map((binding) => ({ binding, text: textOf(binding) ?? '' })),
      ...how,
    }))

/** The key that was typed, then the keys whose description contains every typed word. */
export const matchingBindings = (bindings: readonly Binding[], searched: string): readonly Binding[] => {
  const words = searched.toLowerCase().split(' ').filter(Boolean)
  const isKey = ({ keys }: Binding) =>
    keys.includes(searched) || keys.some((key) => key.replaceAll(' ', '') === searched)
  const isMatch = (binding: Binding) => {
    const text = `${binding.keys.join(' ')} ${helpOf(binding)} ${binding.group} ${binding.action}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  return [...bindings.filter(isKey), ...bindings.filter((binding) => !isKey(binding) && isMatch(binding))]
}
