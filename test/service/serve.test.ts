import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { compileCache } from '../helpers/compile-cache.ts'
import { fileFolder } from '../helpers/make-folder.ts'

const folder = fileFolder()
const running: ChildProcess[] = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})

/** The built program, because it starts in half the time of the sources. */
const program = fileURLToPath(new URL('../../dist/qd.js', import.meta.url))
const start = (words: string, environment: Record<string, string> = {}) => {
  const started = spawn(process.execPath, [program, 'serve', ...words.split(' ')], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: folder, ...compileCache(), ...environment },
  })
  running.push(started)
  let errors = ''
  started.stderr.on('data', (chunk) => {
    errors += String(chunk)
  })
  return { process: started, errors: () => errors, ended: once(started, 'exit') }
}

/** What a service writes on standard output, up to a text. */
const said = async ({ process: { stdout } }: ReturnType<typeof start>, until: string): Promise<string> => {
  let text = ''
  for await (const chunk of stdout.iterator({ destroyOnReturn: false })) {
    text += String(chunk)
    if (text.includes(until)) break
  }
  return text
}

const small = '--demo --users 3 --days 3'
const accounts = ['sa_ci-bot', 'sa_nightly-report', 'sa_observability', 'sa_release', 'sa_unused']

test('with --json it prints the address and keys on one line, logs requests as safe text, and ignores the end of its input', async () => {
  const service = start(`--json --verbose ${small}`)
  const line = await said(service, '\n')
  expect(line.trim().split('\n')).toHaveLength(1)
  const { url, keys, ids } = JSON.parse(line)
  expect(Object.keys(keys)).toEqual(['owner', 'manager', 'member', 'guest'])
  expect(ids.serviceAccounts).toEqual(accounts)
  service.process.stdin.end()
  const headers = { authorization: `Bearer ${keys.member}` }
  expect((await fetch(`${url}/api/v0/automations/ci/jobs`, { headers })).status).toBe(200)
  expect((await fetch(`${url}/%1b%5d52;c;aGk%07/%c2%9b/%0aGET`)).status).toBe(404)
  await expect.poll(service.errors).toMatch(/\nGET \/␛\]52;c;aGk␇\/⟨009B⟩\/␊GET 404 [\w-]+\n$/)
  expect(service.process.exitCode).toBeNull()
})

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  test(`${signal} ends it with status 0, even while a client holds a connection`, async () => {
    const service = start('--json')
    const { url, keys } = JSON.parse(await said(service, '\n'))
    const reply = await fetch(`${url}/api/v0/openapi.json`, { headers: { authorization: `Bearer ${keys.guest}` } })
    await reply.text()
    service.process.kill(signal)
    expect(await service.ended).toEqual([0, null])
    await expect(fetch(url)).rejects.toThrow()
  })

test('with --end-with-parent it ends when its input ends', async () => {
  const service = start('--json --end-with-parent')
  await said(service, '\n')
  service.process.stdin.end()
  expect(await service.ended).toEqual([0, null])
})

test('the text lists the ids and the variables that set keys, and on later starts says that the data file keeps its keys', async () => {
  const data = join(folder, 'text.db')
  const first = start(`--data ${data} ${small}`, { QUARTERDECK_SERVE_KEY_OWNER: 'a-key-from-the-environment' })
  const printed = await said(first, 'Ctrl-C')
  expect(printed).toContain('  owner    a-key-from-the-environment\n')
  expect(printed).toContain('\nIds:\n  computers        ')
  expect(printed).toContain(`\n  service accounts ${accounts.join(', ')}\n`)
  first.process.kill('SIGTERM')
  await first.ended
  const second = start(`--data ${data}`)
  const text = await said(second, 'to stop.\n')
  expect(text).toContain(
    'Keys are shown only when they are created: qd serve keys add creates one, --new-keys replaces those of roles.',
  )
  expect(text).not.toContain('a-key-from-the-environment')
})

test('an import finishes before the service listens, and a rejected one ends it with status 2', async () => {
  const good = join(folder, 'good')
  mkdirSync(good)
  writeFileSync(join(good, 'ciJobs.json'), JSON.stringify({ jobs: [{ id: 'a' }] }))
  const service = start(`--json --import ${good}`)
  const { url, keys } = JSON.parse(await said(service, '\n'))
  const reply = await fetch(`${url}/api/v0/automations/ci/jobs`, { headers: { authorization: `Bearer ${keys.owner}` } })
  expect(await reply.json()).toEqual({ jobs: [{ id: 'a' }] })
  expect(service.errors()).toBe('Imported 1 CI jobs.\n')

  const bad = join(folder, 'bad')
  mkdirSync(bad)
  writeFileSync(join(bad, 'ciJobs.json'), '{"jobs":[5]}')
  const refused = start(`--json --import ${bad}`)
  expect(await refused.ended).toEqual([2, null])
  expect(refused.errors()).toBe(
    'ciJobs.json: jobs[0]: Invalid input: expected object, received number\n' +
      'The import failed for the reasons above; nothing was stored. Correct the files and start again.\n',
  )
})
