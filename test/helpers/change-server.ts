import { onTestFinished } from 'vitest'
import { type Behaviour, describing, startFaultyServer } from './faulty-server.ts'

/** A server that describes all extensions and meets every change in one way; it ends with the test. */
export const startChangeServer = async (behaviour: Behaviour) => {
  const server = await startFaultyServer(describing(behaviour))
  onTestFinished(() => server.close())
  return { server, sent: () => server.received.filter(({ method }) => method !== 'GET') }
}
