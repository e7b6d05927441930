import { onTestFinished } from 'vitest'
import type { Organisation } from './demos.ts'
import { type Behaviour, startFaultyServer } from './faulty-server.ts'
import { type FrontRule, startFront } from './front-server.ts'

const closedAfterTest = <Server extends { close: () => Promise<void> }>(server: Server): Server => {
  onTestFinished(() => server.close())
  return server
}

/** A faulty server, closed after the test. */
export const testServer = async (...behaviours: Behaviour[]) => closedAfterTest(await startFaultyServer(...behaviours))

/** A server in front of an organisation, closed after the test. */
export const testFront = async (behind: Organisation | undefined, rule?: FrontRule) =>
  closedAfterTest(await startFront(behind, rule))
