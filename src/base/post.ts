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
