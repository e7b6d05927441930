import { AppError } from '../../../../src/base/errors.ts'
import { THEME_NAMES, THEMES } from '../../../../src/base/theme-name.ts'
import { parseRangeText } from '../../../../src/domain/calendar/range-words.ts'
import { rangeOf } from '../../../../src/domain/calendar/shift-range.ts'
import { completionsOf } from '../../../../src/domain/filter/completions.ts'
import { readTerms } from '../../../../src/domain/filter/where-terms.ts'
import { PEOPLE_WORDS } from '../../../../src/domain/people/people-where.ts'
import { rangeLabel } from '../../../../src/domain/text/format.ts'
import { safeText } from '../../../../src/domain/text/safe-text.ts'
import { SCREEN_NAMES, type ScreenName } from '../../../kit/screen/names.ts'
import { screens } from '../../../table.ts'
import { beginning, readWord, type Verb, type VerbReading } from './verb.ts'
import { atVerb, copyLinkVerb, diffVerb, exportVerb, filterVerb, sortVerb } from './view-verbs.ts'

const KNOWN = ['7d', '14d', '30d', '90d', 'month', 'last month', 'all', 'oct', '2026-10', '1 oct..']

const labelOf = (typed: string, now: number): string => rangeLabel(rangeOf(parseRangeText(typed, now), now))

const rangeVerb: Verb = {
  name: 'range',
  takes: 'DAYS',
  help: 'the days that are shown: 30d, oct, last month, 1 oct..',
  action: 'range',
  complete: (typed, { now }) =>
    beginning(
      typed,
      KNOWN.map((text) => ({ text, about: labelOf(text, now) })),
    ),
  read: (typed, { now, setRange }): VerbReading => {
    if (typed === '') return { is: 'unfinished' }
    try {
      const choice = parseRangeText(typed, now)
      return { is: 'ready', does: `show ${labelOf(typed, now)}`, run: () => setRange(choice) }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { is: 'wrong', why: error.message }
    }
  },
}

const compareVerb: Verb = {
  name: 'compare',
  takes: 'prev|off',
  help: 'beside the period before, or not',
  action: 'compare',
  complete: (typed) =>
    beginning(typed, [
      { text: 'prev', about: 'the period directly before beside it' },
      { text: 'off', about: 'nothing beside it' },
    ]),
  read: (typed, { set }) =>
    readWord(typed, {
      prev: { does: 'compare with the period before', run: () => set({ isComparing: true }) },
      off: { does: 'compare with nothing', run: () => set({ isComparing: false }) },
    }),
}

const profileVerb: Verb = {
  name: 'profile',
  takes: 'NAME',
  help: 'explore another organisation',
  action: 'profiles',
  complete: (typed, { profiles }) =>
    beginning(
      typed,
      (profiles ?? []).map(({ name, baseUrl, isShown }) => ({
        text: safeText(name),
        about: isShown ? 'is shown' : safeText(baseUrl),
      })),
    ),
  read: (typed, { profiles, openProfile }): VerbReading => {
    if (typed === '') return { is: 'unfinished' }
    const found = profiles?.find(({ name }) => name === typed)
    if (profiles && !found) return { is: 'wrong', why: `There is no profile "${typed}": C adds one.` }
    if (found?.isShown) return { is: 'wrong', why: `${typed} is shown.` }
    return { is: 'ready', does: `explore ${safeText(typed)}`, run: () => openProfile(typed) }
  },
}

const themeVerb: Verb = {
  name: 'theme',
  takes: 'NAME',
  help: 'the colours, until you leave; "theme" in config.json keeps them',
  complete: (typed) =>
    beginning(
      typed,
      THEME_NAMES.map((text) => ({ text, about: THEMES[text] })),
    ),
  read: (typed, { setTheme }) =>
    readWord(
      typed,
      Object.fromEntries(
        THEME_NAMES.map((name) => [name, { does: `colours: ${THEMES[name]}`, run: () => setTheme(name) }]),
      ),
    ),
}

const mouseVerb: Verb = {
  name: 'mouse',
  takes: 'on|off',
  help: 'wheel and clicks, until you leave; "mouse": true in config.json keeps them',
  complete: (typed) =>
    beginning(typed, [
      { text: 'on', about: 'Shift held, the terminal marks text' },
      { text: 'off', about: 'the terminal marks text' },
    ]),
  read: (typed, { set }) =>
    readWord(typed, {
      on: { does: 'hear the wheel and clicks', run: () => set({ isMouse: true }) },
      off: { does: 'leave the mouse to the terminal', run: () => set({ isMouse: false }) },
    }),
}

/** What a key opens, by the word that people have for it. */
const openingVerb = (name: string, action: string, help: string): Verb => ({
  name,
  takes: '',
  help,
  action,
  read: (_typed, { actions }) => ({
    is: 'ready',
    does: help,
    run: () => actions.find(({ binding }) => binding.action === action)?.run(),
  }),
})

const loadSettingsDialog = async () => (await import('./settings-dialog.tsx')).SettingsDialog

const openingVerbs: readonly Verb[] = [
  openingVerb('connect', 'connect', 'an organisation of your own'),
  openingVerb('profiles', 'profiles', 'the organisations that can be explored'),
  openingVerb('jobs', 'jobs', 'what runs, and what has ended'),
  openingVerb('requests', 'requests', 'what was sent, and what was answered'),
  openingVerb('bookmarks', 'bookmarks', 'what was marked with a letter'),
  {
    name: 'settings',
    takes: '',
    help: 'colours, mouse, pseudonyms and comparison',
    read: (_typed, { openDialog }) => ({
      is: 'ready',
      does: 'show the settings',
      run: () => openDialog(loadSettingsDialog, {}),
    }),
  },
]

const quitVerb: Verb = {
  name: 'quit',
  takes: '',
  help: 'leave the explorer',
  action: 'back',
  read: (_typed, { quit }) => ({ is: 'ready', does: 'leave the explorer', run: quit }),
}

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

const screenVerbs: readonly Verb[] = SCREEN_NAMES.flatMap((name) => {
  const { example } = screens[name]
  return example === undefined ? [] : [screenVerb(name, example)]
})

/** Everything that can be said in the palette, in the order of its list. One with several words stands before one of its first. */
export const verbs: readonly Verb[] = [
  rangeVerb,
  compareVerb,
  atVerb,
  diffVerb,
  filterVerb,
  sortVerb,
  exportVerb,
  copyLinkVerb,
  profileVerb,
  themeVerb,
  mouseVerb,
  ...screenVerbs,
  ...openingVerbs,
  quitVerb,
]
