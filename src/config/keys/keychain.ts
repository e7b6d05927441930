import { fork } from 'node:child_process'
import { type Env, withoutKey } from '../../base/env.ts'
import { AppError } from '../../base/errors.ts'
import { oneLine } from '../../domain/text/one-line.ts'

/** The system's own store of secrets. Every promise rejects with an AppError of kind `failed` where there is none. */
export type Keychain = {
  /** undefined: it holds nothing of that profile. */
  read(profile: string): Promise<string | undefined>
  write(profile: string, secret: string): Promise<void>
  /** Nothing there is fine. */
  remove(profile: string): Promise<void>
}

/** What the process beside is asked. */
export type KeychainRequest =
  | { act: 'read'; profile: string }
  | { act: 'write'; profile: string; secret: string }
  | { act: 'remove'; profile: string }

export type KeychainAnswer = { is: 'done'; secret: string | undefined } | { is: 'failed'; why: string }

export type KeychainOptions = {
  env: Env
  /**
   * Milliseconds that it may take.
   * @default 3000
   */
  limitMs?: number
  /** The program that asks the system. @default our own */
  program?: URL
}

const isBuilt = !import.meta.url.endsWith('.ts')
const ownProgram = new URL(`./keychain-process.${isBuilt ? 'js' : 'ts'}`, import.meta.url)

/**
 * The system's keychain, asked by a process beside this one: a locked one may wait for ever for somebody to unlock it, and cannot be
 * interrupted. Secrets go there and back through a pipe: arguments and environments can be read by others.
 */
export const createKeychain = ({ env, limitMs = 3_000, program = ownProgram }: KeychainOptions): Keychain => {
  const ask = (request: KeychainRequest): Promise<string | undefined> =>
    new Promise((resolve, reject) => {
      const child = fork(program, [], {
        env: withoutKey(env),
        execArgv: ['--no-warnings'],
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      })
      const end = (): void => {
        clearTimeout(limit)
        child.removeAllListeners()
        // It may be gone before it is asked.
        child.on('error', () => {})
        child.kill('SIGKILL')
      }
      const fail = (why: string): void => {
        end()
        reject(new AppError('failed', `The system keychain ${why}.`))
      }
      const limit = setTimeout(
        () => fail(`did not answer within ${limitMs / 1000} s: see that it is unlocked`),
        limitMs,
      )
      child.on('error', () => fail('could not be asked: a process of its own was refused'))
      child.on('exit', () => fail('could not be asked: the process that does ended early'))
      child.on('message', (answer: KeychainAnswer) => {
        if (answer.is === 'failed') return fail(`cannot be used (${oneLine(answer.why).slice(0, MAX_WHY_LENGTH)})`)
        end()
        resolve(answer.secret)
      })
      child.send(request, () => {})
    })
  return {
    read: (profile) => ask({ act: 'read', profile }),
    write: async (profile, secret) => void (await ask({ act: 'write', profile, secret })),
    remove: async (profile) => void (await ask({ act: 'remove', profile })),
  }
}

const MAX_WHY_LENGTH = 200
