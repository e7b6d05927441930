import { toJson } from '../../../src/domain/output/output.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'

/** Why no secret is shown. */
export const NO_SECRET = 'There is no secret in this row.'
export const SECRET_IN_PRIVATE = 'A secret may name people: zn shows their names, then x the secret.'

/** How far a secret is: on its way, shown for so many seconds more, or neither. */
export const secretState = (isLoading: boolean, leftS: number | undefined, theme: Theme): string => {
  if (isLoading) return theme.muted('fetching…')
  return leftS === undefined ? theme.muted('x shows the secret for 15 s') : theme.warn(`hidden again in ${leftS} s`)
}

/** A revealed value as text, over several lines with an indent. Untrusted text. */
export const revealedText = (value: unknown, indent?: number): string =>
  typeof value === 'string' ? value : toJson(value, { indent })
