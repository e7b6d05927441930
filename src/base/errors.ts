const exitCodes = {
  failed: 1,
  usage: 2,
  refused: 3,
  notFound: 4,
  unreachable: 5,
  outcomeUnknown: 6,
  incomplete: 7,
  interrupted: 130,
}

/** Classes of errors that users and scripts distinguish. Each class has one exit code in {@link exitCodes}. */
export type ErrorKind = keyof typeof exitCodes

/** The request that an error belongs to. `url` contains no credentials. */
export type FailedRequest = { method: string; url: string }

export type AppErrorOptions = {
  request?: FailedRequest | undefined
  /** HTTP status, if a response arrived. */
  status?: number | undefined
  /** Status text, from the response body or its status line. */
  title?: string | undefined
  /** The server's message. Untrusted text. */
  detail?: string | undefined
  /** Request id for support. */
  requestId?: string | undefined
  /** How to check the outcome of a request, if unknown. A separate sentence, because the message may be truncated. */
  howToCheck?: string | undefined
  /** All problems of a file, one a line, if the message names only the first. */
  problems?: readonly string[] | undefined
  /**
   * Whether the response exceeded the client's size limit, so that a smaller request may succeed.
   * @default false
   */
  isTooLarge?: boolean
  /** If so, how many of its rows arrived before the limit, if known. */
  rowsBeforeLimit?: number | undefined
  cause?: unknown
}

/**
 * An error for the user. The message is one sentence: what happened, where, and what to do. It may contain external
 * text, which the output code sanitizes.
 */
export class AppError extends Error {
  override name = 'AppError'
  readonly kind: ErrorKind
  readonly request: FailedRequest | undefined
  readonly status: number | undefined
  readonly title: string | undefined
  readonly detail: string | undefined
  readonly requestId: string | undefined
  readonly howToCheck: string | undefined
  readonly problems: readonly string[]
  readonly isTooLarge: boolean
  readonly rowsBeforeLimit: number | undefined

  constructor(kind: ErrorKind, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.kind = kind
    this.request = options.request
    this.status = options.status
    this.title = options.title
    this.detail = options.detail
    this.requestId = options.requestId
    this.howToCheck = options.howToCheck
    this.problems = options.problems ?? []
    this.isTooLarge = options.isTooLarge ?? false
    this.rowsBeforeLimit = options.rowsBeforeLimit
  }
}

/** An error for invalid user input. */
export const usageError = (message: string, options?: AppErrorOptions): AppError =>
  new AppError('usage', message, options)

/** Exit status for an error; 1 for anything except an {@link AppError}. */
export const exitCodeFor = (error: unknown): number => (error instanceof AppError ? exitCodes[error.kind] : 1)
