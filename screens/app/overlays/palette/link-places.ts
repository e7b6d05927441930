import { AppError } from '../../../../src/base/errors.ts'
import { parseLink } from '../../../../src/domain/links/link.ts'
import type { Place, Provider } from './place.ts'

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
        return [{ ...place, text: `explore ${profile} first, then the link leads on`, run: () => openProfile(profile) }]
      return [{ ...place, text: wordsOf(typed), run: () => openLink(typed) }]
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return [{ ...place, text: error.message }]
    }
  },
}
