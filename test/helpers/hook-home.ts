import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { foldersOf } from '../../src/config/folders.ts'
import type { NotifierSettings } from '../../src/config/notifier/notifier-schema.ts'
import { readLog } from '../../src/notify/spool/log.ts'
import { spoolFolders } from '../../src/notify/spool/spool-files.ts'
import { compileCache } from './compile-cache.ts'
import { makeFolder } from './make-folder.ts'

/** Written by the build, which npm test runs first. */
const PROGRAM = fileURLToPath(new URL('../../dist/qd.js', import.meta.url))

/** How often to look for what a sender has done: all processes of the machine are looked through. */
export const SOON = { interval: 100 }

/** What a hook that has ended left behind. */
export type HookEnd = { status: number | null; out: string; err: string }

/** A folder for everything the notifier keeps, and hooks that run with it. Its senders are ended with the test. */
export const hookHome = (extra: Record<string, string> = {}) => {
  const home = makeFolder()
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    XDG_STATE_HOME: join(home, 'state'),
    XDG_CACHE_HOME: join(home, 'cache'),
    ...compileCache(),
    ...extra,
  }
  const { notifierFolder, configFile } = foldersOf(env, process.platform, home)
  const spools = join(notifierFolder, 'spool')
  const eachSpool = (): string[] => {
    try {
      return readdirSync(spools).map((name) => join(spools, name))
    } catch {
      return []
    }
  }
  const namesIn = (folder: string): string[] =>
    eachSpool().flatMap((spool) => {
      try {
        return readdirSync(join(spool, folder)).filter((name) => name.endsWith('.json'))
      } catch {
        return []
      }
    })
  const senders = (): number[] => {
    const found = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid))
    return found.map(Number).filter((pid) => isSenderOf(pid, home))
  }
  onTestFinished(() => {
    for (const pid of senders()) killQuietly(pid)
  })
  return {
    home,
    env,
    notifierFolder,
    configure: (hooks: NotifierSettings) => {
      mkdirSync(join(configFile, '..'), { recursive: true, mode: 0o700 })
      writeFileSync(configFile, JSON.stringify({ hooks }), { mode: 0o600 })
    },
    /** Runs `qd hooks notify` with this on standard input. @param isLeftOpen - Whether more might follow as long as it runs. */
    notify: (input: unknown, more: Record<string, string> = {}, isLeftOpen = false): Promise<HookEnd> => {
      const text = typeof input === 'string' || Buffer.isBuffer(input) ? input : JSON.stringify(input)
      return run(text, { ...env, ...more }, isLeftOpen)
    },
    /** Lines of the log as `outcome channel: why`. */
    logLines: () =>
      readLog(spoolFolders(notifierFolder).logFile).map(
        ({ outcome, channel, why }) => `${outcome}${channel ? ` ${channel}` : ''}: ${why}`,
      ),
    waiting: () => [...namesIn('events'), ...namesIn('messages'), ...namesIn('sending')],
    namesIn,
    eachSpool,
    senders,
  }
}

const run = (input: string | Buffer, env: Record<string, string>, isLeftOpen: boolean): Promise<HookEnd> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [PROGRAM, 'hooks', 'notify'], { env, stdio: 'pipe' })
    const end: HookEnd = { status: null, out: '', err: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      end.out += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      end.err += text
    })
    child.on('close', (status) => resolve({ ...end, status }))
    // It leaves before it has read what is too long.
    child.stdin.on('error', () => {})
    if (isLeftOpen) child.stdin.write(input)
    else child.stdin.end(input)
  })

/** Told by its command and by its home, which no other test has. */
const isSenderOf = (pid: number, home: string): boolean => {
  try {
    const of = (name: string): string => readFileSync(`/proc/${pid}/${name}`, 'latin1')
    return of('cmdline').includes('sender-process') && of('environ').includes(`HOME=${home}\0`)
  } catch {
    return false
  }
}

const killQuietly = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}
