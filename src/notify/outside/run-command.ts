import { spawn } from 'node:child_process'
import type { Env } from '../../base/env.ts'

export type CommandEnd = { is: 'ended'; status: number } | { is: 'notStarted'; code: string } | { is: 'stopped' }

/** Runs a command without a shell, ignores its streams, and kills it after a time limit. Never rejects. */
export type RunCommand = (argv: readonly string[]) => Promise<CommandEnd>

const MAX_MS = 8_000

/** @param env - Programs get all variables except QUARTERDECK_*, which contain addresses and passwords. */
export const createRunCommand =
  (env: Env, maxMs = MAX_MS): RunCommand =>
  ([program = '', ...words]) =>
    new Promise((resolve) => {
      const child = spawn(program, words, { stdio: 'ignore', windowsHide: true, env: withoutOurs(env), cwd: '/' })
      const timer = setTimeout(() => {
        child.kill('SIGKILL')
        resolve({ is: 'stopped' })
      }, maxMs)
      const end = (result: CommandEnd): void => {
        clearTimeout(timer)
        resolve(result)
      }
      child.on('error', (error: NodeJS.ErrnoException) => end({ is: 'notStarted', code: error.code ?? 'an error' }))
      child.on('exit', (status) => end(status === null ? { is: 'stopped' } : { is: 'ended', status }))
    })

const withoutOurs = (env: Env): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('QUARTERDECK_')))
