import type { Computer, ComputerUpdate } from '../../contract/computers.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { nameCheck } from '../text/name-problem.ts'

/** The editable fields of a computer, in display order. */
export const EDITED_FIELDS = ['name', 'hostId', 'remoteUser'] as const
export type EditedField = (typeof EDITED_FIELDS)[number]

export const FIELD_LABELS: Record<EditedField, string> = { name: 'name', hostId: 'host id', remoteUser: 'remote user' }

/** Maximum number of characters. */
export const MAX_NAME_LENGTH = 63

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
const BOUNDS = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']

/** Why the name of a computer or of its remote user is invalid, in a few words; undefined if it is valid. */
export const nameProblem = nameCheck(MAX_NAME_LENGTH)

/**
 * Hint about the characters that newer servers accept in a computer's name; undefined if the name has only those. The
 * start must be clear on its own, because the hint may be truncated.
 */
export const nameHint = (text: string): string | undefined =>
  /^[a-z0-9-]*$/.test(text) ? undefined : 'newer servers: only a-z, 0-9, -'

const hostIdProblem = (text: string): string | undefined =>
  UUID.test(text) || BOUNDS.includes(text.toLowerCase()) ? undefined : 'is not a UUID'

const fieldChecks: Record<EditedField, (text: string) => string | undefined> = {
  name: nameProblem,
  hostId: hostIdProblem,
  remoteUser: nameProblem,
}

/**
 * Why the new value of a field is invalid; undefined if it is valid. An unchanged field is always valid, because it
 * isn't sent. A value that is set can't be removed.
 */
export const fieldProblem = (field: EditedField, text: string, before: string | undefined): string | undefined => {
  if (text === (before ?? '')) return undefined
  if (text === '' && before !== undefined) return 'can be changed but not removed'
  return fieldChecks[field](text)
}

/** Request body with only the fields that differ from the computer. An undefined field stays unchanged. */
export const changedFields = (
  computer: Lenient<Computer>,
  values: Readonly<Partial<Record<EditedField, string | undefined>>>,
): ComputerUpdate =>
  Object.fromEntries(
    EDITED_FIELDS.flatMap((field) => {
      const value = values[field]
      return value === undefined || value === (computer[field] ?? '') ? [] : [[field, value]]
    }),
  )
