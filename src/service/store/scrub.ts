import { isContainer, isObject } from '../../base/json.ts'

/** Replaces what named a user who is forgotten. */
export const FORGOTTEN = 'forgotten user'

/** Members that identify the user whose row or object it is. */
const IDENTITIES = ['user_id', 'userId', 'id', 'principalId', 'user_email', 'userEmail', 'email']

// The lookbehind keeps it linear: a match begins only where a word begins.
const EMAIL = /(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}.-]+[\p{L}\p{N}]/giu
/** A word that may be an id. A shorter one may be an ordinary word. */
const ID = /[\p{L}\p{N}_-]{8,}/gu

/** Whether an id or e-mail address belongs to a forgotten user. */
export type IsForgotten = (idOrEmail: string) => boolean

/**
 * Removes forgotten users from a value: their elements of lists and their members of objects. Elsewhere, the texts of
 * their objects, their ids and their e-mail addresses are replaced.
 *
 * @returns The same value if it names none of them; undefined if all of it belongs to one.
 */
export const scrub = (value: unknown, isForgotten: IsForgotten): unknown => {
  if (typeof value === 'string') return scrubText(value, isForgotten)
  if (Array.isArray(value)) {
    const kept = value.flatMap((item) => {
      if (typeof item === 'string' && isForgotten(item)) return []
      const clean = scrub(item, isForgotten)
      return clean === undefined ? [] : [clean]
    })
    return kept.length === value.length && kept.every((item, at) => item === value[at]) ? value : kept
  }
  if (!isObject(value)) return value
  if (belongsTo(value, isForgotten)) return undefined
  let hasChanged = false
  const members = Object.entries(value).flatMap(([name, member]) => {
    // A member that holds a user must stay, because clients require it.
    const clean = isForgotten(name) ? undefined : (scrub(member, isForgotten) ?? withoutTexts(member))
    hasChanged ||= clean !== member
    return clean === undefined ? [] : [[name, clean]]
  })
  return hasChanged ? Object.fromEntries(members) : value
}

const belongsTo = (value: Record<string, unknown>, isForgotten: IsForgotten): boolean =>
  IDENTITIES.some((name) => {
    const id = value[name]
    return typeof id === 'string' && id !== '' && isForgotten(id)
  })

const scrubText = (text: string, isForgotten: IsForgotten): string => {
  if (text !== '' && isForgotten(text)) return FORGOTTEN
  const replaced = (name: string): string => (isForgotten(name) ? FORGOTTEN : name)
  const withoutEmails = text.includes('@') ? text.replace(EMAIL, replaced) : text
  return withoutEmails.replace(ID, replaced)
}

const withoutTexts = (value: unknown): unknown => {
  if (typeof value === 'string') return FORGOTTEN
  if (Array.isArray(value)) return value.map(withoutTexts)
  if (!isContainer(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutTexts(member)]))
}
