import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { type RunningService, type ServiceOptions, startService } from '../../src/service/start-service.ts'
import { envOf, openProgram, type Program, type ProgramOptions } from './pty.ts'

/**
 * A service for all tests of a file. Its members exist while tests run. It uses the machine's clock, like the program.
 *
 * @param options - Of the service. @default a demo of 5 people and 40 days
 */
export const fileService = (options: ServiceOptions = { demo: { users: 5, days: 40, seed: 1 } }) => {
  const service = {} as RunningService & { env: ReturnType<typeof envOf> }
  beforeAll(async () => {
    const started = await startService(options)
    Object.assign(service, started, { env: envOf(started.url, started.keys.owner ?? '') })
  })
  afterAll(() => service.close())
  /** Sends a request without our client, with the owner's key. */
  // biome-ignore lint/suspicious/noExplicitAny: answers as they come
  const ask = async (path: string): Promise<{ status: number; body: any }> => {
    const reply = await fetch(service.url + path, { headers: { authorization: `Bearer ${service.keys.owner}` } })
    return { status: reply.status, body: await reply.json() }
  }
  return Object.assign(service, { ask })
}

/** Runs the built program until the end of the test. */
export const open = (options: ProgramOptions = {}): Program => {
  const program = openProgram(options)
  onTestFinished(() => program.close())
  return program
}
