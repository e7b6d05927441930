/** The statuses of errors that the service answers with, in words. */
export const PROBLEM_TITLES = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
} as const
export type ProblemStatus = keyof typeof PROBLEM_TITLES

/** An error answer. `detail` is one sentence for the person who made the request, and holds nothing internal. */
export class Problem extends Error {
  override name = 'Problem'
  readonly status: ProblemStatus
  readonly metadata: Record<string, unknown> | undefined
  readonly headers: Record<string, string>

  constructor(
    status: ProblemStatus,
    detail: string,
    extra: { metadata?: Record<string, unknown>; headers?: Record<string, string> } = {},
  ) {
    super(detail)
    this.status = status
    this.metadata = extra.metadata
    this.headers = extra.headers ?? {}
  }
}

/** Text from a request as an error may repeat it: quoted as JSON, and cut after 80 characters. */
export const quoted = (text: string): string => {
  const characters = [...text.toWellFormed()]
  return JSON.stringify(characters.length > 80 ? `${characters.slice(0, 80).join('')}…` : characters.join(''))
}
