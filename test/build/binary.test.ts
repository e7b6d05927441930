import { spawn } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { writeBinary } from '../../src/build/binary.ts'
import { listen, outputOf, type Ran } from '../helpers/built-program.ts'
import { open } from '../helpers/e2e.ts'
import { fileFolder, makeFolder } from '../helpers/make-folder.ts'
import { RESTORED } from '../helpers/pty.ts'

/** The executable contains the licence of Node, which packages of some systems have elsewhere. */
const hasLicence = existsSync(join(dirname(realpathSync(process.execPath)), '..', 'LICENSE'))
/** The executable is built for this machine; these tests read modes of files and open terminals. */
const isTested = process.platform === 'linux' && hasLicence

const folder = fileFolder()
/** A cache that is unpacked already. */
const usedHome = fileFolder()
let program: string
beforeAll(async () => {
  if (isTested) program = await writeBinary(folder)
})

const envOf = (home: string, more: Record<string, string> = {}) => ({ PATH: '/usr/bin:/bin', HOME: home, ...more })

const run = (args: readonly string[], home = usedHome, more = {}): Promise<Ran> => {
  const child = spawn(program, args, { env: envOf(home, more), cwd: home })
  child.stdin.end('{}')
  return outputOf(child)
}

/** The folder of the only unpacked version. */
const unpackedIn = (home: string): string => {
  const versions = join(home, '.cache/quarterdeck/program')
  const [name = '', ...others] = readdirSync(versions)
  expect(others).toEqual([])
  return join(versions, name)
}

const describeBinary = test.skipIf(!isTested)

describeBinary('first starts at once unpack all files once, into a folder of the user', async () => {
  const home = makeFolder()
  const all = await Promise.all(Array.from({ length: 4 }, () => run(['--version'], home)))
  for (const ran of all) expect(ran).toEqual({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), err: '' })
  const unpacked = unpackedIn(home)
  expect(statSync(unpacked).mode & 0o777).toBe(0o700)
  expect(readdirSync(unpacked).filter((name) => name.startsWith('.'))).toEqual([])
  const dist = new URL('../../dist/', import.meta.url)
  for (const name of ['qd.js', 'main.js', 'package.json', 'THIRD-PARTY.txt'])
    expect(readFileSync(join(unpacked, name)).equals(readFileSync(new URL(name, dist))), name).toBe(true)
  expect(readFileSync(join(unpacked, 'NODE-LICENSE.txt'), 'utf8')).toMatch(/^Node\.js is licensed/)
})

describeBinary('a file that is missing or incomplete is written again', async () => {
  const home = makeFolder()
  await run(['--version'], home)
  const file = join(unpackedIn(home), 'qd.js')
  writeFileSync(file, '')
  expect(await run(['--version'], home)).toMatchObject({ code: 0, err: '' })
  expect(statSync(file).size).toBeGreaterThan(1_000)
})

describeBinary('a folder that other users can write to is refused, and does not block an agent', async () => {
  const home = makeFolder()
  await run(['--version'], home)
  chmodSync(join(home, '.cache/quarterdeck/program'), 0o777)
  const { code, out, err } = await run(['--version'], home)
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(
    /^Couldn't unpack quarterdeck into "\S+": other users can write to \S+\. Set XDG_CACHE_HOME to [^\n]+\n$/,
  )
  expect((await run(['hooks', 'notify'], home)).code).toBe(0)
})

describeBinary('a cache that cannot be written is an error of one sentence', async () => {
  const { code, err } = await run(['--help'], usedHome, { XDG_CACHE_HOME: '/dev/null/cache' })
  expect([code, err.trimEnd().split('\n').length]).toEqual([1, 1])
  expect(err).toContain('Set XDG_CACHE_HOME')
})

describeBinary('commands start the demo and print what the program prints', async () => {
  const { code, out, err } = await run(['readiness', 'list', '--profile', 'demo', '--json', '--all'])
  expect([code, err]).toEqual([0, ''])
  expect(JSON.parse(out)).toBeTypeOf('object')
  expect(await run(['completion', '--line', 'qd contr'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^controls\t/),
  })
})

describeBinary('wrong usage has the same status and words', async () => {
  const { code, err } = await run(['analytics', 'tokens', '--nonsense'])
  expect([code, err]).toEqual([2, expect.stringContaining('--nonsense')])
})

describeBinary('qd demo opens the explorer, whose loader process fills the first screen', async () => {
  const explorer = open({ executable: program, args: ['demo', '--users', '5', '--days', '40'] })
  await explorer.waitFor('NEEDS ATTENTION')
  await explorer.pressUntil('3', 'PEOPLE')
  await explorer.waitFor((rows) => rows.some((row) => row.includes('@')))
  explorer.press('q')
  explorer.press('q')
  expect((await explorer.exited).code).toBe(0)
  expect(explorer.modes()).toMatchObject(RESTORED)
})

describeBinary('a hook starts the sender, which delivers the event', async () => {
  const received: string[] = []
  const server = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (text) => received.push(text))
    request.on('end', () => response.end())
  })
  onTestFinished(() => void server.close())
  const home = makeFolder()
  const child = spawn(program, ['hooks', 'notify'], {
    env: envOf(home, { QUARTERDECK_WEBHOOK_URL: `http://${await listen(server)}/` }),
  })
  child.stdin.end(JSON.stringify({ hook_event_name: 'Notification', session_id: 's', cwd: home, message: 'waiting' }))
  expect(await outputOf(child)).toEqual({ code: 0, out: '', err: '' })
  await expect.poll(() => received.join('')).toContain('"Notification"')
})

describeBinary('the keychain is accessed through the package in the executable', async () => {
  const home = makeFolder()
  await run(['profile', 'add', 'a', '--base-url', 'https://api.example.test'], home)
  const { out, err } = await run(['logout', '--profile', 'a'], home)
  expect(existsSync(join(unpackedIn(home), 'node_modules/@napi-rs/keyring/package.json'))).toBe(true)
  // With a session bus there is no entry, and without one the package reports that.
  expect(out + err).not.toMatch(/is not installed|ended early|no process/)
})
