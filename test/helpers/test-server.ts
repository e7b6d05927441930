import { onTestFinished } from 'vitest'
import { type Behaviour, startFaultyServer } from './faulty-server.ts'

/** A faulty server, closed after the test. */
export const testServer = async (...behaviours: Behaviour[]) => {
  const server = await startFaultyServer(...behaviours)
  onTestFinished(() => server.close())
  return server
}
