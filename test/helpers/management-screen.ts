import { onTestFinished } from 'vitest'
import type { ScreenName } from '../../screens/kit/screen/names.ts'
import type { DemoSize } from '../../src/commands/kit/world.ts'
import { demoIds } from '../../src/service/demo/kit/repositories.ts'
import { startService } from '../../src/service/start-service.ts'
import { NOW, type Organisation } from './demos.ts'
import { dialogOf } from './dialog.tsx'
import { type Behaviour, describing } from './faulty-server.ts'
import { type OpenedScreen, type OpenOptions, openScreen } from './screen.tsx'
import { testServer } from './test-server.ts'

/** A service that a test may change, with its own clock. */
export const changeable = async (options: { isStrict?: boolean; demo?: DemoSize } = {}) => {
  const clock = { now: NOW }
  const service = await startService({ now: () => clock.now, demo: { users: 1, days: 1 }, ...options })
  onTestFinished(() => service.close())
  return { clock, keys: service.keys, organisation: { url: service.url, key: service.keys.owner } }
}

/** A server with the demo's responses to reads, which handles every change in the same way. */
export const startStubborn = async (behind: Organisation, behaviour: Behaviour) => {
  const described = describing(
    async (received, response, socket) => {
      if (received.method !== 'GET') return behaviour(received, response, socket)
      const reply = await fetch(behind.url + received.path, { headers: { authorization: `Bearer ${behind.key}` } })
      const date = reply.headers.get('date') ?? ''
      response.writeHead(reply.status, { 'content-type': 'application/json', date }).end(await reply.text())
    },
    ({ path }) => path.endsWith('openapi.json'),
  )
  const server = await testServer(described)
  return {
    organisation: { url: server.url, key: behind.key },
    sent: () => server.received.filter(({ method }) => method !== 'GET'),
  }
}

/** Opens a management screen and waits for its rows. Keys has the demo's service accounts. */
export const openManagement = async (
  organisation: Organisation,
  screen: Extract<ScreenName, 'computers' | 'keys'>,
  options: OpenOptions = {},
): Promise<OpenedScreen> => {
  // Not shared, because other screens of a shared layer would also get the accounts.
  const own = screen === 'keys' ? { ...organisation } : organisation
  const opened = await openScreen(own, { columns: 120, rows: 36, ...options, screen })
  if (screen === 'keys') {
    opened.queries().addIds('serviceAccounts', Object.values(demoIds.serviceAccounts), 'imported')
    await opened.loaded((frame) => /self-hosted/.test(frame.join()))
  } else await opened.loaded()
  return opened
}

/** Runs an action of the menu by its letter, and waits for its dialog. */
export const act = async (opened: OpenedScreen, letter: string, title: string): Promise<void> => {
  await opened.press('a')
  await opened.frameWith((frame) => dialogOf(frame).length > 1)
  await opened.press(letter)
  await opened.frameWith((frame) => dialogOf(frame)[0]?.includes(title) === true)
}
