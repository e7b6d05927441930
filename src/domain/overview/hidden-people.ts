import { isContainer } from '../../base/json.ts'
import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { pseudonymOf } from '../people/pseudonym.ts'
import type { RevisionBrief } from '../revisions/revision-brief.ts'
import type { AttentionItem } from './attention/attention-kinds.ts'

/** A revision that tells who made it by a pseudonym alone; of one without an id nothing is told. */
export const withHiddenAuthor = (brief: RevisionBrief, salt: string): RevisionBrief => ({
  ...brief,
  who: brief.userId === undefined ? undefined : pseudonymOf(brief.userId, salt),
  email: undefined,
})

/** What needs attention, with every person in it a pseudonym. */
export const withHiddenPeople = (item: AttentionItem, salt: string): AttentionItem => {
  if (item.kind === 'stopped') {
    const people = item.people.map((one) => ({ ...one, id: pseudonymOf(one.id, salt), email: undefined }))
    return { ...item, people }
  }
  if (item.kind !== 'anomaly' || item.because?.by !== 'person') return item
  const name = pseudonymOf(item.because.key, salt)
  return { ...item, because: { ...item.because, key: name, name } }
}

/**
 * A revision in which everybody is a pseudonym: who made it, and in its settings all e-mail addresses and the ids that stand
 * in lists of user ids or name the policies of users. The same person has the same one everywhere.
 */
export const withHiddenRevision = (revision: Lenient<ControlRevision>, salt: string): Lenient<ControlRevision> => {
  const { user, settings, ...rest } = revision
  const name = user?.id === undefined ? undefined : pseudonymOf(user.id, salt)
  return {
    ...rest,
    ...(user && { user: name === undefined ? {} : { id: name, name } }),
    ...(settings && { settings: hiddenIn(settings, salt, false) as Record<string, unknown> }),
  }
}

// The mask of a secret may stand before an @; it is nobody's name. Looked for from the first character of a word only, or a long
// word would be read anew from each of its characters.
const EMAIL =
  /(?<![^\s"'<>()[\],;:/@•\u{e000}-\u{f8ff}])[^\s"'<>()[\],;:/@•\u{e000}-\u{f8ff}]+@[^\s"'<>()[\],;:/@]+\.[^\s"'<>()[\],;:/@]+/gu
/** Members that hold ids of people, in a list or as the names of their own members. */
const HOLDS_IDS = /userids?$|^usermodelpolicies$|^users?$/i

const hiddenIn = (value: unknown, salt: string, areIds: boolean): unknown => {
  if (typeof value === 'string') return hiddenText(value, salt, areIds)
  if (!isContainer(value)) return value
  if (Array.isArray(value)) return value.map((item) => hiddenIn(item, salt, areIds))
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      hiddenText(name, salt, areIds),
      hiddenIn(member, salt, HOLDS_IDS.test(name)),
    ]),
  )
}

const hiddenText = (text: string, salt: string, isId: boolean): string =>
  isId ? pseudonymOf(text, salt) : text.replace(EMAIL, (email) => pseudonymOf(email, salt))
