import { THEME_NAMES, THEMES } from '../../../../src/base/theme-name.ts'
import { safeText } from '../../../../src/domain/text/safe-text.ts'
import { beginning, readWord, type Verb, type VerbReading } from './verb.ts'

export const profileVerb: Verb = {
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

export const themeVerb: Verb = {
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

export const mouseVerb: Verb = {
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

export const openingVerbs: readonly Verb[] = [
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

export const quitVerb: Verb = {
  name: 'quit',
  takes: '',
  help: 'leave the explorer',
  action: 'back',
  read: (_typed, { quit }) => ({ is: 'ready', does: 'leave the explorer', run: quit }),
}
