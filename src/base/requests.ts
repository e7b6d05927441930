/**
 * Whether a host, as `URL.hostname` spells it, can only be this machine: 127.0.0.0/8, `[::1]` or `localhost`.
 * A name that merely resolves to such an address is not one.
 */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)

/**
 * What is wrong with an id that becomes a segment of a path, in a few words after its name; undefined when nothing is. `.` and `..`
 * would climb the path; the others no id can hold.
 */
export const idFault = (id: string): string | undefined => {
  if (id === '') return 'is empty'
  if (id === '.' || id === '..') return 'is only dots'
  if (/\p{Cc}/u.test(id)) return 'holds a control character'
  return id.isWellFormed() ? undefined : 'holds half a character'
}

/** One request as it goes to a webhook. */
type PostRequest = {
  /** `https:`, or `http:` on this machine. A secret. */
  url: string
  headers: Record<string, string>
  body: string
  /** Called right before the first byte leaves; where it throws nothing is sent. */
  onSend: () => void
}

export type PostAnswer =
  | { is: 'answered'; status: number; retryAfterMs: number | undefined }
  /** Not a byte of it has left. */
  | { is: 'notSent'; why: string; canRetry: boolean }
  /** It left, and no answer came. */
  | { is: 'unknown'; why: string }

/**
 * Posts once: no redirect is followed, every address that the name stands for is looked at, 5 s in all, at most 4 KiB of the answer are
 * read. Never rejects; what it says holds no part of the address but its host.
 */
export type Post = (request: PostRequest) => Promise<PostAnswer>
