import { completionsOf } from '../../../../src/domain/filter/completions.ts'
import { readTerms } from '../../../../src/domain/filter/where-terms.ts'
import { PEOPLE_WORDS } from '../../../../src/domain/people/people-where.ts'
import { safeText } from '../../../../src/domain/text/safe-text.ts'
import type { ScreenName } from '../../../kit/screen/names.ts'
import type { ScreenState } from '../../../kit/screen/screen-state.ts'
import type { Verb, VerbReading } from './verb.ts'

/** A screen by its name, at once with a filter. */
const screenVerb = (screen: ScreenName, example: string, more: More = {}): Verb => ({
  name: screen,
  takes: '[WORDS]',
  help: `open it, filtered: ${screen} ${example}`,
  action: `open:${screen}`,
  ...(more.complete && { complete: more.complete }),
  read: (typed, { openScreen }): VerbReading => {
    if (typed === '') return { is: 'ready', does: `open ${screen}`, run: () => openScreen(screen) }
    const why = more.problemOf?.(typed)
    if (why !== undefined) return { is: 'wrong', why }
    const does = `open ${screen}, only rows for which ${safeText(typed)}`
    return { is: 'ready', does, run: () => openScreen(screen, undefined, (more.stateOf ?? filtered)(typed)) }
  },
})

type More = Pick<Verb, 'complete'> & {
  problemOf?: (typed: string) => string | undefined
  /** What its views keep where the filter is typed. */
  stateOf?: (typed: string) => ScreenState
}

const filtered = (typed: string): ScreenState => new Map([['filter', typed]])

export const screenVerbs: readonly Verb[] = [
  screenVerb('people', 'model=opus', {
    complete: (typed) => {
      const { from, texts } = completionsOf(typed, PEOPLE_WORDS.people, () => undefined)
      return texts.map((text) => ({ text: typed.slice(0, from) + text, about: '' }))
    },
    problemOf: (typed) => {
      const { wrong, unfinished } = readTerms(typed, PEOPLE_WORDS.people)
      return wrong ?? unfinished
    },
  }),
  screenVerb('readiness', 'level<3'),
  screenVerb('controls', 'widened'),
  screenVerb('computers', 'failed'),
  screenVerb('keys', 'deploy'),
  screenVerb('wiki', 'checkout'),
  screenVerb('ci', 'failed'),
  screenVerb('hooks', 'failed', {
    stateOf: (typed) =>
      new Map([
        ['view', 'decisions'],
        ['filter:decisions', typed],
      ]),
  }),
]
