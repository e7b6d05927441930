import { DAY_MS } from '../../base/time.ts'
import type { Computer, ProvisioningStep } from '../../contract/computers.ts'
import { newPlan, newSteps, type Provisioned, withInstallation } from '../store/provisioning.ts'
import type { Store } from '../store/store.ts'
import type { Person } from './kit/made-up-people.ts'
import { createRandom, type Random, uuidFrom } from './kit/random.ts'
import { demoIds } from './kit/repositories.ts'

const MINUTE_MS = 60_000
const installError = 'npm ci ended with status 1: package-lock.json and package.json do not agree'

const noRoom = 'the provider has no machine of this size free in eu-1'
const noAccess = 'northwind/payments could not be cloned: permission to the repository was denied (publickey)'

type MakeHosted = (id: string, name: string, ageDays: number) => Computer

/** Fills in computers of every state. */
export const fillComputers = (store: Store, people: readonly Person[], nowMs: number, seed: number): void => {
  const owner = people[0]?.id ?? 'user_unknown'
  const { active, provisioning, failed, failsAgain, byom } = demoIds.computers
  const random = createRandom(seed, 30)
  const hosted: MakeHosted = (id, name, ageDays) =>
    hostedComputer({ id, name, owner, createdAt: nowMs - Math.floor(ageDays * DAY_MS) }, random)

  const atlas = hosted(active, 'atlas', 44)
  store.computers.put({ computer: { ...atlas, status: 'active', provisioningSteps: doneSteps(atlas) }, plan: [] }, 0)

  const borealis = hosted(provisioning, 'borealis', 0)
  store.computers.put({ computer: { ...borealis, status: 'provisioning' }, plan: newPlan(nowMs) }, 0)

  for (const [id, name, ageDays, failuresLeft] of [
    [failed, 'cygnus', 6, 0],
    [failsAgain, 'draco', 2, 1],
  ] as const) {
    const computer = hosted(id, name, ageDays)
    store.computers.put(
      { computer: { ...computer, status: 'error', provisioningSteps: failedSteps(computer, random) }, plan: [] },
      failuresLeft,
    )
  }

  const laptop: Computer = {
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
  }
  store.computers.put({ computer: laptop, plan: [] }, 0)
  for (const provisioned of rareComputers(hosted, random, nowMs)) store.computers.put(provisioned, 0)
}

/** What is seen less often: paused, failed early, copied, of an unknown kind, or with nothing told of it. */
const rareComputers = (hosted: MakeHosted, random: Random, nowMs: number): Provisioned[] => {
  const { active, paused, notCreated, notCloned, installing, copied, unknown, bare } = demoIds.computers
  const fornax = hosted(paused, 'fornax', 20)
  const gemini = hosted(notCreated, 'gemini', 1)
  const hydra = hosted(notCloned, 'hydra', 12)
  const indus = hosted(installing, 'indus', 75)
  const lyra = hosted(copied, 'lyra', 9)
  const musca = hosted(unknown, 'musca', 3)
  const working = { ...indus, status: 'active', provisioningSteps: doneSteps(indus) }
  return [
    { computer: { ...fornax, status: 'paused', provisioningSteps: doneSteps(fornax) }, plan: [] },
    { computer: { ...gemini, status: 'error', provisioningSteps: endedAt(gemini, 0, noRoom) }, plan: [] },
    { computer: { ...hydra, status: 'error', provisioningSteps: endedAt(hydra, 1, noAccess) }, plan: [] },
    withInstallation(working, uuidFrom(random), undefined, nowMs),
    {
      computer: {
        ...lyra,
        status: 'active',
        provisioningSteps: doneSteps(lyra),
        computerSource: { kind: 'computer', computerId: active },
      },
      plan: [],
    },
    {
      computer: {
        ...musca,
        providerType: 'metal-cloud',
        status: 'hibernating',
        provisioningSteps: [{ id: 'warm-up', name: 'Warm up', status: 'queued' }, { status: 'skipped' }],
        ownerPrincipalKind: 'team',
        ownerId: 'team_data',
        computerSource: { kind: 'snapshot' },
      },
      plan: [],
    },
    { computer: { id: bare, name: '裸の一台 norma', providerType: 'byom', createdAt: nowMs - 200 * DAY_MS }, plan: [] },
  ]
}

/** The steps of a computer of which one failed, so that those after it never began. */
const endedAt = (computer: Computer, failedAt: number, error: string): ProvisioningStep[] =>
  doneSteps(computer).map((step, at) => {
    if (at < failedAt) return step
    const { startedAt: _startedAt, completedAt: _completedAt, ...pending } = step
    return at === failedAt ? { ...step, status: 'error', error } : { ...pending, status: 'pending' }
  })

const hostedComputer = (
  { id, name, owner, createdAt }: { id: string; name: string; owner: string; createdAt: number },
  random: Random,
): Computer => ({
  id,
  name,
  providerType: 'cloud-sandbox',
  createdAt,
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

/** All steps, one after another, a minute and a half each. */
const doneSteps = ({ createdAt, provisioningSteps = [] }: Computer): ProvisioningStep[] =>
  provisioningSteps.map((step, at) => ({
    ...step,
    status: 'completed',
    startedAt: createdAt + at * 1.5 * MINUTE_MS,
    completedAt: createdAt + (at + 1) * 1.5 * MINUTE_MS,
  }))

const failedSteps = (computer: Computer, random: Random): ProvisioningStep[] =>
  doneSteps(computer).map((step) =>
    step.id === 'install-deps'
      ? { ...step, status: 'failed', error: installError, installSessionId: uuidFrom(random) }
      : step,
  )
