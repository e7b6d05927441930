/**
 * Why something did not work, in the classes that people and scripts tell apart. Each has one exit code in
 * {@link exitCodes}.
 */
export type ErrorKind =
  | 'failed'
  | 'usage'
  | 'refused'
  | 'notFound'
  | 'unreachable'
  | 'outcomeUnknown'
  | 'incomplete'
  | 'interrupted'

const exitCodes: Record<ErrorKind, number> = {
  failed: 1,
  usage: 2,
  refused: 3,
  notFound: 4,
  unreachable: 5,
  outcomeUnknown: 6,
  incomplete: 7,
  interrupted: 130,
}

/** The request that an error belongs to. `url` carries no credential. */
export type FailedRequest = { method: string; url: string }

export type AppErrorOptions = {
  request?: FailedRequest | undefined
  /** HTTP status, when an answer came. */
  status?: number | undefined
  /** The status in words, from the answer's body or its status line. */
  title?: string | undefined
  /** What the server said, untrusted text. */
  detail?: string | undefined
  /** The id to quote to support. */
  requestId?: string | undefined
  /** How to find out whether it was done, where nobody knows: a sentence of its own, as the message may be cut. */
  look?: string | undefined
  /**
   * Whether the answer exceeded the client's size limit: asking for less may work.
   * @default false
   */
  isTooLarge?: boolean
  cause?: unknown
}

/**
 * An error that a reader is meant to see. The message is one sentence: what happened, where, and what to do. It may
 * hold text from outside and is made safe where it is shown.
 */
export class AppError extends Error {
  override name = 'AppError'
  readonly kind: ErrorKind
  readonly request: FailedRequest | undefined
  readonly status: number | undefined
  readonly title: string | undefined
  readonly detail: string | undefined
  readonly requestId: string | undefined
  readonly look: string | undefined
  readonly isTooLarge: boolean

  constructor(kind: ErrorKind, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.kind = kind
    this.request = options.request
    this.status = options.status
    this.title = options.title
    this.detail = options.detail
    this.requestId = options.requestId
    this.look = options.look
    this.isTooLarge = options.isTooLarge ?? false
  }
}

/** Wrong usage: something that was typed and has to be typed differently. */
export const usageError = (message: string, options?: AppErrorOptions): AppError =>
  new AppError('usage', message, options)

/** The exit status for an error; 1 for anything that is not an {@link AppError}. */
export const exitCodeFor = (error: unknown): number => (error instanceof AppError ? exitCodes[error.kind] : 1)
