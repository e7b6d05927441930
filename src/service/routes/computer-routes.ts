import type { Computer } from '../../contract/computers.ts'
import { Problem, quoted } from '../http/problem.ts'
import type { Route } from '../http/route.ts'
import { withInstallation } from '../store/provisioning.ts'
import { findComputer } from './find-computer.ts'

/** Changes what the body names; an empty object changes nothing and answers the computer as it stands. */
export const updateComputer: Route<'updateComputer'> = ({ params, body }, { store, now }) =>
  store.write(() => {
    const { computer, plan, failuresLeft } = findComputer(store, params.computerId, now())
    const updated: Computer = { ...computer, ...body, name: body.name ?? computer.name }
    store.computers.put({ computer: updated, plan }, failuresLeft)
    return updated
  })

/** Starts the installation and answers at once; it goes on by itself and ends in `active` or `error`. */
export const installDependencies: Route<'installDependencies'> = ({ params }, { store, now, newId }) =>
  store.write(() => {
    const { computer, plan, failuresLeft } = findComputer(store, params.computerId, now())
    if (plan.length > 0) {
      const running = computer.provisioningSteps?.find(({ status }) => status === 'in_progress')
      throw new Problem(409, `Computer ${quoted(computer.id)} is being provisioned: wait until that has ended.`, {
        metadata: { computerId: computer.id, step: running?.id, installSessionId: running?.installSessionId },
      })
    }
    const error = failuresLeft > 0 ? 'npm ci ended with status 1: the registry could not be reached' : undefined
    const started = withInstallation(computer, newId(), error, now())
    store.computers.put(started, Math.max(0, failuresLeft - 1))
    return started.computer
  })
