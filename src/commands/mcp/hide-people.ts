import { isContainer } from '../../base/json.ts'
import { hideEmails } from '../../domain/overview/pseudonymize.ts'
import { pseudonymOf } from '../../domain/people/pseudonym.ts'
import { pseudonymizeUsers } from '../output/pseudonyms.ts'

/**
 * Replaces people in the result of a command that has no --pseudonyms: users, owners, and e-mail addresses in any text.
 */
export const hidePeople = (document: Readonly<Record<string, unknown>>, salt: string): Record<string, unknown> =>
  hideAddresses(pseudonymizeUsers([document], salt)[0], salt) as Record<string, unknown>

/** Replaces e-mail addresses in all texts, and the owner of each object that a user owns. */
export const hideAddresses = (value: unknown, salt: string): unknown => {
  if (typeof value === 'string') return hideEmails(value, salt)
  if (Array.isArray(value)) return value.map((item) => hideAddresses(item, salt))
  if (!isContainer(value)) return value
  const isOwned = memberIs(value, 'ownerPrincipalKind', 'user')
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (isOwned && name === 'ownerId' && typeof member === 'string') return [name, pseudonymOf(member, salt)]
      return [hideEmails(name, salt), hideAddresses(member, salt)]
    }),
  )
}

const memberIs = (value: object, name: string, expected: string): boolean =>
  Object.hasOwn(value, name) && (value as Record<string, unknown>)[name] === expected
