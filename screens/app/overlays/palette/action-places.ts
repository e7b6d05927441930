import { AppError } from '../../../../src/base/errors.ts'
import { parseRangeText } from '../../../../src/domain/calendar/range-words.ts'
import { type RangeChoice, rangeOf } from '../../../../src/domain/calendar/shift-range.ts'
import { parseLink } from '../../../../src/domain/links/link.ts'
import { rangeLabel } from '../../../../src/domain/text/format.ts'
import { fuzzyScore } from '../../../../src/domain/text/fuzzy.ts'
import { safeText } from '../../../../src/domain/text/safe-text.ts'
import { newestRuns, runName } from '../../../../src/domain/wiki/run-name.ts'
import { helpOf, keyLabel, type Reachable } from '../../../../src/ui/keys/bindings.ts'
import { type Fit, fitOf, type Place, type Provider } from './place.ts'

const isOpening = ({ binding }: Reachable): boolean => binding.action.startsWith('open:')

/** The action of a key. */
export const actionPlace = ({ binding, run }: Reachable, fit: Fit, score = 0): Place => {
  const label = binding.keys.map(keyLabel).join(' ')
  // The label makes the id unique when several bindings have the same action.
  return { id: `action:${binding.action}:${label}`, text: helpOf(binding), label, fit, score, run }
}

/** An action whose help matches the typed text; its letters in order are enough. */
const matchingAction = (action: Reachable, typed: string): Place[] => {
  const help = helpOf(action.binding)
  const score = fuzzyScore(help, typed)
  return score === undefined ? [] : [actionPlace(action, fitOf(help, typed) ?? 'letters', score)]
}

/** All actions that have a key here, by their help. */
export const actionPlaces: Provider = {
  kind: 'actions',
  find: (typed, { actions }) => actions.filter((one) => !isOpening(one)).flatMap((one) => matchingAction(one, typed)),
}

/** The screens, opened by the same actions as their keys. */
export const screenPlaces: Provider = {
  kind: 'screens',
  find: (typed, { actions }) => actions.filter(isOpening).flatMap((one) => matchingAction(one, typed)),
}

/** The place of a pasted link. For an invalid link, a row with the error. */
export const linkPlaces: Provider = {
  kind: 'links',
  find(typed, { wordsOf, openLink, openProfile, linkProfile }) {
    if (!typed.startsWith('qd://')) return []
    const place: Place = { id: 'link', text: typed, label: 'link', fit: 'whole' }
    try {
      const { profile } = parseLink(typed)
      // A link of another profile can be opened only after that profile.
      if (profile !== undefined && profile !== linkProfile)
        return [{ ...place, text: `switch to profile ${profile}, then open the link`, run: () => openProfile(profile) }]
      return [{ ...place, text: wordsOf(typed), run: () => openLink(typed) }]
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return [{ ...place, text: error.message }]
    }
  },
}

/** Ranges of days, written as in the range dialog: `30d`, `oct`, `last month`, `1 oct..`. */
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
    // Most typed text is not a range, so this is not an error.
    if (error instanceof AppError) return undefined
    throw error
  }
}

const TYPED = /^export(?: +(.*))?$/i

/** Results for `export checkout` on any screen: each run with a matching name. Its dialog asks only for the file. */
export const wikiExportPlaces: Provider = {
  kind: 'wiki runs',
  find: (typed, { read, openDialog }) => {
    const wanted = TYPED.exec(typed)
    // Wiki runs are loaded only for their own screen and for this verb.
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
