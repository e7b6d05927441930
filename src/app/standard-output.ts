import { fstatSync, writeSync } from 'node:fs'
import { AppError } from '../base/errors.ts'
import { fileReason } from '../base/file-problem.ts'

/** Why standard output was not written, in one sentence, from the system's error. */
export const outputProblem = (error: unknown): string =>
  `Standard output could not be written, as ${fileReason(error)}: send it somewhere else and try again.`

/** Writes a part of some bytes and answers how many. */
type WritePart = (bytes: Uint8Array) => number

/**
 * Writes all bytes or throws. A file system may take less than it was given, on its last blocks above all, and says why only to
 * whoever comes with the rest.
 *
 * @throws AppError `failed` with what the system says.
 */
export const writeWhole = (bytes: Uint8Array, writePart: WritePart): void => {
  try {
    for (let at = 0; at < bytes.length; ) at += writePart(bytes.subarray(at))
  } catch (cause) {
    throw new AppError('failed', outputProblem(cause), { cause })
  }
}

/** Whether standard output is neither a terminal nor a pipe. Node's own stream for these drops what a short write leaves. */
const isFile = (): boolean => {
  const status = fstatSync(process.stdout.fd)
  return !process.stdout.isTTY && !status.isFIFO() && !status.isSocket()
}

/**
 * Writes text to standard output. To a file it is written when this returns; to a pipe or a terminal later, and what goes wrong
 * is an `error` event of `process.stdout`.
 *
 * @throws AppError `failed` when a file does not take all of it.
 */
export const writeOutput = (text: string): void => {
  toFile ??= isFile()
  if (!toFile) process.stdout.write(text)
  else {
    hasFailed = true
    writeWhole(Buffer.from(text), (bytes) => writeSync(process.stdout.fd, bytes))
    hasFailed = false
  }
}

let toFile: boolean | undefined
let hasFailed = false

/** Whether {@link writeOutput} threw, so that its caller reports the error. */
export const hasWriteFailed = (): boolean => hasFailed
