/** The moment of all tests of screens: the last day with data is Friday, 20 November 2026. */
export const NOW = Date.UTC(2026, 10, 21, 9)
