import { startService } from '../../src/service/start-service.ts'
import { NOW, type Organisation } from './screen.tsx'

/** A made-up organisation of 260 people, 40 days: three pages of 100 people. */
export const startManyPeople = async (): Promise<Organisation & { close: () => Promise<void> }> => {
  const service = await startService({ now: () => NOW, demo: { users: 260, days: 40, seed: 3 } })
  return { url: service.url, key: service.keys.owner, close: service.close }
}
