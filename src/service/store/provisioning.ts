import type { Computer, ProvisioningStep } from '../../contract/computers.ts'

/** Duration of a step, ms. Real providers take minutes, which is too long for a demo. */
export const STEP_MS = 12_000

/** A current or future step. Times are Unix milliseconds. */
type Phase = {
  stepId: string
  startsAt: number
  endsAt: number
  /** The error with which the step fails; absent if it succeeds. */
  error?: string
}

/** The current and future steps of a computer, in order; empty if nothing is pending. Stored, so it survives a restart. */
export type Plan = readonly Phase[]

export type Provisioned = { computer: Computer; plan: Plan }

/**
 * Calculates the state of a computer at a time. Steps begin and end at the times in the plan. A failed step
 * ends the plan. Afterwards the computer is `active` or `error`. An empty plan changes nothing.
 */
export const provisionedAt = ({ computer, plan }: Provisioned, nowMs: number): Provisioned => {
  if (plan.length === 0) return { computer, plan }
  const steps = new Map((computer.provisioningSteps ?? []).map((step) => [step.id, step]))
  for (const [index, phase] of plan.entries()) {
    const step = steps.get(phase.stepId) ?? { id: phase.stepId }
    if (nowMs < phase.startsAt) return withStatus(computer, steps, 'provisioning', plan.slice(index))
    steps.set(phase.stepId, stepAt(step, phase, nowMs))
    if (nowMs < phase.endsAt) return withStatus(computer, steps, 'provisioning', plan.slice(index))
    if (phase.error !== undefined) return withStatus(computer, steps, 'error', [])
  }
  return withStatus(computer, steps, 'active', [])
}

const withStatus = (
  computer: Computer,
  steps: Map<string | undefined, ProvisioningStep>,
  status: 'provisioning' | 'active' | 'error',
  plan: Plan,
): Provisioned => ({ computer: { ...computer, status, provisioningSteps: [...steps.values()] }, plan })

const stepAt = (step: ProvisioningStep, phase: Phase, nowMs: number): ProvisioningStep => {
  const { error: _error, completedAt: _completedAt, ...rest } = step
  const started = { ...rest, startedAt: phase.startsAt }
  if (nowMs < phase.endsAt) return { ...started, status: 'in_progress' }
  if (phase.error === undefined) return { ...started, status: 'completed', completedAt: phase.endsAt }
  return { ...started, status: 'failed', error: phase.error, completedAt: phase.endsAt }
}

/**
 * Starts a new installation of dependencies on a computer.
 *
 * @param error The error with which this attempt will fail; undefined if it will succeed.
 */
export const withInstallation = (
  computer: Computer,
  installSessionId: string,
  error: string | undefined,
  nowMs: number,
): Provisioned => {
  const phase: Phase = { stepId: 'install-deps', startsAt: nowMs, endsAt: nowMs + STEP_MS, ...(error && { error }) }
  const steps = computer.provisioningSteps ?? []
  const fresh: ProvisioningStep = { id: 'install-deps', name: 'Install dependencies', installSessionId }
  const kept = steps.filter(({ id }) => id !== 'install-deps')
  return provisionedAt({ computer: { ...computer, provisioningSteps: [...kept, fresh] }, plan: [phase] }, nowMs)
}

/** The steps of provisioning a computer, in order. */
export const newSteps: readonly ProvisioningStep[] = [
  { id: 'create-computer', name: 'Create computer', status: 'pending' },
  { id: 'clone-repos', name: 'Clone repositories', status: 'pending' },
  { id: 'install-deps', name: 'Install dependencies', status: 'pending' },
]

/** The plan of these steps: they run one after another and all succeed. */
export const newPlan = (nowMs: number): Plan =>
  newSteps.map(({ id = '' }, at) => ({
    stepId: id,
    startsAt: nowMs + at * STEP_MS,
    endsAt: nowMs + (at + 1) * STEP_MS,
  }))

/** A computer whose provisioning starts. */
export const withNewSteps = (computer: Computer, nowMs: number): Provisioned =>
  provisionedAt({ computer: { ...computer, provisioningSteps: [...newSteps] }, plan: newPlan(nowMs) }, nowMs)

const settledStatuses = new Set(['completed', 'error', 'failed'])

/**
 * A plan for unfinished steps of an imported computer, so that it does not stay in provisioning forever. They succeed
 * one after another.
 */
export const planFor = (computer: Computer, nowMs: number): Plan => {
  if (computer.status !== 'provisioning') return []
  const open = (computer.provisioningSteps ?? []).filter(
    (step): step is ProvisioningStep & { id: string } =>
      step.id !== undefined && !settledStatuses.has(step.status ?? 'pending'),
  )
  return open.map(({ id, startedAt }, index) => ({
    stepId: id,
    startsAt: index === 0 ? Math.min(startedAt ?? nowMs, nowMs) : nowMs + index * STEP_MS,
    endsAt: nowMs + (index + 1) * STEP_MS,
  }))
}
