import { VERDICTS, type VerdictName } from '../../../src/domain/risk/risk-verdict.ts'

/** Which changes are shown by what they mean. */
export type QuickFilter = 'all' | VerdictName

export const QUICK_FILTERS: readonly QuickFilter[] = ['all', ...VERDICTS]
