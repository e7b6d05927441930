/** What is left by the quick filter. */
export const QUICK_JOBS = ['all', 'failed', 'under way'] as const
export type QuickJobs = (typeof QUICK_JOBS)[number]
