/** What is said when things begin to be shown as of an earlier day. */
export const AS_OF = 'Readiness and controls as they were known then: Esc or :at now comes back.'

/** What is said when they are shown as they are again. */
export const BACK_TO_NOW = 'Everything as it is known now.'
