/**
 * Whether a host, spelled like `URL.hostname`, is this machine: 127.0.0.0/8, `[::1]` or `localhost`. A name that only
 * resolves to such an address doesn't count.
 */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)

/**
 * Why an id can't be a segment of a URL path, as a few words after the id's name; undefined if it can. `.` and `..`
 * would change the path, and valid ids never contain the other characters.
 */
export const idProblem = (id: string): string | undefined => {
  if (id === '') return 'is empty'
  if (id === '.' || id === '..') return 'consists only of dots'
  if (/\p{Cc}/u.test(id)) return 'contains a control character'
  return id.isWellFormed() ? undefined : 'contains an incomplete character'
}

/** One webhook request. */
type PostRequest = {
  /** `https:`, or `http:` on this machine. A secret. */
  url: string
  headers: Record<string, string>
  body: string
  /** Called right before the first byte is sent. If it throws, nothing is sent. */
  onSend: () => void
}

export type PostResult =
  | { is: 'answered'; status: number; retryAfterMs: number | undefined }
  /** No byte was sent. */
  | { is: 'notSent'; why: string; canRetry: boolean }
  /** Sent, but no response arrived. */
  | { is: 'unknown'; why: string }

/**
 * Posts once, without following redirects. Checks every address that the host name resolves to. The time limit is 5 s in
 * total; at most 4 KiB of the response are read. Never rejects. Messages contain no part of the URL except the host.
 */
export type Post = (request: PostRequest) => Promise<PostResult>
