import { fstatSync, writeSync } from 'node:fs'
import { AppError } from '../base/errors.ts'
import { fileReason } from '../base/file-problem.ts'

/** Describes an error of writing standard output, as one sentence. */
export const outputProblem = (error: unknown): string => `Couldn't write standard output: ${fileReason(error)}.`

/** Writes part of some bytes and returns how many it wrote. */
type WritePart = (bytes: Uint8Array) => number

/**
 * Writes all bytes or throws. A file system may accept only part of the bytes, in particular when the disk is almost
 * full, and report the reason only at the next write.
 *
 * @throws AppError `failed` with the system's error.
 */
export const writeWhole = (bytes: Uint8Array, writePart: WritePart): void => {
  try {
    for (let at = 0; at < bytes.length; ) at += writePart(bytes.subarray(at))
  } catch (cause) {
    throw new AppError('failed', outputProblem(cause), { cause })
  }
}

/** Whether standard output is a file. Node's own stream for files drops the rest after a partial write. */
const isFile = (): boolean => {
  const status = fstatSync(process.stdout.fd)
  return !process.stdout.isTTY && !status.isFIFO() && !status.isSocket()
}

/**
 * Writes text to standard output. A file is written synchronously. A pipe or a terminal is written asynchronously, and
 * its errors are `error` events of `process.stdout`.
 *
 * @throws AppError `failed` if a file does not accept all of it.
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
