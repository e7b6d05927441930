import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The files are in the same folder, both as source and in the bundle. */
const program = (): string =>
  fileURLToPath(new URL(`./sender-process.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url))

/** Starts the sender as a detached process. */
export const startSender = (): void => {
  const child = spawn(process.execPath, ['--no-warnings', program()], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    // The current folder may be deleted, or its volume unmounted, while the sender is running.
    cwd: '/',
  })
  child.on('error', () => {})
  child.unref()
}
