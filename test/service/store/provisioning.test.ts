import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Computer } from '../../../src/contract/computers.ts'
import { fillWithDemo } from '../../../src/service/demo/fill-with-demo.ts'
import { demoIds } from '../../../src/service/demo/kit/repositories.ts'
import { planFor, provisionedAt, STEP_MS } from '../../../src/service/store/provisioning.ts'
import { createStore } from '../../../src/service/store/store.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { createTestService, NOW } from '../test-service.ts'

const small = { users: 1, days: 1 }
const { failed, failsAgain, provisioning, byom } = demoIds.computers
type Service = Awaited<ReturnType<typeof createTestService>>

/** An update without changes returns the current computer. */
const read = async ({ json }: Service, id: string): Promise<Computer> =>
  Computer.parse(await json(`/api/v0/computers/${id}`, { method: 'PATCH', body: {} }))
const install = ({ call }: Service, id: string) => call(`/api/v0/computers/${id}/install-deps`, { method: 'POST' })
const stepsOf = ({ provisioningSteps = [] }: Computer) => provisioningSteps.map(({ status }) => status)

test.each(['of the demo', 'that is new'])('a computer %s goes through its steps until it is active', async (which) => {
  const service = await createTestService(small)
  const body = { name: 'fresh', remoteUser: 'agent', provider: 'cloud-sandbox' }
  const { id } =
    which === 'that is new' ? await service.json('/api/v0/computers', { method: 'POST', body }) : { id: provisioning }
  const seen: string[] = []
  for (let at = 0; at <= 4; at++) {
    const computer = await read(service, id)
    seen.push(`${computer.status}: ${stepsOf(computer).join(' ')}`)
    service.clock.now += STEP_MS
  }
  expect(seen).toEqual([
    'provisioning: in_progress pending pending',
    'provisioning: completed in_progress pending',
    'provisioning: completed completed in_progress',
    'active: completed completed completed',
    'active: completed completed completed',
  ])
})

test('an installation that is started again ends in an active computer, and a change does not stop it', async () => {
  const service = await createTestService(small)
  expect((await read(service, failed)).status).toBe('error')
  const reply = await install(service, failed)
  expect(reply.status).toBe(202)
  const started = Computer.parse(await reply.json())
  const step = started.provisioningSteps?.at(-1)
  expect(started.status).toBe('provisioning')
  expect(step).toMatchObject({ id: 'install-deps', status: 'in_progress', startedAt: NOW })
  expect(step).not.toHaveProperty('error')
  expect(step?.installSessionId).toMatch(/^[0-9a-f-]{36}$/)
  service.clock.now += STEP_MS - 1
  const changed = await service.json(`/api/v0/computers/${failed}`, { method: 'PATCH', body: { name: 'renamed' } })
  expect(changed).toMatchObject({ name: 'renamed', status: 'provisioning' })
  service.clock.now += 1
  const done = await read(service, failed)
  expect(done.status).toBe('active')
  expect(done.provisioningSteps?.at(-1)).toMatchObject({ status: 'completed', completedAt: NOW + STEP_MS })
})

test('an installation that fails again has an error, and can be started once more', async () => {
  const service = await createTestService(small)
  await install(service, failsAgain)
  service.clock.now += STEP_MS
  const computer = await read(service, failsAgain)
  expect(computer.status).toBe('error')
  expect(computer.provisioningSteps?.at(-1)).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('npm ci'),
  })
  expect((await install(service, failsAgain)).status).toBe(202)
  service.clock.now += STEP_MS
  expect((await read(service, failsAgain)).status).toBe('active')
})

test('a second installation is refused until the first has ended, and a computer without steps gets one', async () => {
  const service = await createTestService(small)
  const { provisioningSteps } = (await (await install(service, failed)).json()) as Computer
  const second = await install(service, failed)
  expect(second.status).toBe(409)
  expect((await second.json()).metadata).toMatchObject({
    step: 'install-deps',
    installSessionId: provisioningSteps?.at(-1)?.installSessionId,
  })
  service.clock.now += STEP_MS
  expect((await install(service, failed)).status).toBe(202)
  await install(service, byom)
  expect((await read(service, byom)).provisioningSteps).toHaveLength(1)
})

test('a restart during an installation loses no state', async () => {
  const file = join(makeFolder(), 'data.db')
  const first = createStore(file)
  await fillWithDemo(first, small, () => NOW)
  await first.close()
  const second = createStore(file)
  expect((await second.computers.read(provisioning, NOW + STEP_MS))?.computer.status).toBe('provisioning')
  expect((await second.computers.read(provisioning, NOW + 3 * STEP_MS))?.computer.status).toBe('active')
  await second.close()
})

test('imported unfinished steps get a plan that completes them', () => {
  const computer: Computer = {
    id: 'c',
    name: 'c',
    providerType: 'x',
    createdAt: 0,
    status: 'provisioning',
    provisioningSteps: [
      { id: 'create-computer', status: 'completed' },
      { id: 'clone-repos', status: 'in_progress', startedAt: NOW - 5 },
      { id: 'install-deps' },
    ],
  }
  const plan = planFor(computer, NOW)
  expect(provisionedAt({ computer, plan }, NOW).computer.provisioningSteps?.[1]).toMatchObject({ startedAt: NOW - 5 })
  expect(provisionedAt({ computer, plan }, NOW + 2 * STEP_MS).computer.status).toBe('active')
  expect(planFor({ ...computer, status: 'active' }, NOW)).toEqual([])
})
