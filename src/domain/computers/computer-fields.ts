import type { Computer, ComputerUpdate } from '../../contract/computers.ts'
import type { Lenient } from '../../contract/lenient.ts'

/** The members of a computer that can be changed, in the order in which they are shown. */
export const EDITED_FIELDS = ['name', 'hostId', 'remoteUser'] as const
export type EditedField = (typeof EDITED_FIELDS)[number]

export const FIELD_LABELS: Record<EditedField, string> = { name: 'name', hostId: 'host id', remoteUser: 'remote user' }

/** Characters that a name may have at most. */
export const MAX_NAME_LENGTH = 63

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
const BOUNDS = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']

/** What is wrong with a name of a computer or an account on it, in a few words; undefined when nothing is. */
export const nameFault = (text: string): string | undefined => {
  if (text === '') return 'is empty'
  if (text.length > MAX_NAME_LENGTH) return `${text.length} characters, at most ${MAX_NAME_LENGTH}`
  return /\p{Cc}/u.test(text) || !text.isWellFormed() ? 'holds what is no character' : undefined
}

/** What newer servers take in the name of a computer, where a name holds more; the start alone has to be clear where it is cut. */
export const nameHint = (text: string): string | undefined =>
  /^[a-z0-9-]*$/.test(text) ? undefined : 'a-z, 0-9, - on newer servers'

const hostIdFault = (text: string): string | undefined =>
  UUID.test(text) || BOUNDS.includes(text.toLowerCase()) ? undefined : 'is no UUID'

const faults: Record<EditedField, (text: string) => string | undefined> = {
  name: nameFault,
  hostId: hostIdFault,
  remoteUser: nameFault,
}

/**
 * What is wrong with the new value of a field; undefined when nothing is. A field that is left as it was is never wrong: it is not
 * sent, and nothing that was set can be taken away.
 */
export const fieldFault = (field: EditedField, text: string, before: string | undefined): string | undefined => {
  if (text === (before ?? '')) return undefined
  if (text === '' && before !== undefined) return 'can be changed, but not taken away'
  return faults[field](text)
}

/** What of `values` differs from the computer as it is, to be sent: nothing else. A field that is not given stays. */
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
