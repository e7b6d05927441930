import type { Computer, ProvisioningStep } from '../../contract/computers.ts'
import type { Lenient } from '../../contract/lenient.ts'

/** Where a step stands. `other` is a status that this program does not know. */
export type StepState = 'done' | 'running' | 'failed' | 'waiting' | 'other'

/** One step of a computer's way, worked out from what the API tells. */
export type StepView = ReturnType<typeof stepView>

const states: Readonly<Record<string, StepState>> = {
  completed: 'done',
  in_progress: 'running',
  pending: 'waiting',
  error: 'failed',
  failed: 'failed',
}

/** The steps of a computer in their order. @param now Unix ms by the server's clock. */
export const stepsOf = ({ provisioningSteps = [] }: Lenient<Computer>, now: number): StepView[] =>
  provisioningSteps.map((step) => stepView(step, now))

const stepView = (step: Lenient<ProvisioningStep>, now: number) => {
  const { id, name, status, error, installSessionId, startedAt, completedAt } = step
  const state: StepState = (status !== undefined && Object.hasOwn(states, status) && states[status]) || 'other'
  const end = completedAt ?? (state === 'running' ? now : undefined)
  const durationMs = startedAt === undefined || end === undefined ? undefined : end - startedAt
  return {
    state,
    /** Untrusted text: the step's id, which is short, else its name. */
    name: id ?? name ?? '?',
    /** The API's word for it, untrusted text; undefined where the answer has none. */
    status,
    /** How long it took, or has been running until now, ms; undefined where times are missing or make no sense. */
    durationMs: durationMs === undefined || durationMs < 0 ? undefined : durationMs,
    /** Untrusted text. */
    error,
    /** The session that runs the installation. */
    sessionId: installSessionId,
  }
}

/** The step that tells where a computer stands: the one that failed, else the one that runs, else none. */
export const tellingStep = (steps: readonly StepView[]): StepView | undefined =>
  steps.find(({ state }) => state === 'failed') ?? steps.find(({ state }) => state === 'running')

/** What a status means to whoever looks. `other` is one that this program does not know, or none. */
export type Standing = 'active' | 'onItsWay' | 'failed' | 'paused' | 'other'

const standings: Readonly<Record<string, Standing>> = {
  active: 'active',
  provisioning: 'onItsWay',
  error: 'failed',
  paused: 'paused',
}

export const standingOf = (computer: Lenient<Computer> | undefined): Standing => {
  const status = computer?.status
  return (status !== undefined && Object.hasOwn(standings, status) && standings[status]) || 'other'
}

/** Whether it changes by itself, so that looking again soon is worth it. */
export const isOnItsWay = (computer: Lenient<Computer> | undefined): boolean => standingOf(computer) === 'onItsWay'
