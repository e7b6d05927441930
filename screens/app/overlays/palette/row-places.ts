import { safeText } from '../../../../src/domain/text/safe-text.ts'
import { helpOf } from '../../../../src/ui/keys/bindings.ts'
import { fitOf, type PaletteContext, type Place, type Provider } from './place.ts'

/** What Enter does on the selected row, and the actions of its menu. */
export const rowActionPlaces = ({ actions, offer, enter }: PaletteContext): Place[] => {
  const opening = actions.find(({ binding }) => binding.keys.includes('Enter'))
  const opens = enter()
  const { title = '', actions: menu = [] } = offer.rowActions?.() ?? {}
  return [
    ...(opening && opens !== undefined
      ? [
          {
            id: 'row:Enter',
            text: helpOf(opening.binding),
            detail: safeText(opens),
            label: 'Enter',
            fit: 'letters',
            run: opening.run,
          } as const,
        ]
      : []),
    ...menu.map(({ key, label, run }): Place => {
      return {
        id: `row:${key}`,
        text: safeText(label),
        detail: safeText(title),
        label: `a ${key}`,
        fit: 'letters',
        run,
      }
    }),
  ]
}

/** What can be done on the selected row. */
export const rowPlaces: Provider = {
  kind: 'actions of the row',
  find: (typed, context) =>
    rowActionPlaces(context).flatMap((place) => {
      const fit = typed === '' ? place.fit : fitOf(`${place.text} ${place.detail ?? ''}`, typed)
      return fit ? [{ ...place, fit }] : []
    }),
}

/** Number of recent places listed before anything is typed. */
const MAX_RECENT = 5

/** Places that were shown before, the latest first. */
export const recentPlaces: Provider = {
  kind: 'recent places',
  find: (typed, { recent, openLink }) => {
    const matching = recent().flatMap(({ crumbs, link }): Place[] => {
      const text = safeText(crumbs.join(' > '))
      const fit = typed === '' ? 'letters' : fitOf(text, typed)
      return fit ? [{ id: `recent:${text}`, text, label: 'recent', fit, run: () => openLink(link) }] : []
    })
    return typed === '' ? matching.slice(0, MAX_RECENT) : matching
  },
}
