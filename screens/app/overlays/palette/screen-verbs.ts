import { completionsOf } from '../../../../src/domain/filter/completions.ts'
import { readTerms } from '../../../../src/domain/filter/where-terms.ts'
import { PEOPLE_WORDS } from '../../../../src/domain/people/people-where.ts'
import { safeText } from '../../../../src/domain/text/safe-text.ts'
import { SCREEN_NAMES, type ScreenName } from '../../../kit/screen/names.ts'
import { screens } from '../../../table.ts'
import type { Verb, VerbReading } from './verb.ts'

/** What is said of a filter while it is typed. */
type FilterHelp = Pick<Verb, 'complete'> & { problemOf: (typed: string) => string | undefined }

const helps: Partial<Record<ScreenName, FilterHelp>> = {
  people: {
    complete: (typed) => {
      const { from, texts } = completionsOf(typed, PEOPLE_WORDS.people, () => undefined)
      return texts.map((text) => ({ text: typed.slice(0, from) + text, about: '' }))
    },
    problemOf: (typed) => {
      const { wrong, unfinished } = readTerms(typed, PEOPLE_WORDS.people)
      return wrong ?? unfinished
    },
  },
}

/** A screen by its name, at once with a filter. */
const screenVerb = (screen: ScreenName, example: string): Verb => ({
  name: screen,
  takes: '[WORDS]',
  help: `open it, filtered: ${screen} ${example}`,
  action: `open:${screen}`,
  ...(helps[screen]?.complete && { complete: helps[screen].complete }),
  read: (typed, { openScreen }): VerbReading => {
    if (typed === '') return { is: 'ready', does: `open ${screen}`, run: () => openScreen(screen) }
    const why = helps[screen]?.problemOf(typed)
    if (why !== undefined) return { is: 'wrong', why }
    const does = `open ${screen}, only rows for which ${safeText(typed)}`
    const state = screens[screen].filtered?.(typed) ?? new Map([['filter', typed]])
    return { is: 'ready', does, run: () => openScreen(screen, undefined, state) }
  },
})

export const screenVerbs: readonly Verb[] = SCREEN_NAMES.flatMap((name) => {
  const { example } = screens[name]
  return example === undefined ? [] : [screenVerb(name, example)]
})
