import { pseudonymOf } from '../../domain/people/pseudonym.ts'
import { createPseudonyms, type Pseudonyms } from './pseudonyms.ts'

/**
 * Hides who is active today from everybody, also from owners: ids of users become pseudonyms too, because an owner can
 * look up the name of an id.
 */
export const withoutLiveNames = (salt: string): Pseudonyms => {
  const pseudonyms = createPseudonyms(salt)
  return {
    ...pseudonyms,
    hide: (json) =>
      pseudonyms.hide(
        JSON.stringify(
          JSON.parse(json, (name, value: unknown) => {
            if (name === 'user_id' && typeof value === 'string') return pseudonymOf(value, salt)
            return name === 'user_email' ? null : value
          }),
        ),
      ),
  }
}
