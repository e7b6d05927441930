import { expect, test } from 'vitest'
import { NOW } from '../../helpers/demos.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { ownService } from '../../helpers/own-service.ts'
import { runQd } from '../../helpers/run-qd.ts'

const openService = async () => {
  const { service } = await ownService()
  const at = { url: service.url, key: service.keys.owner, cache: `${makeFolder()}/cache.db` }
  return (line: string) => runQd(line.split(' '), at)
}

test('the keys of all known accounts are listed, most urgent first', async () => {
  const run = await openService()
  for (const id of ['sa_ci-bot', 'sa_observability']) await run(`keys add ${id}`)
  const { apiKeys } = JSON.parse((await run('keys list')).out)
  expect(apiKeys.slice(0, 5).map(({ name }: { name: string }) => name)).toEqual([
    'log shipper',
    'self-hosted runners',
    '試験用 (test)',
    'dashboards',
    'probe',
  ])
  expect(apiKeys[0].serviceAccountId).toBe('sa_observability')
  const { out } = await run('keys list --expiring 7 --format csv')
  expect(out.split('\r\n').slice(1, -1)).toHaveLength(2)
  expect((await run('keys list --inactive --format ndjson')).out.trim().split('\n')).toHaveLength(3)
})

test('offline, added ids are printed, with a note that their keys are missing', async () => {
  const run = await openService()
  expect((await run('keys list --offline')).code).toBe(7)
  for (const id of ['sa_ci-bot', 'sa_release']) await run(`keys add ${id}`)
  for (const before of [undefined, 'keys list']) {
    if (before) await run(before)
    const { code, out, err } = await run('keys list --offline --format csv --columns serviceAccountId,id')
    expect([code, out]).toEqual([7, 'serviceAccountId,id\r\nsa_ci-bot,\r\nsa_release,\r\n'])
    expect(err).toContain('Keys are not cached, so --offline lists only the ids of accounts: sa_ci-bot, sa_release.')
    expect(JSON.parse((await run('keys list --offline --json')).out)).toMatchObject({
      apiKeys: [],
      serviceAccounts: ['sa_ci-bot', 'sa_release'],
      incomplete: true,
    })
  }
})

test('if an account cannot be read, the others are listed and the list is incomplete', async () => {
  const run = await openService()
  for (const id of ['sa_ci-bot', 'sa_gone']) await run(`keys add ${id}`)
  const { code, out, err } = await run('keys list')
  expect(code).toBe(7)
  expect(JSON.parse(out)).toMatchObject({ incomplete: true, missing: [{ why: expect.stringContaining('sa_gone') }] })
  expect(err).toContain('The keys of sa_gone could not be read')
  expect((await run('keys list sa_gone')).code).toBe(4)
})

test('a new key is printed once, only on standard output, and can be revoked', async () => {
  const run = await openService()
  const made = await run('keys create sa_unused --name deploy --expires 90d')
  expect(made.code).toBe(0)
  const value = made.out.trim()
  expect(value.length).toBeGreaterThan(20)
  expect(made.err).not.toContain(value)
  const listed = await run('keys list sa_unused')
  expect(listed.out).not.toContain(value)
  const { id, expiresAt } = JSON.parse(listed.out).apiKeys[0]
  expect(expiresAt).toBe(NOW + 90 * 86_400_000)
  for (const _ of [1, 2]) expect((await run(`keys revoke sa_unused ${id} --yes`)).code).toBe(0)
  expect(JSON.parse((await run('keys list sa_unused')).out).apiKeys[0].isRevoked).toBe(true)
})
