import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'

export type RevisionAuthor = {
  /** Who made it: the name, else the e-mail, else the id. Untrusted text. */
  who: string | undefined
  email: string | undefined
  /** What a pseudonym is made of. Never shown by itself. */
  userId?: string | undefined
}

/** Who made a revision of the controls; undefined what the API does not tell. */
export const authorOf = ({ user }: Pick<Lenient<ControlRevision>, 'user'>): RevisionAuthor => ({
  who: user?.name || user?.email || user?.id || undefined,
  email: user?.email,
  userId: user?.id,
})
