import { type SafeText, safeText } from './safe-text.ts'

/**
 * The first seven signs of a commit's hash, which tell it from others; nothing of none. Cut before it is made safe, as half a sign
 * is none.
 */
export const shortHash = (hash: string | null | undefined): SafeText => safeText((hash ?? '').slice(0, 7))
