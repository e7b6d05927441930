import { piecesOf } from '../../../../src/domain/filter/filter-pieces.ts'
import { type FilterSyntax, parseFilter, whereFieldNamed } from '../../../../src/domain/filter/where-terms.ts'
import { safeText } from '../../../../src/domain/text/safe-text.ts'
import { screens } from '../../../table.ts'
import { type FilterView, filterViews } from './filter-views.ts'
import type { PaletteContext, Place, Provider } from './place.ts'
import { verbIn } from './verb-places.ts'

/** The names of the fields in a typed filter; undefined for free words, which every list can search for. */
const fieldsIn = (typed: string): string[] | undefined => {
  const names = piecesOf(typed).flatMap(({ name }) => (name === undefined ? [] : [name]))
  return names.length > 0 ? names : undefined
}

const hasFields = (syntax: FilterSyntax, names: readonly string[]): boolean =>
  names.every((name) => whereFieldNamed(name, syntax) !== undefined)

const isSameList = (a: FilterSyntax, b: FilterSyntax): boolean =>
  a.fields.map(({ name }) => name).join() === b.fields.map(({ name }) => name).join()

const placeOf = (view: FilterView, typed: string, { openScreen }: PaletteContext): Place => {
  const { screen, title, syntax, target, stateOf } = view
  const { wrong, unfinished } = parseFilter(typed, syntax)
  const place: Place = {
    id: `filter:${screen} ${title}`,
    text: `${screens[screen].title}: ${title} with ${safeText(typed)}`,
    label: 'filter',
    fit: 'whole',
  }
  const problem = wrong ?? unfinished
  if (problem !== undefined) return { ...place, detail: safeText(problem) }
  return { ...place, run: () => openScreen(screen, target, stateOf(typed)) }
}

/** A typed condition, such as `credits>1k`, opens the lists that have its fields: the shown one first. */
export const filterPlaces: Provider = {
  kind: 'filters',
  find: (typed, context) => {
    // The condition after a verb, such as "filter", is its argument.
    const names = verbIn(typed) ? undefined : fieldsIn(typed)
    if (!names) return []
    const { offer, screen } = context
    const shown = offer.filter?.syntax?.()
    const isHere = shown !== undefined && hasFields(shown, names)
    const views = filterViews.filter(({ syntax }) => hasFields(syntax, names) && !(isHere && isSameList(syntax, shown)))
    const others = [
      ...views.filter((view) => view.screen === screen),
      ...views.filter((view) => view.screen !== screen),
    ]
    return [
      ...(isHere ? [herePlace(typed, shown, context)] : []),
      ...others.map((view) => placeOf(view, typed, context)),
    ]
  },
}

const herePlace = (typed: string, syntax: FilterSyntax, { offer }: PaletteContext): Place => {
  const { wrong, unfinished } = parseFilter(typed, syntax)
  const problem = wrong ?? unfinished
  const place: Place = {
    id: 'filter:here',
    text: `show only rows with ${safeText(typed)}`,
    label: 'filter',
    fit: 'whole',
  }
  if (problem !== undefined) return { ...place, detail: safeText(problem) }
  return { ...place, detail: 'in this list', run: () => offer.filter?.set(typed) }
}
