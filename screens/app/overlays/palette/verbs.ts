import { THEME_NAMES, THEMES } from '../../../../src/base/theme-name.ts'
import { parseRangeText } from '../../../../src/domain/calendar/range-words.ts'
import { rangeOf } from '../../../../src/domain/calendar/shift-range.ts'
import { completionsOf } from '../../../../src/domain/filter/completions.ts'
import { parseFilter } from '../../../../src/domain/filter/where-terms.ts'
import { rangeLabel } from '../../../../src/domain/text/format.ts'
import { safeText } from '../../../../src/domain/text/safe-text.ts'
import { filter } from '../../../kit/list/list-state.ts'
import { SCREEN_NAMES } from '../../../kit/screen/names.ts'
import { ScreenState } from '../../../kit/screen/screen-state.ts'
import { screens } from '../../../table.ts'
import { SEARCH_VIEW } from '../../../wiki/shared/wiki-keys.ts'
import { type FilterView, filterViewFor, filterViews } from './filter-views.ts'
import type { PaletteContext } from './place.ts'
import { keyVerb, parsed, ready, startingWith, unfinished, type Verb, wordVerb, wrong } from './verb.ts'
import { atVerb, diffVerb, exportVerb, filterVerb, sortVerb } from './view-verbs.ts'

const SUGGESTED_RANGES = ['7d', '14d', '30d', '90d', 'month', 'last month', 'all', 'oct', '2026-10', '1 oct..']

const labelOf = (typed: string, now: number): string => rangeLabel(rangeOf(parseRangeText(typed, now), now))

const rangeVerb: Verb = {
  name: 'range',
  takes: 'DAYS',
  help: 'choose the range of days: 30d, oct, last month, 1 oct..',
  action: 'range',
  complete: (typed, { now }) =>
    startingWith(
      typed,
      SUGGESTED_RANGES.map((text) => ({ text, about: labelOf(text, now) })),
    ),
  read: (typed, { now, setRange }) => {
    if (typed === '') return unfinished
    return parsed(() => {
      const choice = parseRangeText(typed, now)
      return ready(`show ${labelOf(typed, now)}`, () => setRange(choice))
    })
  },
}

const compareVerb = wordVerb(
  { name: 'compare', takes: 'prev|off', help: 'compare with the previous period, or off', action: 'compare' },
  {
    prev: {
      about: 'compare with the previous period',
      does: 'compare with the previous period',
      run: ({ set }) => set({ isComparing: true }),
    },
    off: { about: 'no comparison', does: 'turn comparison off', run: ({ set }) => set({ isComparing: false }) },
  },
)

const profileVerb: Verb = {
  name: 'profile',
  takes: 'NAME',
  help: 'explore another organisation',
  action: 'profiles',
  complete: (typed, { profiles = [] }) =>
    startingWith(
      typed,
      profiles.map(({ name, baseUrl, isShown }) => ({
        text: safeText(name),
        about: isShown ? 'current' : safeText(baseUrl),
      })),
    ),
  read: (typed, { profiles, openProfile }) => {
    if (typed === '') return unfinished
    const found = profiles?.find(({ name }) => name === typed)
    if (profiles && !found) return wrong(`Unknown profile "${typed}". The command connect adds one.`)
    if (found?.isShown) return wrong(`${typed} is the current profile.`)
    return ready(`explore ${safeText(typed)}`, () => openProfile(typed))
  },
}

const themeVerb = wordVerb(
  { name: 'theme', takes: 'NAME', help: 'set the colours and save them' },
  Object.fromEntries(
    THEME_NAMES.map((name) => [
      name,
      {
        about: THEMES[name],
        does: `colours: ${THEMES[name]}`,
        run: ({ changeSetting }) => changeSetting('theme', name),
      },
    ]),
  ),
)

const mouseVerb = wordVerb(
  { name: 'mouse', takes: 'on|off', help: 'turn the mouse on or off and save that' },
  {
    on: {
      about: 'hold Shift to select text',
      does: 'enable the mouse',
      run: ({ changeSetting }) => changeSetting('mouse', true),
    },
    off: {
      about: 'the terminal selects text',
      does: 'disable the mouse',
      run: ({ changeSetting }) => changeSetting('mouse', false),
    },
  },
)

const loadSettingsDialog = async () => (await import('./settings-dialog.tsx')).SettingsDialog

const settingsVerb: Verb = {
  name: 'settings',
  takes: '',
  help: 'change colours, mouse, keys and more',
  read: (_typed, { openDialog }) => ready('show the settings', () => openDialog(loadSettingsDialog, {})),
}

/** A verb for something that only a command does: it says which. */
const shellVerb = (name: string, help: string, commandOf: (context: PaletteContext) => string): Verb => ({
  name,
  takes: '',
  help,
  read: (_typed, context) => ready(help, () => context.set({ notice: `Run in a shell: ${commandOf(context)}` })),
})

const reportVerb = shellVerb(
  'report',
  'show the command that writes a page to share',
  ({ range: { from, to } }) => `qd report --from ${from} --to ${to} -o report.html`,
)

const logoutVerb = shellVerb('logout', 'show the command that removes the key', () => 'qd logout')

const searchVerb: Verb = {
  name: 'search',
  takes: 'WORDS',
  help: 'search the pages of exported wikis',
  read: (typed, { openScreen }) => {
    if (typed === '') return unfinished
    const state = new ScreenState().set(filter, typed)
    return ready(`search all pages for ${safeText(typed)}`, () => openScreen('wiki', { view: SEARCH_VIEW }, state))
  },
}

const quitVerb: Verb = {
  name: 'quit',
  takes: '',
  help: 'quit the explorer',
  action: 'back',
  read: (_typed, { quit }) => ready('quit the explorer', quit),
}

/** Opens a list, optionally with a filter. @param viewFor - The list that has the fields of a filter. */
const listVerb = (
  verb: Pick<Verb, 'name' | 'action' | 'help'>,
  title: string,
  viewFor: (typed: string) => FilterView | undefined,
): Verb => ({
  ...verb,
  takes: '[WORDS]',
  complete: (typed) => {
    const view = viewFor(typed)
    if (!view) return []
    const { from, texts } = completionsOf(typed, view.syntax, () => undefined)
    return texts.map((text) => ({ text: safeText(typed.slice(0, from) + text), about: '' }))
  },
  read: (typed, { openScreen }) => {
    const view = viewFor(typed)
    if (!view) return unfinished
    const { screen, target, stateOf, syntax } = view
    // The screen restores its first list. Any other list is opened from its state.
    const isScreen = verb.name === screen
    if (typed === '') {
      const run = () => (isScreen ? openScreen(screen) : openScreen(screen, target, stateOf('')))
      return ready(`open ${title}`, run)
    }
    const { wrong: problem, unfinished: missing } = parseFilter(typed, syntax)
    const why = problem ?? missing
    if (why !== undefined) return wrong(why)
    return ready(`open ${title}, filtered by ${safeText(typed)}`, () => openScreen(screen, target, stateOf(typed)))
  },
})

const screenVerbs: readonly Verb[] = SCREEN_NAMES.flatMap((name) => {
  const { example, title } = screens[name]
  if (example === undefined) return []
  const help = `open the screen, filtered: ${name} ${example}`
  return [listVerb({ name, action: `open:${name}`, help }, title, (typed) => filterViewFor(name, typed))]
})

const criteriaVerb = listVerb(
  { name: 'criteria', help: 'open the readiness criteria, filtered: criteria failing>3' },
  'the readiness criteria',
  () => filterViews.find(({ title }) => title === 'criteria'),
)

const auditVerb = listVerb(
  { name: 'audit', help: 'open the audit log, filtered: audit type=membership_change' },
  'the audit log',
  () => filterViews.find(({ title }) => title === 'audit log'),
)

/** All verbs, in the order of the list. A verb of several words must precede a verb that is its first word. */
export const verbs: readonly Verb[] = [
  rangeVerb,
  compareVerb,
  atVerb,
  diffVerb,
  filterVerb,
  sortVerb,
  exportVerb,
  keyVerb('copy link', 'copyLink', 'copy a link to this view'),
  profileVerb,
  themeVerb,
  mouseVerb,
  searchVerb,
  ...screenVerbs,
  criteriaVerb,
  auditVerb,
  keyVerb('connect', 'connect', 'connect your organisation'),
  keyVerb('profiles', 'profiles', 'list the profiles'),
  keyVerb('actions', 'actions', 'list actions and running jobs'),
  keyVerb('jobs', 'actions', 'list actions and running jobs'),
  keyVerb('requests', 'requests', 'list the requests'),
  keyVerb('bookmarks', 'bookmarks', 'open a bookmark'),
  settingsVerb,
  reportVerb,
  logoutVerb,
  quitVerb,
]
