import { PROBLEM_TITLES, type Problem, type ProblemStatus } from './problem.ts'

/** One answer: the id that its log has too, and when it is sent by the service's clock, in Unix milliseconds. */
export type Answered = { requestId: string; at: number }

/** Headers of answers that hold JSON. */
export const headersFor = (answered: Answered): Record<string, string> => ({
  'content-type': 'application/json; charset=utf-8',
  ...headersWithoutBody(answered),
})

/** Headers that all answers have. */
export const headersWithoutBody = ({ requestId, at }: Answered): Record<string, string> => ({
  // The service's clock is the one that decides what yesterday is, so it is the one that clients are told.
  date: httpDate(at),
  'x-request-id': requestId,
  // Answers differ by key and hold what only its owner may see.
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
})

let told = { second: Number.NaN, text: '' }

/** Written once a second: it takes longer than the other headers together. */
const httpDate = (ms: number): string => {
  const second = Math.floor(ms / 1_000)
  if (second !== told.second) told = { second, text: new Date(ms).toUTCString() }
  return told.text
}

/** An error's answer. Analytics errors carry the request id in their body besides. */
export const problemResponse = (problem: Problem, answered: Answered, path: string): Response => {
  const status: ProblemStatus = problem.status
  const body = {
    detail: problem.message,
    status,
    title: PROBLEM_TITLES[status],
    ...(problem.metadata && { metadata: problem.metadata }),
    ...(path.startsWith('/api/v1/analytics') && { requestId: answered.requestId }),
  }
  return new Response(JSON.stringify(body), { status, headers: { ...headersFor(answered), ...problem.headers } })
}
