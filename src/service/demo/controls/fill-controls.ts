import type { ControlRevision } from '../../../contract/controls.ts'
import type { Day } from '../../../domain/calendar/calendar.ts'
import type { Store } from '../../store/store.ts'
import type { Person } from '../kit/made-up-people.ts'
import { DAY_MS, HOUR_MS, startOfDay } from '../kit/moments.ts'
import { createRandom } from '../kit/random.ts'
import { controlChanges, firstSettings } from './control-changes.ts'

/** The revision that the history begins with. */
const FIRST_REVISION = 401

/** Fills in the history of the controls. Its authors are people of the organisation who have an e-mail address. */
export const fillControls = (store: Store, people: readonly Person[], lastDay: Day, seed: number): void => {
  const admins = adminsAmong(people)
  const settings = firstSettings()
  for (const [at, { daysBefore, admin, change }] of controlChanges.entries()) {
    change(settings)
    const random = createRandom(seed, 20, at)
    const updatedAt =
      startOfDay(lastDay) - daysBefore * DAY_MS + random.int(8, 17) * HOUR_MS + random.int(0, HOUR_MS - 1)
    const revision: ControlRevision = {
      revision: FIRST_REVISION + at,
      settings: { ...settings },
      user: admins[admin % admins.length] ?? {
        id: 'user_unknown',
        email: 'unknown@northwind.example',
        name: 'Unknown',
      },
      updatedAt: new Date(updatedAt).toISOString(),
    }
    store.revisions.put(revision.revision, JSON.stringify(revision))
  }
}

const adminsAmong = (people: readonly Person[]): ControlRevision['user'][] =>
  people
    .filter(({ email, firstDay }) => email !== null && firstDay === 0)
    .slice(0, 4)
    // One name in other letters than Latin ones: organisations have such people.
    .map(({ id, email, name }, at) => ({ id, email: email ?? '', name: at === 2 ? '陳 美玲' : name }))
