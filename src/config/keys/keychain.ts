import { fork } from 'node:child_process'
import { type Env, withoutKey } from '../../base/env.ts'
import { AppError } from '../../base/errors.ts'
import { oneLine } from '../../domain/text/one-line.ts'

/** The system's store of secrets. Its promises reject with an AppError of kind `failed` if it is unavailable. */
export type Keychain = {
  /** Undefined if there is no entry for the profile. */
  read(profile: string): Promise<string | undefined>
  write(profile: string, secret: string): Promise<void>
  /** A missing entry is not an error. */
  remove(profile: string): Promise<void>
}

/** A request to the keychain process. */
export type KeychainRequest =
  | { act: 'read'; profile: string }
  | { act: 'write'; profile: string; secret: string }
  | { act: 'remove'; profile: string }

export type KeychainResponse = { is: 'done'; secret: string | undefined } | { is: 'failed'; why: string }

export type KeychainOptions = {
  env: Env
  /**
   * Time limit in milliseconds.
   * @default 3000
   */
  limitMs?: number
  /** The program that accesses the keychain. @default our own */
  program?: URL
}

const isBuilt = !import.meta.url.endsWith('.ts')
const ownProgram = new URL(`./keychain-process.${isBuilt ? 'js' : 'ts'}`, import.meta.url)

/**
 * The system's keychain, accessed through a child process: a locked keychain may wait forever to be unlocked and cannot
 * be interrupted. Secrets are transferred through a pipe, because other users can read arguments and environments.
 */
export const createKeychain = ({ env, limitMs = 3_000, program = ownProgram }: KeychainOptions): Keychain => {
  const send = (request: KeychainRequest): Promise<string | undefined> =>
    new Promise((resolve, reject) => {
      const child = fork(program, [], {
        env: withoutKey(env),
        execArgv: ['--no-warnings'],
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      })
      const end = (): void => {
        clearTimeout(limit)
        child.removeAllListeners()
        // The process may have ended before the request was sent.
        child.on('error', () => {})
        child.kill('SIGKILL')
      }
      const fail = (why: string): void => {
        end()
        reject(new AppError('failed', `The system keychain ${why}.`))
      }
      const limit = setTimeout(
        () => fail(`did not respond within ${limitMs / 1000} s; check that it is unlocked`),
        limitMs,
      )
      child.on('error', () => fail("couldn't be accessed: no process could be started"))
      child.on('exit', () => fail("couldn't be accessed: its process ended early"))
      child.on('message', (answer: KeychainResponse) => {
        if (answer.is === 'failed') return fail(`cannot be used (${oneLine(answer.why).slice(0, MAX_WHY_LENGTH)})`)
        end()
        resolve(answer.secret)
      })
      child.send(request, () => {})
    })
  return {
    read: (profile) => send({ act: 'read', profile }),
    write: async (profile, secret) => void (await send({ act: 'write', profile, secret })),
    remove: async (profile) => void (await send({ act: 'remove', profile })),
  }
}

const MAX_WHY_LENGTH = 200
