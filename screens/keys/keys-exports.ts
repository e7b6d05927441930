import { KEY_COLUMNS, keyOutput } from '../../src/domain/keys/key-output.ts'
import type { Exports } from '../kit/export/exports.ts'
import { tableFormats } from '../kit/export/table-formats.ts'
import type { KeyEntry } from './list/key-entries.ts'

/** Keys as they are listed. */
export const keysExports = (entries: readonly KeyEntry[]): Exports | undefined => {
  const keys = entries.flatMap(({ key, now }) => (key ? [{ key, now }] : []))
  if (keys.length === 0) return undefined
  return {
    name: 'keys',
    formats: tableFormats(() => ({ rows: keys.map(({ key, now }) => keyOutput(key, now)), columns: KEY_COLUMNS })),
    shown: 'md',
  }
}
