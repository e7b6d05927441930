import { spawn } from 'node:child_process'
import { type Env, withoutKey } from '../../base/env.ts'
import { findProgram } from '../../base/find-program.ts'
import { type ClipboardWay, clipboardPlan, withTmuxEnvironment } from '../../domain/clipboard/clipboard-plan.ts'
import type { Clipboard, CopyOptions, CopyOutcome } from '../../domain/clipboard/copy-outcome.ts'
import { bytes } from '../../domain/text/format.ts'
import { clipboardSequence, MAX_CLIPBOARD_BYTES } from './clipboard-sequence.ts'

export type ClipboardOptions = {
  env: Env
  /** As in `process.platform`. */
  platform?: string
  /** Writes to the terminal. */
  write: (sequence: string) => void
  /** Time limit of each program, ms. */
  timeoutMs?: number
}

const TOO_LONG = `it is larger than ${bytes(Math.floor(MAX_CLIPBOARD_BYTES / 4) * 3)}, the limit of terminals`

/** The user's clipboard. Runs programs without a shell, and gives them the text by standard input. */
export const createClipboard = (options: ClipboardOptions): Clipboard => {
  const { env, platform = process.platform, write, timeoutMs = 2_000 } = options

  /** The environment now. Asks tmux each time, because the user may attach from elsewhere. */
  const currentEnv = async (): Promise<Env> => {
    if (!env.TMUX) return env
    const { output } = await runProgram(['tmux', 'show-environment'], { env, input: '', timeoutMs })
    return withTmuxEnvironment(env, output)
  }

  const planIn = (now: Env) =>
    clipboardPlan({ env: now, platform, isInstalled: (name) => findProgram(name, now) !== undefined })

  /** Tries one way. A text is the reason why it did not work, as the end of a sentence. */
  const copyBy = async (way: ClipboardWay, text: string, now: Env): Promise<CopyOutcome | string> => {
    if (way.is === 'program') {
      const { argv, encoding = 'utf8', env: more } = way.program
      const input = Buffer.from(text, encoding)
      const { problem } = await runProgram(argv, { env: { ...now, ...more }, input, timeoutMs })
      return problem ?? { is: 'copied' }
    }
    const sequence = clipboardSequence(text, way.is === 'terminal' ? way.inside : undefined)
    if (way.is === 'tmux') {
      const isPassedOn = sequence !== undefined
      const argv = ['tmux', 'load-buffer', ...(isPassedOn ? ['-w', '-'] : ['-'])] as const
      const { problem } = await runProgram(argv, { env: now, input: text, timeoutMs })
      return problem ?? { is: 'inTmux', isPassedOn, because: isPassedOn ? undefined : TOO_LONG }
    }
    if (sequence === undefined) return TOO_LONG
    write(sequence)
    return { is: 'sent' }
  }

  const copy = async (text: string, { isSecret = false }: CopyOptions = {}): Promise<CopyOutcome> => {
    const now = await currentEnv()
    const { ways, whyNoProgram = NO_WAY } = planIn(now)
    let because: string | undefined
    for (const way of isSecret ? ways.filter(({ is }) => is === 'program') : ways) {
      const outcome = await copyBy(way, text, now)
      if (typeof outcome === 'string') because ??= outcome
      else return outcome.is === 'copied' || because === undefined ? outcome : { ...outcome, because }
    }
    return { is: 'failed', because: because ?? whyNoProgram }
  }

  let latest: Promise<unknown> = Promise.resolve()
  return {
    plan: async () => planIn(await currentEnv()),
    copy(text, how) {
      const outcome = latest.then(() => copy(text, how))
      latest = outcome.catch(() => {})
      return outcome
    },
  }
}

const NO_WAY = 'this terminal has no clipboard'

type Run = { env: Env; input: string | Buffer; timeoutMs: number }

/** Runs a program to its end. `problem`: why it failed, as the end of a sentence. */
const runProgram = ([name, ...args]: readonly [string, ...string[]], { env, input, timeoutMs }: Run) =>
  new Promise<{ output: string; problem?: string }>((resolve) => {
    const path = findProgram(name, env)
    if (path === undefined) return resolve({ output: '', problem: `${name} is not installed` })
    let output = ''
    // wl-copy, xclip and xsel continue in the background with the text, and must outlive the terminal. They also hold
    // the streams they inherit, so wait for the exit, and let only tmux have one.
    const child = spawn(path, args, {
      env: withoutKey(env),
      stdio: ['pipe', name === 'tmux' ? 'pipe' : 'ignore', 'ignore'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
    const finish = (problem?: string) => {
      clearTimeout(timer)
      child.stdin?.destroy()
      resolve({ output, ...(problem !== undefined && { problem: `${name} ${problem}` }) })
    }
    const timer = setTimeout(() => {
      killGroup(child.pid)
      finish(`did not answer within ${timeoutMs / 1000} s`)
    }, timeoutMs)
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
    child.once('error', () => finish('could not be started'))
    // A program may end before it has read the whole text; its status says so.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
    child.once(name === 'tmux' ? 'close' : 'exit', (status, signal) => {
      if (status === 0) finish()
      else finish(status === null ? `was ended by ${signal}` : `exited with status ${status}`)
    })
  })

/** Kills a detached program and the processes it has started. */
const killGroup = (pid: number | undefined): void => {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // It has just ended.
  }
}
