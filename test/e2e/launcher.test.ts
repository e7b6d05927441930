import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const launcher = fileURLToPath(new URL('../../dist/qd.js', import.meta.url))

/** Runs the built program as if Node were of another version. */
const runOn = (version: string) => {
  const pretend = `Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`
  const preload = `data:text/javascript,${encodeURIComponent(pretend)}`
  return spawnSync(process.execPath, ['--import', preload, launcher, '--version'], { encoding: 'utf8' })
}

for (const version of ['16.20.2', '20.20.2', '22.18.0'])
  test(`on Node ${version} the launcher says in one sentence what is needed`, () => {
    const { status, stdout, stderr } = runOn(version)
    expect(stdout).toBe('')
    expect(stderr).toMatch(
      new RegExp(
        `^quarterdeck needs Node 22\\.19 or newer and this is ${version.replaceAll('.', '\\.')}: [^\\n]+\\.\\n$`,
      ),
    )
    expect(status).toBe(1)
  })

for (const version of ['22.19.0', '23.0.0', '24.21.0'])
  test(`on Node ${version} it goes on`, () => {
    expect(runOn(version)).toMatchObject({ status: 0, stderr: '' })
  })
