import type { Computer } from '../../contract/computers.ts'
import { Problem, quoted } from '../http/problem.ts'
import type { Route } from '../http/route.ts'
import { withNewSteps } from '../store/provisioning.ts'
import { findComputer, noSuchComputer } from './find-computer.ts'

export const computers: Route<'computers'> = ({ query = {} }, { store, now }) => {
  const { hostId, includeProvisioningSteps = 'false' } = query
  const found = store.computers.readAll(now()).filter((computer) => hostId === undefined || computer.hostId === hostId)
  return { computers: includeProvisioningSteps === 'true' ? found : found.map(withoutSteps) }
}

const withoutSteps = ({ provisioningSteps: _steps, ...rest }: Computer): Computer => rest

export const computer: Route<'computer'> = ({ params }, { store, now }) =>
  findComputer(store, params.computerId, now()).computer

export const computerByName: Route<'computerByName'> = ({ params }, { store, now }) => {
  const found = store.computers.readAll(now()).find(({ name }) => name === params.name)
  if (found === undefined) throw noSuchComputer(params.name)
  return found
}

/** One of its owner's is there at once; a hosted one is provisioned step by step. */
export const createComputer: Route<'createComputer'> = ({ body }, { store, now, newId }) =>
  store.write(() => {
    const { name, remoteUser, provider } = body
    if (provider === '') throw new Problem(400, 'provider is "", and must be text that is not empty.')
    if (store.computers.readAll(now()).some((other) => other.name === name))
      throw new Problem(409, `There is a computer ${quoted(name)} already: choose another name.`)
    const made: Computer = { id: `cmp_${newId()}`, name, providerType: provider, createdAt: now(), remoteUser }
    const provisioned =
      provider === 'byom'
        ? { computer: { ...made, status: 'active' }, plan: [] }
        : withNewSteps({ ...made, hostId: newId() }, now())
    store.computers.put(provisioned, 0)
    return provisioned.computer
  })

export const deleteComputer: Route<'deleteComputer'> = ({ params }, { store }) => {
  if (!store.write(() => store.computers.delete(params.computerId))) throw noSuchComputer(params.computerId)
  return {}
}

export const restartComputer: Route<'restartComputer'> = ({ params }, { store, now }) =>
  store.write(() => {
    const { computer, plan, failuresLeft } = findComputer(store, params.computerId, now())
    if (computer.status !== 'paused') return computer
    const resumed: Computer = { ...computer, status: 'active' }
    store.computers.put({ computer: resumed, plan }, failuresLeft)
    return resumed
  })

/** How many repositories were configured anew, which here is all that the computer has. */
export const refreshComputer: Route<'refreshComputer'> = ({ params }, { store, now }) => ({
  configured: findComputer(store, params.computerId, now()).computer.clonedRepoDirectories?.length ?? 0,
})
