// Builds, checks types and style, and finds unused code, all in parallel, because each alone leaves a processor idle.
import { spawn } from 'node:child_process'

const run = (script: string): Promise<number> =>
  new Promise((resolve) => {
    const started = spawn('npm', ['run', '--silent', script], { stdio: 'inherit', shell: process.platform === 'win32' })
    started.on('error', () => resolve(1)).on('close', (code) => resolve(code ?? 1))
  })

const codes = await Promise.all(['build', 'types', 'lint', 'unused'].map(run))
process.exitCode = codes.find((code) => code !== 0) ?? 0
