import { Problem } from './problem.ts'

/** Most bytes of a request's body. */
const MAX_BODY_BYTES = 64 * 1024

/** The whole body, empty when there is none. Stops reading as soon as it is too long: throws Problem 413. */
export const readBody = async (request: Request): Promise<Uint8Array> => {
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > MAX_BODY_BYTES) throw tooLong()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.length
      if (size > MAX_BODY_BYTES) throw tooLong()
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof Problem) throw error
    // Nothing else can go wrong with a stream from a socket. Nobody is left to read the answer, but the log is told.
    throw new Problem(400, 'The body ended early: send it again.')
  }
  return Buffer.concat(chunks)
}

const tooLong = (): Problem => new Problem(413, `The body is longer than ${MAX_BODY_BYTES / 1024} KiB: send less.`)
