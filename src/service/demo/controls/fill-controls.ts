import { DAY_MS, HOUR_MS } from '../../../base/time.ts'
import type { ControlRevision, EnterpriseSettings } from '../../../contract/controls.ts'
import type { Day } from '../../../domain/calendar/calendar.ts'
import type { Stores } from '../../store/store.ts'
import type { Person } from '../kit/demo-people.ts'
import { createRandom, type Random, startOfDay } from '../kit/random.ts'
import { type ControlChange, controlChanges, firstSettings } from './control-changes.ts'
import { earlierTrials } from './earlier-trials.ts'

/** The number of the first regular change. */
const FIRST_REVISION = 401

/** Creates the history of the controls. Its authors are people of the organisation with an e-mail address. */
export const fillControls = async (
  store: Stores,
  people: readonly Person[],
  lastDay: Day,
  seed: number,
): Promise<void> => {
  const admins = adminsAmong(people)
  const put = async (
    revision: number,
    settings: EnterpriseSettings,
    { daysBefore, admin }: ControlChange,
    random: Random,
  ): Promise<void> => {
    const updatedAt =
      startOfDay(lastDay) - daysBefore * DAY_MS + random.int(8, 17) * HOUR_MS + random.int(0, HOUR_MS - 1)
    const user = admins[admin % admins.length] ?? {
      id: 'user_unknown',
      email: 'unknown@northwind.example',
      name: 'Unknown',
    }
    const made: ControlRevision = { revision, settings, user, updatedAt: new Date(updatedAt).toISOString() }
    await store.revisions.put(revision, JSON.stringify(made))
  }
  for (const [at, change] of earlierTrials.entries()) {
    const first = firstSettings()
    const revision = FIRST_REVISION - earlierTrials.length + at
    await put(revision, { ...first, ...change.members(first) }, change, createRandom(seed, 21, at))
  }
  let settings = firstSettings()
  for (const [at, change] of controlChanges.entries()) {
    settings = { ...settings, ...change.members(settings) }
    await put(FIRST_REVISION + at, settings, change, createRandom(seed, 20, at))
  }
}

const adminsAmong = (people: readonly Person[]): ControlRevision['user'][] =>
  people
    .filter(({ email, firstDay }) => email !== null && firstDay === 0)
    .slice(0, 4)
    // One name in a script other than Latin, as in real organisations.
    .map(({ id, email, name }, at) => ({ id, email: email ?? '', name: at === 2 ? '陳 美玲' : name }))
