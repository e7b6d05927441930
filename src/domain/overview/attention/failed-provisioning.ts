import type { Computer } from '../../../contract/computers.ts'
import type { Lenient } from '../../../contract/lenient.ts'
import { standingOf } from '../../computers/computer-status.ts'
import { type StepView, stepsOf } from '../../computers/computer-steps.ts'
import { safeText } from '../../text/safe-text.ts'
import type { AttentionInput, AttentionKind, Matter } from './attention-kind.ts'
import { sinceText } from './is-within.ts'

export type FailedProvisioning = Matter<'provisioning'> & {
  /** Untrusted text. */
  computer: { id: string | undefined; name: string | undefined }
  /** The step that failed; undefined where the computer failed and no step says why. Untrusted text. */
  step: string | undefined
  error: string | undefined
  /** Whether it runs all the same. */
  isActive: boolean
  /** When it began, where that is before the days that are looked at. */
  since: string
}

const find = ({ computers = [], range, now }: AttentionInput): FailedProvisioning[] =>
  computers.flatMap((computer): FailedProvisioning[] => {
    const step = stepsOf(computer, now).findLast(({ state }) => state === 'failed')
    if (standingOf(computer) !== 'failed' && step === undefined) return []
    const { id, name } = computer
    return [
      {
        kind: 'provisioning',
        id: ['provisioning', id ?? name, step?.name, startOf(computer, step)].join(':'),
        severity: 'medium',
        target: { screen: 'computers', id },
        computer: { id, name },
        step: step?.name,
        error: step?.error,
        isActive: standingOf(computer) === 'active',
        since: sinceText(startOf(computer, step) ?? computer.createdAt, range),
      },
    ]
  })

/** When the step began, so that a second failure of the same step is another matter. */
const startOf = ({ provisioningSteps = [] }: Lenient<Computer>, step: StepView | undefined): number | undefined =>
  provisioningSteps.find(({ id, name }) => (id ?? name) === step?.name)?.startedAt

export const failedProvisioning: AttentionKind<FailedProvisioning> = {
  find,
  text: ({ computer: { id, name }, step, error, isActive, since }) => ({
    subject: `computer ${safeText(name ?? id ?? '?')}`,
    text: `${isActive ? 'is active, but was not set up' : 'could not be set up'}${since}${step === undefined ? '' : `: ${safeText(step)}`}${error ? `, ${safeText(error)}` : ''}`,
  }),
  why: ({ step, isActive }) => {
    if (step === undefined) return 'Its status is error, and none of its steps says why.'
    return `Its step ${safeText(step)} has failed, ${isActive ? 'though the computer is active' : 'and no later one has made it work'}.`
  },
  output: ({ computer: { id, name }, step, error }) => ({
    computer_id: id ?? null,
    name: name ?? null,
    step: step ?? null,
    error: error ?? null,
  }),
}
