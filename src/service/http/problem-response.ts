import { PROBLEM_TITLES, type Problem, type ProblemStatus } from './problem.ts'

/** Headers of answers that hold JSON. */
export const headersFor = (requestId: string): Record<string, string> => ({
  'content-type': 'application/json; charset=utf-8',
  ...headersWithoutBody(requestId),
})

/** Headers that all answers have. */
export const headersWithoutBody = (requestId: string): Record<string, string> => ({
  'x-request-id': requestId,
  // Answers differ by key and hold what only its owner may see.
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
})

/** An error's answer. Analytics errors carry the request id in their body besides. */
export const problemResponse = (problem: Problem, requestId: string, path: string): Response => {
  const status: ProblemStatus = problem.status
  const body = {
    detail: problem.message,
    status,
    title: PROBLEM_TITLES[status],
    ...(problem.metadata && { metadata: problem.metadata }),
    ...(path.startsWith('/api/v1/analytics') && { requestId }),
  }
  return new Response(JSON.stringify(body), { status, headers: { ...headersFor(requestId), ...problem.headers } })
}
