import type { Computer, ProvisioningStep } from '../../contract/computers.ts'
import type { Lenient } from '../../contract/lenient.ts'

/** State of a step. `other` is an unknown status. */
export type StepState = 'done' | 'running' | 'failed' | 'waiting' | 'other'

export type StepView = ReturnType<typeof stepView>

const states: Readonly<Record<string, StepState>> = {
  completed: 'done',
  in_progress: 'running',
  pending: 'waiting',
  error: 'failed',
  failed: 'failed',
}

/** The steps of a computer in order. @param now Unix ms by the server's clock. */
export const stepsOf = ({ provisioningSteps = [] }: Lenient<Computer>, now: number): StepView[] =>
  provisioningSteps.map((step) => stepView(step, now))

const stepView = (step: Lenient<ProvisioningStep>, now: number) => {
  const { id, name, status, error, installSessionId, startedAt, completedAt } = step
  const state: StepState = (status !== undefined && Object.hasOwn(states, status) && states[status]) || 'other'
  const end = completedAt ?? (state === 'running' ? now : undefined)
  const durationMs = startedAt === undefined || end === undefined ? undefined : end - startedAt
  return {
    state,
    /** Untrusted text: the step's id, which is short, or its name. */
    name: id ?? name ?? '?',
    /** The API's status, untrusted text; undefined if missing. */
    status,
    /** Duration, or running time until now, in ms; undefined if times are missing or inconsistent. */
    durationMs: durationMs === undefined || durationMs < 0 ? undefined : durationMs,
    /** Untrusted text. */
    error,
    /** The session that runs the installation. */
    sessionId: installSessionId,
  }
}

/** The step that explains the computer's status: the failed one, otherwise the running one, otherwise none. */
export const decisiveStep = (steps: readonly StepView[]): StepView | undefined =>
  steps.find(({ state }) => state === 'failed') ?? steps.find(({ state }) => state === 'running')

/** The user-facing meaning of a status. `other` is an unknown or missing status. */
export type StatusGroup = 'active' | 'provisioning' | 'failed' | 'paused' | 'other'

const groups: Readonly<Record<string, StatusGroup>> = {
  active: 'active',
  provisioning: 'provisioning',
  error: 'failed',
  paused: 'paused',
}

export const statusGroupOf = (computer: Lenient<Computer> | undefined): StatusGroup => {
  const status = computer?.status
  return (status !== undefined && Object.hasOwn(groups, status) && groups[status]) || 'other'
}

/** Whether the status changes without user action, so the list should refresh soon. */
export const isProvisioning = (computer: Lenient<Computer> | undefined): boolean =>
  statusGroupOf(computer) === 'provisioning'
