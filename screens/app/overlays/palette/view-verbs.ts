import { safeText } from '../../../../src/domain/text/safe-text.ts'
import type { PaletteWorld } from './place.ts'
import { beginning, type Verb, type VerbCompletion, type VerbReading } from './verb.ts'

export const filterVerb: Verb = {
  name: 'filter',
  takes: 'WORDS',
  help: 'only rows that these words hold for',
  action: 'filter',
  isHere: ({ offer }) => offer.filter !== undefined,
  complete: (typed, { offer }): VerbCompletion[] => {
    const { from = 0, texts = [] } = offer.filter?.completions(typed) ?? {}
    return texts.map((text) => ({ text: safeText(typed.slice(0, from) + text), about: '' }))
  },
  read: (typed, { offer: { filter } }): VerbReading => {
    if (typed === '') return { is: 'ready', does: 'show all rows', run: () => filter?.set('') }
    const why = filter?.problemOf(typed)
    if (why !== undefined) return { is: 'wrong', why }
    return { is: 'ready', does: `only rows for which ${safeText(typed)}`, run: () => filter?.set(typed) }
  },
}

/** What the shown list can be sorted by, as its keys say it. */
const sorts = ({ actions }: PaletteWorld) =>
  actions.flatMap(({ binding, run }) => {
    const by = /^sort by (.+)$/.exec(binding.help)?.[1]
    return by === undefined ? [] : { text: by, about: 'again: the other way round', run }
  })

export const sortVerb: Verb = {
  name: 'sort',
  takes: 'BY',
  help: 'the order of the rows',
  isHere: (world) => sorts(world).length > 0,
  complete: (typed, world) => sorts(world).filter(({ text }) => text.includes(typed.toLowerCase())),
  read: (typed, world): VerbReading => {
    if (typed === '') return { is: 'unfinished' }
    const known = sorts(world)
    const found = known.find(({ text }) => text === typed) ?? beginning(typed, known)[0]
    if (found) return { is: 'ready', does: `sort by ${found.text}`, run: found.run }
    return { is: 'wrong', why: `These rows are sorted by ${known.map(({ text }) => text).join(', ')}.` }
  },
}

export const exportVerb: Verb = {
  name: 'export',
  takes: 'FORMAT',
  help: 'what is shown, to a file',
  action: 'export',
  isHere: ({ offer }) => offer.exports !== undefined,
  complete: (typed, { offer }) =>
    beginning(
      typed,
      (offer.exports?.formats() ?? []).map(({ id, title }) => ({ text: id, about: title })),
    ),
  read: (typed, { offer }): VerbReading => {
    const formats = offer.exports?.formats() ?? []
    if (formats.length === 0) return { is: 'wrong', why: 'There is nothing here to export.' }
    if (typed === '') return { is: 'unfinished' }
    // People say what a file is called like, too.
    const format = formats.find(({ id }) => id === typed) ?? formats.find(({ extension }) => extension === typed)
    if (!format) return { is: 'wrong', why: `Write ${formats.map(({ id }) => id).join(', ')}.` }
    return { is: 'ready', does: `export as ${format.title}`, run: () => offer.exports?.choose(format.id) }
  },
}
