import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'

// A server may say `100 Continue` before its answer although nobody asked whether to go on (RFC 9110, 15.2: a client has to be able
// to parse it). undici takes that for a bad answer and destroys the connection, so it is taken out before undici reads it.

/** What such an interim answer begins with. */
const BEGINNING = /^HTTP\/1\.[01] 100[ \r\n]/
/** How many bytes tell whether it is one. */
const TELLING = 'HTTP/1.1 100 '.length
const END = '\r\n\r\n'
/** A longer head is left to undici, which refuses it. */
const MOST_BYTES = 16_384

/** A connector whose connections bring no `100 Continue`. */
export const withoutContinue =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, callback) =>
    connect(options, (...result) => {
      const [, socket] = result
      if (socket) dropContinue(socket)
      callback(...result)
    })

/** Takes every `100 Continue` at the beginning of an answer out of what is read from a connection. */
const dropContinue = (socket: Socket): void => {
  const [read, write] = [socket.read, socket.write]
  let isAnswerDue = false
  let held: Buffer | undefined

  // The head of a request is the only text that is written with this in it.
  socket.write = ((...args: Parameters<Socket['write']>) => {
    const [chunk] = args
    if (typeof chunk === 'string' && chunk.includes(' HTTP/1.1\r\n')) isAnswerDue = true
    return write.apply(socket, args)
  }) as Socket['write']

  socket.read = (size?: number): Buffer | null => {
    const chunk = read.call(socket, size) as Buffer | null
    if (!isAnswerDue || chunk === null) return chunk
    const bytes = held ? Buffer.concat([held, chunk]) : chunk
    const rest = afterContinue(bytes)
    held = rest === 'more' ? bytes : undefined
    // Nothing for now; what comes next is announced again.
    if (rest === 'more') return null
    isAnswerDue = false
    return rest
  }
}

/** What follows all `100 Continue` at the beginning; `more` while that cannot be told. */
const afterContinue = (bytes: Buffer): Buffer | 'more' => {
  let rest = bytes
  for (;;) {
    if (rest.length < TELLING) return 'HTTP/1.1 100 '.startsWith(rest.toString('latin1')) ? 'more' : rest
    if (!BEGINNING.test(rest.toString('latin1', 0, TELLING))) return rest
    const end = rest.indexOf(END)
    if (end < 0) return rest.length > MOST_BYTES ? rest : 'more'
    rest = rest.subarray(end + END.length)
  }
}
