import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The bundle's files stand side by side, as the sources do. */
const program = (): string =>
  fileURLToPath(new URL(`./sender-process.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url))

/** Starts the program that sends what is in the spool, and lets go of it. */
export const startSender = (): void => {
  const child = spawn(process.execPath, ['--no-warnings', program()], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    // The folder of the session may be gone by the time, or be on something that is to be unmounted.
    cwd: '/',
  })
  child.on('error', () => {})
  child.unref()
}
