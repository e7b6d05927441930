import { HOUR_MS } from '../../base/time.ts'
import type { Computer } from '../../contract/computers.ts'
import { simulatedMetrics } from '../demo/computer-metrics.ts'
import { Problem, quoted } from '../http/problem.ts'
import { jsonText, type Route } from '../http/route.ts'
import { withInstallation, withNewSteps } from '../store/provisioning.ts'
import type { Stores } from '../store/store.ts'

/** Changes the members in the body. An empty object changes nothing and returns the current computer. */
export const updateComputer: Route<'updateComputer'> = ({ params, body }, { store, now }) =>
  store.write(async ({ computers }) => {
    const { computer, plan, failuresLeft } = await findComputer(computers, params.computerId, now())
    const updated: Computer = { ...computer, ...body, name: body.name ?? computer.name }
    await computers.put({ computer: updated, plan }, failuresLeft)
    return updated
  })

/** Starts the installation and responds immediately. The installation continues and ends in `active` or `error`. */
export const installDependencies: Route<'installDependencies'> = ({ params }, { store, now, newId }) =>
  store.write(async ({ computers }) => {
    const { computer, plan, failuresLeft } = await findComputer(computers, params.computerId, now())
    if (plan.length > 0) {
      const running = computer.provisioningSteps?.find(({ status }) => status === 'in_progress')
      throw new Problem(409, `Computer ${quoted(computer.id)} is being provisioned. Wait until this has finished.`, {
        metadata: { computerId: computer.id, step: running?.id, installSessionId: running?.installSessionId },
      })
    }
    const error = failuresLeft > 0 ? 'npm ci ended with status 1: the registry could not be reached' : undefined
    const started = withInstallation(computer, newId(), error, now())
    await computers.put(started, Math.max(0, failuresLeft - 1))
    return started.computer
  })

export const computers: Route<'computers'> = async ({ query = {} }, { store, now }) => {
  const { hostId, includeProvisioningSteps = 'false' } = query
  const all = await store.computers.readAll(now())
  const found = all.filter((computer) => hostId === undefined || computer.hostId === hostId)
  return { computers: includeProvisioningSteps === 'true' ? found : found.map(withoutSteps) }
}

const withoutSteps = ({ provisioningSteps: _steps, ...rest }: Computer): Computer => rest

export const computer: Route<'computer'> = async ({ params }, { store, now }) =>
  (await findComputer(store.computers, params.computerId, now())).computer

/** Only the demo's computers have metrics: no agent sends any to this service. */
export const computerMetrics: Route<'computerMetrics'> = async ({ params, query = {} }, { store, now }) => {
  const nowMs = now()
  const { computer } = await findComputer(store.computers, params.computerId, nowMs)
  const sinceMs = query.start === undefined ? nowMs - HOUR_MS : Date.parse(query.start)
  if (!(await store.computers.isUseSimulated())) return jsonText('[]')
  return jsonText(JSON.stringify(simulatedMetrics(computer, sinceMs, nowMs)))
}

export const computerByName: Route<'computerByName'> = async ({ params }, { store, now }) => {
  const found = (await store.computers.readAll(now())).find(({ name }) => name === params.name)
  if (found === undefined) throw noSuchComputer(params.name)
  return found
}

/** A user's own machine is active immediately; a hosted computer is provisioned step by step. */
export const createComputer: Route<'createComputer'> = ({ body }, { store, now, newId }) =>
  store.write(async ({ computers }) => {
    const { name, remoteUser, provider } = body
    if (provider === '') throw new Problem(400, 'provider must be non-empty text, but is "".')
    if ((await computers.readAll(now())).some((other) => other.name === name))
      throw new Problem(409, `A computer named ${quoted(name)} already exists. Choose another name.`)
    const made: Computer = { id: `cmp_${newId()}`, name, providerType: provider, createdAt: now(), remoteUser }
    const provisioned =
      provider === 'byom'
        ? { computer: { ...made, status: 'active' }, plan: [] }
        : withNewSteps({ ...made, hostId: newId() }, now())
    await computers.put(provisioned, 0)
    return provisioned.computer
  })

export const deleteComputer: Route<'deleteComputer'> = async ({ params }, { store }) => {
  await store.write(async ({ computers }) => {
    if (!(await computers.delete(params.computerId))) throw noSuchComputer(params.computerId)
  })
  return {}
}

export const restartComputer: Route<'restartComputer'> = ({ params }, { store, now }) =>
  store.write(async ({ computers }) => {
    const { computer, plan, failuresLeft } = await findComputer(computers, params.computerId, now())
    if (computer.status !== 'paused') return computer
    const resumed: Computer = { ...computer, status: 'active' }
    await computers.put({ computer: resumed, plan }, failuresLeft)
    return resumed
  })

/** The number of reconfigured repositories. In this service it is always all of the computer's repositories. */
export const refreshComputer: Route<'refreshComputer'> = async ({ params }, { store, now }) => ({
  configured:
    (await findComputer(store.computers, params.computerId, now())).computer.clonedRepoDirectories?.length ?? 0,
})

/** The state of a computer at a time. Throws Problem 404 if it does not exist. */
const findComputer = async (computers: Stores['computers'], id: string, nowMs: number) => {
  const found = await computers.read(id, nowMs)
  if (found === undefined) throw noSuchComputer(id)
  return found
}

const noSuchComputer = (idOrName: string): Problem => new Problem(404, `Not found: computer ${quoted(idOrName)}.`)
