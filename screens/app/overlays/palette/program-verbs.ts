import { THEME_NAMES, type ThemeName } from '../../../../src/base/theme-name.ts'
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

const THEMES: Record<ThemeName, string> = {
  auto: 'as the terminal is, dark or light',
  dark: 'for a dark terminal',
  light: 'for a light terminal',
  contrast: 'contrasts of 7:1',
  mono: 'no colours',
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

export const connectVerb: Verb = {
  name: 'connect',
  takes: '',
  help: 'an organisation of your own',
  action: 'connect',
  read: (_typed, { actions }) => ({
    is: 'ready',
    does: 'connect an organisation',
    run: () => actions.find(({ binding }) => binding.action === 'connect')?.run(),
  }),
}

export const quitVerb: Verb = {
  name: 'quit',
  takes: '',
  help: 'leave the explorer',
  action: 'back',
  read: (_typed, { quit }) => ({ is: 'ready', does: 'leave the explorer', run: quit }),
}
