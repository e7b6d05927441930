import { AppError } from '../../../../src/base/errors.ts'
import { parseRangeText } from '../../../../src/domain/calendar/range-words.ts'
import { type RangeChoice, rangeOf } from '../../../../src/domain/calendar/shift-range.ts'
import { parseLink } from '../../../../src/domain/links/link.ts'
import { rangeLabel } from '../../../../src/domain/text/format.ts'
import { fuzzyScore } from '../../../../src/domain/text/fuzzy.ts'
import { safeText } from '../../../../src/domain/text/safe-text.ts'
import { newestRuns, runName } from '../../../../src/domain/wiki/run-name.ts'
import { helpOf, keyLabel, type Reachable } from '../../../../src/ui/keys/bindings.ts'
import { fitOf, type Place, type Provider } from './place.ts'

/** Whether an action opens a screen. */
const isOpening = ({ binding }: Reachable): boolean => binding.action.startsWith('open:')

/** An action where its help answers to what was typed: its letters in their order are enough. */
const actionPlace = ({ binding, run }: Reachable, typed: string): Place[] => {
  const help = helpOf(binding)
  const score = fuzzyScore(help, typed)
  if (score === undefined) return []
  const label = binding.keys.map(keyLabel).join(' ')
  // What several bindings do is found as often as there are, each with its own keys.
  const id = `action:${binding.action}:${label}`
  return [{ id, text: help, label, fit: fitOf(help, typed) ?? 'letters', score, run }]
}

/** Everything that a key does here, by its help. */
export const actionPlaces: Provider = {
  kind: 'actions',
  find: (typed, { actions }) => actions.filter((one) => !isOpening(one)).flatMap((one) => actionPlace(one, typed)),
}

/** The screens, which are opened as their keys open them. */
export const screenPlaces: Provider = {
  kind: 'screens',
  find: (typed, { actions }) => actions.filter(isOpening).flatMap((one) => actionPlace(one, typed)),
}

/** Where a link leads that was pasted; what is wrong with one is its row. */
export const linkPlaces: Provider = {
  kind: 'links',
  find(typed, { wordsOf, openLink, openProfile, linkProfile }) {
    if (!typed.startsWith('qd://')) return []
    const place: Place = { id: 'link', text: typed, label: 'link', fit: 'whole' }
    try {
      const { profile } = parseLink(typed)
      // The place itself waits until that organisation is open.
      if (profile !== undefined && profile !== linkProfile)
        return [
          { ...place, text: `switches to profile ${profile}, then opens the link`, run: () => openProfile(profile) },
        ]
      return [{ ...place, text: wordsOf(typed), run: () => openLink(typed) }]
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return [{ ...place, text: error.message }]
    }
  },
}

/** Ranges of days as they are typed in the form for them: `30d`, `oct`, `last month`, `1 oct..`. */
export const rangePlaces: Provider = {
  kind: 'ranges',
  find: (typed, { now, setRange }) => {
    const choice = typed === '' ? undefined : choiceOf(typed, now)
    if (!choice) return []
    const days = rangeLabel(rangeOf(choice, now))
    return [
      { id: 'range', text: `show ${days}`, detail: typed, label: 'range', fit: 'whole', run: () => setRange(choice) },
    ]
  },
}

const choiceOf = (typed: string, now: number): RangeChoice | undefined => {
  try {
    return parseRangeText(typed, now)
  } catch (error) {
    // What is typed here is mostly something else.
    if (error instanceof AppError) return undefined
    throw error
  }
}

const TYPED = /^export(?: +(.*))?$/i

/** What `export checkout` finds from anywhere: each run that is called so, whose export asks only for its file. */
export const wikiExportPlaces: Provider = {
  kind: 'wiki runs',
  find: (typed, { read, openDialog }) => {
    const wanted = TYPED.exec(typed)
    // Wikis are asked for by their own screen, and by who names them.
    if (!wanted) return []
    const name = (wanted[1] ?? '').toLowerCase()
    return newestRuns(read('wikiRuns', {})?.rows ?? [])
      .filter((run) => name === '' || fuzzyScore(`${runName(run)} ${run.id}`, name) !== undefined)
      .map((run) => ({
        id: `export:${run.id}`,
        text: `export ${runName(run)}, run ${safeText(run.id)}`,
        label: 'wiki',
        fit: 'whole',
        run: () => openDialog(loadExportDialog, { run: { id: run.id, name: run.name } }),
      }))
  },
}

const loadExportDialog = async () => (await import('../../../wiki/dialogs/wiki-dialogs.tsx')).ExportWikiDialog
