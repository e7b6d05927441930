import { afterEach, beforeAll, beforeEach } from 'vitest'
import { type Organisation, startManyPeople } from './demos.ts'
import { type Front, startFront } from './front-server.ts'
import { clientFor, type OpenedScreen, type OpenOptions, openScreen } from './screen.tsx'

export const USERS = '/api/v1/analytics/users'
export const isIdle = (frame: readonly string[]): boolean => (frame[0] ?? '').includes('0 req')
/** Whether all users are loaded. */
export const isExact = (frame: readonly string[]): boolean =>
  isIdle(frame) && /^ [\d,]+ users {3}ranks are final/.test(frame[3] ?? '')
/** Rows of the list, from the heading on. */
export const rowsOf = (opened: OpenedScreen): string[] => {
  const frame = opened.frame()
  const heading = frame.findIndex((row) => /PERSON/.test(row))
  const end = frame.findIndex((row, y) => y > heading && /^─+$/.test(row))
  return frame.slice(heading + 1, end < 0 ? -2 : end).filter((row) => row.trim() !== '')
}
export const nameIn = (row: string): string => /\S+@…|user_\S+|Person \S+/.exec(row)?.[0] ?? ''

// biome-ignore lint/suspicious/noExplicitAny: the test checks the raw response
export type Raw = any

/** An organisation with many pages of users, behind a proxy that may misbehave. For the tests of one file. */
export const manyPeople = () => {
  let many: Organisation
  let front: Front
  beforeAll(async () => {
    many = await startManyPeople()
  })
  beforeEach(async () => {
    front = await startFront(many)
  })
  afterEach(() => front.close())
  return {
    front: () => front,
    /** A client of the organisation, without the proxy. */
    openClient: () => clientFor(many),
    /** The queries of the requested pages. */
    pageRequests: (): string[] => front.requests.filter(({ path }) => path === USERS).map(({ query }) => query),
    /** By default only the first page loads in the background. */
    openPeople: async (options: OpenOptions = {}, ...keys: string[]): Promise<OpenedScreen> => {
      const first: OpenOptions = { columns: 120, rows: 24, screen: 'people', peopleAutoload: 100 }
      const opened = await openScreen(front, { ...first, ...options })
      await opened.loaded()
      await opened.press(...keys)
      return opened
    },
  }
}
