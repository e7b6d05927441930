import { toJson } from '../../domain/output/output.ts'
import { MASK, shownSettings } from '../../domain/secrets/mask-settings.ts'
import type { Format } from '../kit/output-format.ts'

/**
 * A setting as a member of a row: what it is for json and ndjson, its JSON as text for the other formats; null for none. A
 * masked secret alone is `••••••` in both.
 */
export const valueMember = (value: unknown, format: Format): unknown => {
  if (value === undefined) return null
  const shown = shownSettings(value)
  if (format === 'json' || format === 'ndjson') return shown
  return shown === MASK ? MASK : toJson(shown)
}
