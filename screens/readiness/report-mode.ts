/** Criteria by level, what opens the next level, or what changed since an older report. */
export const REPORT_MODES = ['levels', 'way', 'compare'] as const
export type ReportMode = (typeof REPORT_MODES)[number]
