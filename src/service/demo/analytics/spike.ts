import { addDays, type Day, weekdayOf } from '../../../domain/calendar/calendar.ts'
import { createRandom } from '../kit/random.ts'
import { OPUS } from '../kit/vocabulary.ts'
import { type ModelUse, modelUse, type PersonActivity, plus } from './person-day.ts'

const FRIDAY = 4
/** The extra credits as a multiple of the credits of all other people on that day. */
const EXTRA = 1.4

/** The day of the spike: a Friday 5 to 11 days before the last day. */
export const spikeDay = (lastDay: Day): Day => {
  const newest = addDays(lastDay, -5)
  return addDays(newest, -((weekdayOf(newest) - FRIDAY + 7) % 7))
}

/**
 * Adds a long run with an expensive model to a person's day. It costs more than all other people together.
 *
 * @param othersCredits Credits of all other people on that day.
 */
export const withSpike = (usual: PersonActivity, othersCredits: number, seed: number): PersonActivity => {
  const target = Math.max(500, Math.floor(othersCredits * EXTRA))
  const probe = modelUse(OPUS, 1_000, createRandom(seed, 4))
  const scale = target / probe.billable
  const extra: ModelUse = {
    model: OPUS,
    billable: target,
    input: Math.floor(probe.input * scale),
    output: Math.floor(probe.output * scale),
    cacheRead: Math.floor(probe.cacheRead * scale),
    cacheWrite: Math.floor(probe.cacheWrite * scale),
  }
  const calls = Math.floor(950 * scale)
  return {
    ...usual,
    sessions: usual.sessions + 6,
    userMessages: usual.userMessages + Math.floor(calls / 20),
    assistantMessages: usual.assistantMessages + Math.floor(calls / 2),
    toolCalls: usual.toolCalls + calls,
    clients: usual.clients | 0b100,
    // Nothing came of the whole day: a finding of qd savings.
    filesCreated: 0,
    filesEdited: 0,
    commits: 0,
    pullRequests: 0,
    delegation: 'auto-high',
    models: merged(usual.models, extra),
  }
}

const merged = (uses: readonly ModelUse[], extra: ModelUse): ModelUse[] => {
  const same = uses.find(({ model }) => model === extra.model)
  if (same === undefined) return [...uses, extra]
  return uses.map((use) => (use === same ? plus(same, extra) : use))
}
