import { DAY_MS, HOUR_MS } from '../../../base/time.ts'
import type { ControlRevision } from '../../../contract/controls.ts'
import type { Day } from '../../../domain/calendar/calendar.ts'
import type { Store } from '../../store/store.ts'
import type { Person } from '../kit/made-up-people.ts'
import { createRandom, type Random, startOfDay } from '../kit/random.ts'
import { controlChanges, firstSettings } from './control-changes.ts'
import { earlierTrials } from './earlier-trials.ts'

/** The first revision of the changes that everybody got. */
const FIRST_REVISION = 401

/** Fills in the history of the controls. Its authors are people of the organisation who have an e-mail address. */
export const fillControls = (store: Store, people: readonly Person[], lastDay: Day, seed: number): void => {
  const admins = adminsAmong(people)
  const put = ({ revision, settings, daysBefore, admin, random }: Made): void => {
    const updatedAt =
      startOfDay(lastDay) - daysBefore * DAY_MS + random.int(8, 17) * HOUR_MS + random.int(0, HOUR_MS - 1)
    const made: ControlRevision = {
      revision,
      settings,
      user: admins[admin % admins.length] ?? {
        id: 'user_unknown',
        email: 'unknown@northwind.example',
        name: 'Unknown',
      },
      updatedAt: new Date(updatedAt).toISOString(),
    }
    store.revisions.put(revision, JSON.stringify(made))
  }
  for (const [at, { members, ...about }] of earlierTrials.entries()) {
    const revision = FIRST_REVISION - earlierTrials.length + at
    const first = firstSettings()
    put({ ...about, revision, settings: { ...first, ...members(first) }, random: createRandom(seed, 21, at) })
  }
  let settings = firstSettings()
  for (const [at, { members, ...about }] of controlChanges.entries()) {
    settings = { ...settings, ...members(settings) }
    put({ ...about, revision: FIRST_REVISION + at, settings, random: createRandom(seed, 20, at) })
  }
}

type Made = Pick<ControlRevision, 'revision' | 'settings'> & { daysBefore: number; admin: number; random: Random }

const adminsAmong = (people: readonly Person[]): ControlRevision['user'][] =>
  people
    .filter(({ email, firstDay }) => email !== null && firstDay === 0)
    .slice(0, 4)
    // One name in other letters than Latin ones: organisations have such people.
    .map(({ id, email, name }, at) => ({ id, email: email ?? '', name: at === 2 ? '陳 美玲' : name }))
