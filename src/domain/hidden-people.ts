import type { AttentionItem } from './attention.ts'
import { pseudonymOf } from './pseudonym.ts'
import type { RevisionBrief } from './revision-brief.ts'

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
  if (item.kind !== 'anomaly' || item.because?.kind !== 'person') return item
  const name = pseudonymOf(item.because.key, salt)
  return { ...item, because: { ...item.because, key: name, name } }
}
