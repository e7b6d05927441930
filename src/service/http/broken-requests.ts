import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { PROBLEM_TITLES, Problem, type ProblemStatus } from './problem.ts'
import { problemResponse } from './problem-response.ts'

const notHttp = 'The request is not proper HTTP, or its Host header is missing or wrong: correct it.'

/** The answer to a request that could be read but not understood. */
export const answerBroken = (): Response =>
  problemResponse(new Problem(400, notHttp), { requestId: randomUUID(), at: Date.now() }, '')

const statusOf: Record<string, ProblemStatus> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }
const details: Partial<Record<ProblemStatus, string>> = {
  408: 'The request took too long to arrive: send it faster.',
  431: 'The headers are longer than 16 KiB: send fewer.',
}

/** Answers what is no request at all, straight on its socket, with the same body as every other error. */
export const refuseBroken = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = statusOf[error.code ?? ''] ?? 400
  const body = JSON.stringify({ detail: details[status] ?? notHttp, status, title: PROBLEM_TITLES[status] })
  const head = [
    `HTTP/1.1 ${status} ${PROBLEM_TITLES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${randomUUID()}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
