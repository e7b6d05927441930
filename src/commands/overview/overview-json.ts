import type { Overview } from '../../domain/overview/overview-figures.ts'
import { overviewOutput } from '../../domain/overview/overview-output.ts'
import type { MissingPart } from './missing.ts'
import { REVISIONS_SHOWN, type ShownAttention } from './overview-text.ts'

/** The overview as JSON, see {@link overviewOutput}. A part that could not be loaded is null and stands in `missing`. */
export const overviewJson = (
  overview: Overview,
  { items, muted, until }: ShownAttention,
  missing: readonly MissingPart[],
): unknown => ({
  ...overviewOutput({ ...overview, revisions: overview.revisions?.slice(0, REVISIONS_SHOWN) }, items, until),
  muted,
  ...(missing.length > 0 && { missing: missing.map(missingJson), incomplete: true }),
})

const missingJson = ({ part, error }: MissingPart): unknown => ({
  part,
  reason: error.message,
  status: error.status ?? null,
})
