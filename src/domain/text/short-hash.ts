import { type SafeText, safeText } from './safe-text.ts'

/**
 * The first seven characters of a commit hash; empty for none. It is truncated before sanitizing, so that a sanitized
 * character isn't cut.
 */
export const shortHash = (hash: string | null | undefined): SafeText => safeText((hash ?? '').slice(0, 7))
