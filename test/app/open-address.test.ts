import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openAddress, openFolder } from '../../src/app/create-outside.ts'
import { failureOf, makeFolder } from '../helpers/make-folder.ts'

/** An environment whose only programs are launchers that record their arguments. */
const launchers = (names: readonly string[], status = 0) => {
  const folder = makeFolder()
  const log = join(folder, 'log')
  for (const name of names) {
    const path = join(folder, name)
    const record = `printf '%s\\n' "${name}" "$#" "$@" "key:$QUARTERDECK_API_KEY" > '${log}'`
    writeFileSync(path, `#!/bin/sh\n${record}\nexit ${status}\n`)
    chmodSync(path, 0o700)
  }
  return {
    env: { PATH: folder, QUARTERDECK_API_KEY: 'the-key' },
    words: () => readFileSync(log, 'utf8').trim().split('\n'),
  }
}

const SAFE = 'https://git.example/a%20b/pull/1?x=$(id)&y=%22;z#;ls'

test.skipIf(process.platform === 'win32').each([
  ['linux', ['xdg-open', '1', SAFE, 'key:']],
  ['darwin', ['open', '1', SAFE, 'key:']],
  ['win32', ['rundll32', '2', 'url.dll,FileProtocolHandler', SAFE, 'key:']],
])('on %s an address is one word, without a shell and without the key', async (platform, words) => {
  const machine = launchers(['xdg-open', 'open', 'rundll32'])
  await openAddress('https://git.example/a b/pull/1?x=$(id)&y=";z#;ls', machine.env, platform)
  expect(machine.words()).toEqual(words)
})

test.each([
  ['file:///etc/passwd', /begins with file:/],
  ['javascript:alert(1)', /begins with javascript:/],
  ['vscode://x/y', /begins with vscode:/],
  ['--help', /is not an address/],
  ['', /is not an address/],
  ['https://user:secret@git.example/', /user name or password/],
])('%j is not opened', async (address, words) => {
  const { env } = launchers([])
  const error = await failureOf(openAddress(address, env, 'linux'))
  expect(error.message).toMatch(words)
  expect(error.message).not.toContain('secret')
})

test.skipIf(process.platform === 'win32')('a missing or failing launcher is an error', async () => {
  const none = await failureOf(openAddress('https://git.example/', launchers([]).env, 'linux'))
  expect(none.message).toMatch(/^xdg-open was not found/)
  const broken = await failureOf(openAddress('https://git.example/', launchers(['xdg-open'], 3).env, 'linux'))
  expect(broken.message).toBe('xdg-open ended with 3: open it yourself.')
})

test.skipIf(process.platform === 'win32')('a folder is opened, and nothing else', async () => {
  const machine = launchers(['xdg-open'])
  const folder = makeFolder()
  await openFolder(folder, machine.env, 'linux')
  expect(machine.words()).toEqual(['xdg-open', '1', folder, 'key:'])
  for (const other of ['--help', 'https://git.example/', join(folder, 'gone')])
    expect((await failureOf(openFolder(other, machine.env, 'linux'))).message).toContain('is not a folder')
})
