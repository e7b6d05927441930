/** What is left by the quick filter. */
export const QUICK_KEYS = ['all', 'active', 'inactive'] as const
export type QuickKeys = (typeof QUICK_KEYS)[number]
