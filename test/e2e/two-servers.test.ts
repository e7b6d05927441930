import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningService, startService } from '../../src/service/start-service.ts'
import { open } from '../helpers/e2e.ts'
import { envOf } from '../helpers/pty.ts'

type Server = 'vendor' | 'team'

/** The answered requests of each service: its paths and statuses. */
const asked: Record<Server, { path: string; status: number }[]> = { vendor: [], team: [] }
const services = {} as Record<Server, RunningService>
beforeAll(async () => {
  // The vendor has only the endpoints that every server has.
  for (const [name, users] of [
    ['vendor', 7],
    ['team', 5],
  ] as const)
    services[name] = await startService({
      demo: { users, days: 40, seed: users },
      isStrict: name === 'vendor',
      log: (entry) => void asked[name].push(entry),
    })
})
afterAll(async () => {
  for (const service of Object.values(services)) await service.close()
})

const openBoth = (args: string[] = [], cols = 140) => {
  const { vendor, team } = services
  const both = { QUARTERDECK_HISTORY_URL: team.url, QUARTERDECK_HISTORY_API_KEY: team.keys.owner }
  return open({ args, cols, env: { ...envOf(vendor.url, vendor.keys.owner), ...both } })
}
const hosts = (): Record<Server, string> => ({
  vendor: new URL(services.vendor.url).host,
  team: new URL(services.team.url).host,
})

test('each screen loads from its own server and names it in the first row', async () => {
  const { vendor, team } = hosts()
  const explorer = openBoth()
  await explorer.waitFor(` ${team} · ${vendor} > Overview`)
  // Without ids of service accounts, computers and wikis there is nothing to request from a server without their lists.
  const screens: [key: string, title: string, from: Server, path?: string][] = [
    ['2', 'Usage', 'team', '/api/v1/analytics/tokens'],
    ['3', 'People', 'team', '/api/v1/analytics/users'],
    ['4', 'Readiness', 'team', '/api/organization/maturity-level-reports'],
    ['5', 'Controls', 'team', '/api/v0/organization/enterprise-controls/history'],
    ['6', 'Computers', 'vendor', '/api/v0/openapi.json'],
    ['7', 'Keys', 'vendor'],
    ['8', 'Wiki', 'vendor'],
    ['9', 'CI', 'vendor', '/api/v0/automations/ci/jobs'],
  ]
  for (const [key, title, from, path] of screens) {
    await explorer.pressUntil(key, firstRow(` ${hosts()[from]} > ${title}`))
    if (path !== undefined) await expect.poll(() => asked[from].map((request) => request.path)).toContain(path)
  }
  await explorer.pressUntil('0', `${vendor} > Hooks`)
  await explorer.pressUntil('1', 'CREDITS')
  explorer.press('q')
  expect((await explorer.exited).code).toBe(0)

  const isHistory = ({ path }: { path: string }) =>
    /\/analytics\/|maturity-level|enterprise-controls|organization\/(users|usage|audit)|\/api\/v1\/(teams|budgets|live)/.test(
      path,
    )
  expect(asked.vendor.filter(isHistory)).toEqual([])
  const isDocument = ({ path }: { path: string }) => path.endsWith('/openapi.json')
  expect(asked.team.filter((request) => !isHistory(request) && !isDocument(request))).toEqual([])
  // The wrong key would have been rejected.
  expect([...asked.vendor, ...asked.team].filter(({ status }) => status === 401 || status === 403)).toEqual([])
  for (const { keys } of Object.values(services)) expect(explorer.raw()).not.toContain(keys.owner)
})

/** Whether the first row begins with a text and ends with the requests. */
const firstRow = (start: string) => (screen: string[]) => {
  const row = screen[0] ?? ''
  return row.startsWith(start) && row.includes(' req')
}

test('at 60 columns the first row shows the host where there is room', async () => {
  const { team, vendor } = hosts()
  const explorer = openBoth(['--screen', 'readiness'], 60)
  await explorer.waitFor(firstRow(` ${team} > Readiness `))
  await explorer.pressUntil('9', firstRow(` ${vendor} > CI `))
  await explorer.pressUntil('2', firstRow(' Usage: credits by model '))
  explorer.press('q')
  await explorer.exited
})

test('a screen reader reads which server the data is from', async () => {
  const { vendor, team } = hosts()
  const explorer = openBoth(['--screen-reader', '--screen', 'readiness'])
  await explorer.waitFor(`data from ${team}`)
  await explorer.pressUntil('9', `data from ${vendor}`)
  explorer.press('q')
  await explorer.exited
})
