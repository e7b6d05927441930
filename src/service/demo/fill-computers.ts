import { DAY_MS } from '../../base/time.ts'
import type { Computer, ProvisioningStep } from '../../contract/computers.ts'
import { newPlan, newSteps, type Plan, withInstallation } from '../store/provisioning.ts'
import type { Stores } from '../store/store.ts'
import type { Person } from './kit/demo-people.ts'
import { createRandom, type Random, uuidFrom } from './kit/random.ts'
import { demoIds } from './kit/repositories.ts'

const MINUTE_MS = 60_000
const installError = 'npm ci ended with status 1: package-lock.json and package.json do not agree'

const noRoom = 'the provider has no machine of this size free in eu-1'
const noAccess = 'northwind/payments could not be cloned: permission to the repository was denied (publickey)'

/** Creates computers in every state. */
export const fillComputers = async (
  store: Stores,
  people: readonly Person[],
  nowMs: number,
  seed: number,
): Promise<void> => {
  const owner = people[0]?.id ?? 'user_unknown'
  const { active, provisioning, failed, failsAgain, byom } = demoIds.computers
  const random = createRandom(seed, 30)
  const hosted: MakeHosted = (id, name, ageDays) => ({
    id,
    name,
    providerType: 'cloud-sandbox',
    createdAt: nowMs - Math.floor(ageDays * DAY_MS),
    hostId: uuidFrom(random),
    status: 'provisioning',
    provisioningSteps: [...newSteps],
    relayClientUrl: `wss://relay.northwind.example/client/${id}`,
    relayAgentUrl: `wss://relay.northwind.example/agent/${id}`,
    remoteUser: 'agent',
    clonedRepoDirectories: ['/workspace/checkout', '/workspace/payments'],
    ownerPrincipalKind: 'user',
    ownerId: owner,
    computerSource: { kind: 'template', templateId: 'tpl_node-24' },
  })
  const put: PutComputer = (computer, plan = [], failuresLeft = 0) =>
    store.computers.put({ computer, plan }, failuresLeft)
  await put(setUp(hosted(active, 'atlas', 44)))
  await put(hosted(provisioning, 'borealis', 0), newPlan(nowMs))
  await put(notInstalled(hosted(failed, 'cygnus', 6), random))
  await put(notInstalled(hosted(failsAgain, 'draco', 2), random), [], 1)
  await put({
    id: byom,
    name: 'Erika’s laptop',
    providerType: 'byom',
    createdAt: nowMs - 120 * DAY_MS,
    hostId: uuidFrom(random),
    status: 'active',
    remoteUser: 'erika',
    clonedRepoDirectories: ['/home/erika/src/checkout', '/home/erika/src/お知らせ-service'],
    ownerPrincipalKind: 'user',
    ownerId: people[1]?.id ?? owner,
  })
  await putRare(put, hosted, random, nowMs)
  await store.computers.simulateUse()
}

type PutComputer = (computer: Computer, plan?: Plan, failuresLeft?: number) => Promise<number>
type MakeHosted = (id: string, name: string, ageDays: number) => Computer

/** Rare cases: paused, failed early, copied, of an unknown kind, or with few members. */
const putRare = async (put: PutComputer, hosted: MakeHosted, random: Random, nowMs: number): Promise<void> => {
  const { active, paused, notCreated, notCloned, installing, copied, unknown, bare } = demoIds.computers
  const fornax = hosted(paused, 'fornax', 20)
  const gemini = hosted(notCreated, 'gemini', 1)
  const hydra = hosted(notCloned, 'hydra', 12)
  const indus = hosted(installing, 'indus', 75)
  const lyra = hosted(copied, 'lyra', 9)
  const musca = hosted(unknown, 'musca', 3)
  const installation = withInstallation(setUp(indus), uuidFrom(random), undefined, nowMs)
  await put({ ...setUp(fornax), status: 'paused' })
  await put(failedAt(gemini, 0, noRoom))
  await put(failedAt(hydra, 1, noAccess))
  await put(installation.computer, installation.plan)
  await put({ ...setUp(lyra), computerSource: { kind: 'computer', computerId: active } })
  await put({
    ...musca,
    providerType: 'metal-cloud',
    status: 'hibernating',
    provisioningSteps: [{ id: 'warm-up', name: 'Warm up', status: 'queued' }, { status: 'skipped' }],
    ownerPrincipalKind: 'team',
    ownerId: 'team_data',
    computerSource: { kind: 'snapshot' },
  })
  await put({ id: bare, name: '裸の一台 norma', providerType: 'byom', createdAt: nowMs - 200 * DAY_MS })
}

const setUp = (computer: Computer): Computer => ({
  ...computer,
  status: 'active',
  provisioningSteps: doneSteps(computer),
})

/** A computer with one failed step. The later steps never started. */
const failedAt = (computer: Computer, failedStep: number, error: string): Computer => ({
  ...computer,
  status: 'error',
  provisioningSteps: doneSteps(computer).map((step, at) => {
    if (at < failedStep) return step
    const { startedAt: _startedAt, completedAt: _completedAt, ...pending } = step
    return at === failedStep ? { ...step, status: 'error', error } : { ...pending, status: 'pending' }
  }),
})

/** All steps as completed one after another, 90 seconds each. */
const doneSteps = ({ createdAt, provisioningSteps = [] }: Computer): ProvisioningStep[] =>
  provisioningSteps.map((step, at) => ({
    ...step,
    status: 'completed',
    startedAt: createdAt + at * 1.5 * MINUTE_MS,
    completedAt: createdAt + (at + 1) * 1.5 * MINUTE_MS,
  }))

const notInstalled = (computer: Computer, random: Random): Computer => ({
  ...computer,
  status: 'error',
  provisioningSteps: doneSteps(computer).map((step) =>
    step.id === 'install-deps'
      ? { ...step, status: 'failed', error: installError, installSessionId: uuidFrom(random) }
      : step,
  ),
})
