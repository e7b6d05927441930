/** What is asked for by an id that a server may have no list of. */
export const KNOWN_KINDS = ['computers', 'serviceAccounts', 'wikiRuns'] as const
export type KnownKind = (typeof KNOWN_KINDS)[number]
