import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../../helpers/make-folder.ts'
import { runQd } from '../../helpers/run-qd.ts'

test('install --forward adds a second hook once, uninstall removes both, and a name can not contain sh', async () => {
  const home = makeFolder()
  const file = join(home, 'settings.json')
  writeFileSync(file, '{"a": 1}\n')
  const install = (profile: string) =>
    runQd(['hooks', 'install', '--file', file, '--forward', profile, '--yes'], { home })
  expect(await install('x;rm')).toMatchObject({ code: 2 })
  await install('live')
  const text = readFileSync(file, 'utf8')
  const { hooks } = JSON.parse(text)
  expect(hooks.Stop).toHaveLength(2)
  expect(hooks.PostToolUse).toMatchObject([
    { hooks: [{ command: expect.stringContaining('qd hooks forward --background --profile live') }] },
  ])
  const printed = await runQd(['hooks', 'print-settings', '--forward', 'live', '--event', 'Stop'], { home })
  expect(JSON.parse(printed.out).hooks.Stop).toEqual(hooks.Stop)
  expect((await install('live')).out).toContain('Nothing to do')
  expect(readFileSync(file, 'utf8')).toBe(text)
  await runQd(['hooks', 'uninstall', '--file', file, '--yes'], { home })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ a: 1 })
})
