import { safeText } from '../../../../src/domain/text/safe-text.ts'
import { helpOf, keyLabel, keysLabel } from '../../../../src/ui/keys/bindings.ts'
import { fitOf, type PaletteContext, type Place, type Provider } from './place.ts'

/** What Enter does on the selected row, and the actions of its menu. */
export const rowActionPlaces = ({ actions, offer, enter }: PaletteContext): Place[] => {
  const opening = actions.find(({ binding: { keys, defaultKeys = keys } }) => defaultKeys.includes('Enter'))
  const menuKey = keyLabel(actions.find(({ binding }) => binding.action === 'actions')?.binding.keys[0] ?? '')
  const opens = enter()
  const { title = '', actions: menu = [] } = offer.rowActions?.() ?? {}
  const places = menu.map(({ key, label, detail, run }): Place => {
    const about = safeText([title, detail].filter(Boolean).join(': '))
    return { id: `row:${key}`, text: safeText(label), detail: about, label: `${menuKey} ${key}`, fit: 'letters', run }
  })
  if (!opening || opens === undefined) return places
  const { binding, run } = opening
  return [
    { id: 'row:open', text: helpOf(binding), detail: safeText(opens), label: keysLabel(binding), fit: 'letters', run },
    ...places,
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
