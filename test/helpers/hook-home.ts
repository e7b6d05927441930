import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { foldersOf } from '../../src/config/folders.ts'
import type { NotifierSettings } from '../../src/config/notifier/notifier-schema.ts'
import { readLog } from '../../src/notify/spool/read-log.ts'
import { spoolFolders } from '../../src/notify/spool/spool-files.ts'
import { builtProgram, outputOf } from './built-program.ts'
import { compileCache } from './compile-cache.ts'
import { makeFolder } from './make-folder.ts'

/** Interval for polling the effects of a sender. A poll lists all processes. */
export const SOON = { interval: 100 }

/** A folder for the notifier's files, and hooks that use it. Its senders are stopped after the test. */
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
  const eachSpool = (): string[] => entriesIn(spools).map((name) => join(spools, name))
  const namesIn = (folder: string): string[] =>
    eachSpool().flatMap((spool) => entriesIn(join(spool, folder)).filter((name) => name.endsWith('.json')))
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
    /** Runs `qd hooks notify` with this standard input. @param isLeftOpen - Whether standard input stays open. */
    notify: async (input: unknown, more: Record<string, string> = {}, isLeftOpen = false) => {
      const child = spawn(process.execPath, [builtProgram, 'hooks', 'notify'], { env: { ...env, ...more } })
      // It exits before it has read an input that is too long.
      child.stdin.on('error', () => {})
      child.stdin.write(typeof input === 'string' || Buffer.isBuffer(input) ? input : JSON.stringify(input))
      if (!isLeftOpen) child.stdin.end()
      const { code: status, out, err } = await outputOf(child)
      return { status, out, err }
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

const entriesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Finds the process by its command and by its home, which is unique to the test. */
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
    // It has ended in the meantime.
  }
}
