import { isContainer } from '../../base/json.ts'
import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { pseudonymizeBudget } from '../budgets/budget-output.ts'
import { pseudonymOf } from '../people/pseudonym.ts'
import type { RevisionBrief } from '../revisions/revision-brief.ts'
import { withPseudonym } from '../seats/seat-rows.ts'
import type { AttentionItem } from './attention/attention-kinds.ts'

/** Replaces the author of a revision with a pseudonym; removes an author without an id. */
export const pseudonymizeAuthor = (brief: RevisionBrief, salt: string): RevisionBrief => ({
  ...brief,
  who: brief.userId === undefined ? undefined : pseudonymOf(brief.userId, salt),
  email: undefined,
})

/** Replaces every user in an attention item with a pseudonym. */
export const pseudonymizeItem = (item: AttentionItem, salt: string): AttentionItem => {
  if (item.kind === 'stopped') {
    const people = item.people.map((one) => ({ ...one, id: pseudonymOf(one.id, salt), email: undefined }))
    return { ...item, people }
  }
  if (item.kind === 'limits') return { ...item, users: item.users.map((row) => withPseudonym(row, salt)) }
  if (item.kind === 'budget') return pseudonymizeBudgetItem(item, salt)
  if (item.kind !== 'anomaly' || item.because?.by !== 'person') return item
  const name = pseudonymOf(item.because.key, salt)
  return { ...item, because: { ...item.because, key: name, name } }
}

type BudgetItem = Extract<AttentionItem, { kind: 'budget' }>

/** The text and the id of the item have the address of a user. */
const pseudonymizeBudgetItem = (item: BudgetItem, salt: string): BudgetItem => {
  const budget = pseudonymizeBudget(item.budget, salt)
  return { ...item, id: item.id.replace(item.budget.scope, budget.scope), budget }
}

/**
 * Replaces every user in a revision with a pseudonym: its author, all e-mail addresses in its settings, and ids in
 * lists of user ids or in the names of user policies. A user has the same pseudonym everywhere.
 */
export const pseudonymizeRevision = (revision: Lenient<ControlRevision>, salt: string): Lenient<ControlRevision> => {
  const { user, settings, ...rest } = revision
  const name = user?.id === undefined ? undefined : pseudonymOf(user.id, salt)
  return {
    ...rest,
    ...(user && { user: name === undefined ? {} : { id: name, name } }),
    ...(settings && { settings: pseudonymize(settings, salt, false) as Record<string, unknown> }),
  }
}

/** Replaces e-mail addresses and ids of users in a value, as in the settings of a revision. */
export const pseudonymizeTexts = (value: unknown, salt: string): unknown => pseudonymize(value, salt, false)

// A masked secret may precede an @; it isn't a user's name. The search starts only at the first character of a word.
// Otherwise it would scan a long word again from each of its characters.
const EMAIL =
  /(?<![^\s"'<>()[\],;:/@•\u{e000}-\u{f8ff}])[^\s"'<>()[\],;:/@•\u{e000}-\u{f8ff}]+@[^\s"'<>()[\],;:/@]+\.[^\s"'<>()[\],;:/@]+/gu
/** Properties that contain user ids, in a list or as the names of their own properties. */
const HOLDS_IDS = /userids?$|^usermodelpolicies$|^users?$/i

const pseudonymize = (value: unknown, salt: string, areIds: boolean): unknown => {
  if (typeof value === 'string') return hiddenText(value, salt, areIds)
  if (!isContainer(value)) return value
  if (Array.isArray(value)) return value.map((item) => pseudonymize(item, salt, areIds))
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      hiddenText(name, salt, areIds),
      pseudonymize(member, salt, HOLDS_IDS.test(name)),
    ]),
  )
}

const hiddenText = (text: string, salt: string, isId: boolean): string =>
  isId ? pseudonymOf(text, salt) : hideEmails(text, salt)

/** Replaces e-mail addresses in a text, but not the user of an SSH address such as `git@host.example:repository`. */
export const hideEmails = (text: string, salt: string): string =>
  text.replace(EMAIL, (email) => (email.startsWith('git@') ? email : pseudonymOf(email, salt)))
