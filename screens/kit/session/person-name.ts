import { useCallback } from 'react'
import { pseudonymOf } from '../../../src/domain/people/pseudonym.ts'
import { WITHOUT_USER } from '../../../src/domain/text/format.ts'
import { useSession, useSessionState } from './session.ts'

/** The name of a person on screens: e-mail address or id; a pseudonym while the session is private. Untrusted text. */
export type PersonName = (id: string, email: string | null | undefined) => string

/** @param salt - The session's salt while it is private; undefined otherwise. */
export const personName = (id: string, email: string | null | undefined, salt: string | undefined): string =>
  salt === undefined ? email || id || WITHOUT_USER : pseudonymOf(id, salt)

/** The salt of pseudonyms while the session is private, undefined otherwise. */
export const usePrivateSalt = (): string | undefined => {
  const session = useSession()
  const isPrivate = useSessionState('isPrivate')
  return isPrivate ? session.salt : undefined
}

/** The same function while the names don't change. */
export const usePersonName = (): PersonName => {
  const salt = usePrivateSalt()
  return useCallback((id, email) => personName(id, email, salt), [salt])
}
