import { type SafeText, safeText } from './safe-text.ts'

/** The first seven characters of a commit hash; empty for none. Truncated first, so that no escape is cut. */
export const shortHash = (hash: string | null | undefined): SafeText => safeText((hash ?? '').slice(0, 7))
