/** The current time in all tests of screens. The last day with data is Friday, 20 November 2026. */
export const NOW = Date.UTC(2026, 10, 21, 9)
