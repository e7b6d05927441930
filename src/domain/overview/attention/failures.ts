import type { Computer } from '../../../contract/computers.ts'
import type { Lenient } from '../../../contract/lenient.ts'
import { changedAt, ciJobRows, inWords, newestJobs, statusPhase } from '../../ci/ci-jobs.ts'
import { type StepView, statusGroupOf, stepsOf } from '../../computers/computer-steps.ts'
import { moment } from '../../text/format.ts'
import { safeText } from '../../text/safe-text.ts'
import { attentionKind, createItem } from './attention-kind.ts'
import { isWithin, sinceText } from './is-within.ts'

/** Only the newest job of each file counts: a failure that a later job fixed needs no attention. */
export const failedCiJobs = attentionKind({
  find: ({ ciJobs = [], range, now }) => {
    const byFile = Map.groupBy(newestJobs(ciJobRows(ciJobs)), ({ repo, file, id }) =>
      repo === undefined && file === undefined ? id : JSON.stringify([repo, file]),
    )
    return [...byFile].flatMap(([of, [row]]) => {
      const at = row && changedAt(row)
      if (row?.phase !== 'failed' || (at !== undefined && !isWithin(at, range, now))) return []
      return [createItem('ci', { id: `ci:${of}:${at ?? ''}`, target: { screen: 'ci', job: row.id } }, { row })]
    })
  },
  text: ({ row: { repo, file, id, job } }) => ({
    subject: safeText(repo ?? id),
    text: `${file === undefined ? 'a CI job' : safeText(file)} failed${job.error ? `: ${safeText(job.error)}` : ''}`,
  }),
  why: ({ row }) => {
    const { status } = row.job
    const withStatus = status === undefined ? [] : [`status ${safeText(inWords(status))}`]
    const withError = statusPhase(status) === 'failed' ? [] : ['an error']
    const at = changedAt(row)
    return `The newest job of this file ended with ${[...withStatus, ...withError].join(' and ')}${at === undefined ? '' : ` at ${moment(at)}`}.`
  },
  output: ({ row: { repo, file, job } }) => ({
    jobId: job.id ?? null,
    repository: repo ?? null,
    file: file ?? null,
    status: job.status ?? null,
    error: job.error ?? null,
    updatedAt: job.updatedAt ?? job.createdAt ?? null,
  }),
})

export const failedExports = attentionKind({
  find: ({ failedExports: all = [], range, now }) =>
    all
      .filter(({ at }) => isWithin(at, range, now))
      .toSorted((a, b) => b.at - a.at)
      .map((failed) =>
        createItem(
          'export',
          { id: `export:${failed.run}:${failed.at}`, target: { screen: 'wiki', run: failed.run } },
          { failed },
        ),
      ),
  text: ({ failed: { run, name, why } }, { repositoryOf }) => ({
    subject: `wiki ${safeText((name === undefined ? undefined : repositoryOf(name)) ?? name ?? run)}`,
    text: `export failed: ${safeText(why)}`,
  }),
  why: ({ failed: { at } }) => `Its export at ${moment(at)} failed, and there was no later one.`,
  output: ({ failed: { run, name, at, why } }) => ({ runId: run, name: name ?? null, failedAt: at, error: why }),
})

export const failingChannelItems = attentionKind({
  find: ({ failingChannels = [], range, now }) =>
    failingChannels
      .filter(({ at }) => isWithin(at, range, now))
      .map((channel) =>
        createItem(
          'notices',
          // The id has the first failure instead of the last, so that a channel that stays broken is one item.
          { id: `notices:${channel.name}:${channel.since}`, target: { screen: 'hooks', channel: channel.name } },
          // Start of the failures, if it is before the searched days.
          { channel, since: sinceText(channel.since, range) },
        ),
      ),
  text: ({ channel: { name, failures, why }, since }) => ({
    subject: `channel ${safeText(name)}`,
    text: `${failures === 1 ? '1 notification was' : `${failures} notifications were`} not sent${since}: ${safeText(why)}`,
  }),
  why: ({ channel: { since } }) => `No notification has been sent through it since ${moment(since)}.`,
  output: ({ channel: { name, failures, since, at, why } }) => ({
    channel: name,
    failures,
    since,
    lastAt: at,
    error: why,
  }),
})

/** Start of the step, so that a second failure of the same step is a new item. */
const startOf = ({ provisioningSteps = [] }: Lenient<Computer>, step: StepView | undefined): number | undefined =>
  provisioningSteps.find(({ id, name }) => (id ?? name) === step?.name)?.startedAt

export const failedProvisioning = attentionKind({
  find: ({ computers = [], range, now }) =>
    computers.flatMap((computer) => {
      const step = stepsOf(computer, now).findLast(({ state }) => state === 'failed')
      if (statusGroupOf(computer) !== 'failed' && step === undefined) return []
      const { id, name } = computer
      return [
        createItem(
          'provisioning',
          {
            id: ['provisioning', id ?? name, step?.name, startOf(computer, step)].join(':'),
            target: { screen: 'computers', id },
          },
          {
            /** Untrusted text. */
            computer: { id, name },
            /** The failed step; undefined if the computer failed without a failed step. Untrusted text. */
            step: step?.name,
            error: step?.error,
            /** Whether the computer is active in spite of the failure. */
            isActive: statusGroupOf(computer) === 'active',
            /** Untrusted text. */
            status: computer.status,
            /** Start of the failure, if it is before the searched days. */
            since: sinceText(startOf(computer, step) ?? computer.createdAt, range),
          },
        ),
      ]
    }),
  text: ({ computer: { id, name }, step, error, isActive, since }) => ({
    subject: `computer ${safeText(name ?? id ?? '?')}`,
    text: `${isActive ? 'is active, but its setup failed' : 'setup failed'}${since}${step === undefined ? '' : `: ${safeText(step)}`}${error ? `, ${safeText(error)}` : ''}`,
  }),
  why: ({ step, status, isActive }) => {
    if (step === undefined) return 'Its status is error, and no step explains it.'
    const state = status === undefined ? 'its status is unknown' : `its status is ${safeText(status)}`
    return `Its step ${safeText(step)} has failed, ${isActive ? 'but the computer is active' : `and ${state}`}.`
  },
  output: ({ computer: { id, name }, step, error }) => ({
    computerId: id ?? null,
    name: name ?? null,
    step: step ?? null,
    error: error ?? null,
  }),
})
