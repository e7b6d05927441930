import { spawn } from 'node:child_process'
import { type Env, withoutKey } from '../../base/env.ts'
import { AppError } from '../../base/errors.ts'

export type HelperOptions = {
  env: Env
  /** Says whose program it is, as in `the helper of the profile acme`. */
  name: string
  /**
   * Milliseconds that it may take.
   * @default 10_000
   */
  limitMs?: number
}

const LARGEST_BYTES = 16_384

/**
 * What a program prints on standard output, of which nothing else is shown: its words may hold secrets. No shell reads its
 * arguments, and the key that the environment may hold is not handed on.
 *
 * @throws AppError of kind `failed` where it does not end well within its time, or prints more than 16 KiB.
 */
export const readHelper = (argv: readonly string[], { env, name, limitMs = 10_000 }: HelperOptions): Promise<string> =>
  new Promise((resolve, reject) => {
    const [program = '', ...args] = argv
    const parts: Buffer[] = []
    let sizeBytes = 0
    const stop = (): void => {
      clearTimeout(limit)
      child?.stdout.destroy()
      child?.kill('SIGKILL')
    }
    const fail = (why: string): void => {
      stop()
      reject(new AppError('failed', `No key, as ${name} (${program}) ${why}.`))
    }
    const limit = setTimeout(() => fail(`did not end within ${limitMs / 1000} s: run it by hand to see why`), limitMs)
    const child = started(program, args, env)
    if (child === undefined) return fail('cannot be started: see what the configuration names')
    child.on('error', ({ code = 'an error' }: NodeJS.ErrnoException) =>
      fail(
        code === 'ENOENT'
          ? 'was not found: write its whole path into the configuration'
          : `cannot be started (${code}): see that it may be run`,
      ),
    )
    child.stdout.on('data', (part: Buffer) => {
      sizeBytes += part.length
      parts.push(part)
      if (sizeBytes > LARGEST_BYTES) fail(`printed more than ${LARGEST_BYTES} bytes: that is no key`)
    })
    child.on('close', (status, signal) => {
      if (status !== 0) return fail(`ended with ${signal ?? `status ${status}`}: run it by hand to see why`)
      clearTimeout(limit)
      resolve(Buffer.concat(parts).toString('utf8'))
    })
  })

const started = (program: string, args: readonly string[], env: Env) => {
  try {
    return spawn(program, args, { env: withoutKey(env), stdio: ['ignore', 'pipe', 'ignore'], windowsHide: true })
  } catch {
    // A name or argument with a NUL in it.
    return undefined
  }
}
