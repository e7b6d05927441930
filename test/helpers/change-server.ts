import { endpoints } from '../../src/contract/endpoints.ts'
import { openApiDocument } from '../../src/service/routes/openapi.ts'
import { answer, type Behaviour } from './faulty-server.ts'
import { testServer } from './test-server.ts'

/** A server that describes all extensions and meets every change in one way; it ends with the test. */
export const startChangeServer = async (behaviour: Behaviour) => {
  const document = JSON.stringify(openApiDocument(endpoints))
  const server = await testServer((received, response, socket) =>
    (received.method === 'GET' ? answer(200, document) : behaviour)(received, response, socket),
  )
  return { server, sent: () => server.received.filter(({ method }) => method !== 'GET') }
}
