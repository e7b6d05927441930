import { expect, test } from 'vitest'
import type { ServiceOptions } from '../../../src/service/start-service.ts'
import { startChangeServer } from '../../helpers/change-server.ts'
import { answer, type Behaviour, reset } from '../../helpers/faulty-server.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { ownService } from '../../helpers/own-service.ts'
import { type RunOptions, runQd } from '../../helpers/run-qd.ts'

/** Runs commands against the test's own service. */
const openService = async (options: ServiceOptions = {}) => {
  const { service, clock } = await ownService(options)
  const at = { url: service.url, key: service.keys.owner }
  return { clock, run: (line: string, more: RunOptions = {}) => runQd(line.split(' '), { ...at, ...more }) }
}

const serverThat = async (behaviour: Behaviour) => {
  const { server, sent } = await startChangeServer(behaviour)
  const at = { url: server.url, key: 'qd-key-of-a-test' }
  return { sent, run: (line: string, more: RunOptions = {}) => runQd(line.split(' '), { ...at, ...more }) }
}

const changes = [
  'computers update cmp_a --name other',
  'computers install-deps cmp_a',
  'computers create --name other --remote-user agent',
  'computers restart cmp_a',
  'computers delete cmp_a --yes',
  'keys create sa_a --name other',
  'keys revoke sa_a key_a --yes',
  'wiki delete wr_a --yes',
]

test.each(changes)('qd %s is sent once, not in a read-only run, and never without confirmation', async (line) => {
  const cut = await serverThat(reset)
  const lost = await cut.run(line)
  expect([lost.code, lost.out, cut.sent().length]).toEqual([6, '', 1])
  expect(lost.err).toMatch(/check before retrying\.\nCheck .*qd (computers|keys|wiki) (show|list)\b/)
  // The hint is printed even if the server's message is long.
  const wordy = await serverThat(answer(500, { status: 500, title: 'T', detail: 'so many words '.repeat(100) }))
  expect((await wordy.run(line)).err).toMatch(/may have been applied.*\nCheck .*qd (computers|keys|wiki) (show|list)\b/)

  const { run, sent } = await serverThat(answer(403, { status: 403, title: 'Forbidden', detail: 'for managers only' }))
  expect(await run(line)).toMatchObject({ code: 3, err: expect.stringContaining('for managers only') })
  expect(await run(`${line} --read-only`)).toMatchObject({
    code: 2,
    err: expect.stringContaining('Nothing was sent: this run is read-only'),
  })
  const requested: string[] = []
  const ask = async (question: string) => {
    requested.push(question)
    return 'no'
  }
  const { code, err } = await run(line.replace(' --yes', ''), { ask })
  expect([code, err, requested.length]).toEqual([
    1,
    expect.stringContaining('Nothing was changed, because the answer was not yes.'),
    1,
  ])
  expect(sent()).toHaveLength(1)
})

test('computers update sends only the given fields', async () => {
  const { run } = await openService()
  expect((await run('computers update cmp_atlas --name atlas-eu')).out).toContain('"name":"atlas-eu"')
  const shown = JSON.parse((await run('computers show cmp_atlas')).out)
  expect(shown).toMatchObject({ id: 'cmp_atlas', name: 'atlas-eu', remoteUser: 'agent' })
})

test('a name that newer servers reject is sent, with a note', async () => {
  const { run } = await openService()
  const { code, err } = await run('computers create --name Build_02 --remote-user Agent_1 --yes')
  expect([code, err]).toEqual([0, 'The name Build_02 may be rejected: newer servers accept only a-z, 0-9 and -.\n'])
  expect((await run('computers update cmp_atlas --name Atlas --yes')).err).toContain('The name Atlas may be rejected')
  expect((await run('computers update cmp_atlas --name atlas-2 --yes')).err).toBe('')
})

test('an installation that is already running is not an error; --wait prints the result', async () => {
  const { run, clock } = await openService()
  expect((await run('computers install-deps cmp_indus --json')).out).toContain('"alreadyRunning":true')
  const begun = await run('computers install-deps cmp_cygnus --json')
  expect([begun.code, JSON.parse(begun.out).status]).toEqual([0, 'provisioning'])
  clock.now += 600_000
  expect((await run('computers install-deps cmp_draco')).code).toBe(0)
  clock.now += 600_000
  // The installation ends before the first poll.
  const [waited] = await Promise.all([
    run('computers install-deps cmp_cygnus --wait --format table', { isErrorTerminal: false }),
    new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
      while ((await run('computers show cmp_cygnus')).out.includes('"active"')) await Promise.resolve()
      clock.now += 600_000
    }),
  ])
  expect([waited.code, waited.out]).toEqual([0, 'The installation on cmp_cygnus succeeded.\n'])
})

test('on a server without lists, ids are added and removed, and unsupported changes are not sent', async () => {
  const { run } = await openService({ isStrict: true })
  const cache = `${makeFolder()}/cache.db`
  const at = (line: string) => run(line, { cache })
  expect(JSON.parse((await at('computers list')).out)).toEqual({ schema: 1, computers: [] })
  await at('computers add cmp_atlas')
  const listed = await at('computers list')
  expect(JSON.parse(listed.out)).toMatchObject({ computers: [{ id: 'cmp_atlas' }] })
  expect(listed.err).toContain('The server cannot list computers')
  for (const line of [
    'computers restart cmp_atlas',
    'computers delete cmp_atlas --yes',
    'keys create sa_ci-bot --name a',
  ])
    expect(await at(line)).toMatchObject({
      code: 4,
      err: expect.stringContaining('This server does not support this operation'),
    })
  expect((await at('computers update cmp_atlas --name other')).code).toBe(0)
  await at('computers forget cmp_atlas')
  expect(JSON.parse((await at('computers list')).out)).toEqual({ schema: 1, computers: [] })
})

test('with a server that supports it, computers are created, restarted and deleted', async () => {
  const { run } = await openService()
  const made = JSON.parse((await run('computers create --name build-02 --remote-user agent --json')).out)
  expect(made).toMatchObject({ name: 'build-02', providerType: 'byom' })
  expect((await run('computers create --name build-02 --remote-user agent')).code).toBe(1)
  expect((await run('computers restart cmp_fornax')).code).toBe(0)
  expect(JSON.parse((await run('computers show cmp_fornax')).out).status).toBe('active')
  expect((await run(`computers delete ${made.id} --yes`)).code).toBe(0)
  expect((await run(`computers show ${made.id}`)).code).toBe(4)
})
