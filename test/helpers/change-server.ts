import { type Behaviour, describing } from './faulty-server.ts'
import { testServer } from './test-server.ts'

/** A server that describes all extensions and handles every change in the same way. Closed after the test. */
export const startChangeServer = async (behaviour: Behaviour) => {
  const server = await testServer(describing(behaviour))
  return { server, sent: () => server.received.filter(({ method }) => method !== 'GET') }
}
