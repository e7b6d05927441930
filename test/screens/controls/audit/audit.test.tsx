import { expect, test } from 'vitest'
import { startDemo } from '../../../helpers/demos.ts'
import { type OpenedScreen, openScreen } from '../../../helpers/screen.tsx'
import { testFront } from '../../../helpers/test-server.ts'

const SIZE = { columns: 120, rows: 36, screen: 'controls' } as const

/** Opens the audit log of an organisation. */
const openAudit = async (organisation: { url: string; key: string }): Promise<OpenedScreen> => {
  const opened = await openScreen(organisation, SIZE)
  await opened.frameWith(' latest')
  await opened.press('Tab')
  await opened.frameWith('[audit]')
  return opened
}

test('Enter on a change of the controls opens the diff of its revision, and E on a revision opens its event', async () => {
  const opened = await openAudit(await startDemo())
  await opened.frameWith('managed_settings_change')
  await opened.press('j')
  await opened.press('Enter')
  await opened.frameWith(' B ')
  expect(opened.frame()[0]).toMatch(/Controls > Controls: \d+ to \d+/)
  await opened.press('q')
  await opened.frameWith('[audit]')
  await opened.press('S-Tab')
  await opened.frameWith(' latest')
  await opened.press('E')
  await opened.frameWith('event of')
  expect(opened.frame().join('\n')).toMatch(/▌.*managed_settings_change/)
})

test('a filter searches the log, and an event of the system has no person', async () => {
  const opened = await openAudit(await startDemo())
  await opened.press('/')
  await opened.paste('kind=system type=membership_change')
  await opened.press('Enter')
  await opened.frameWith('left@northwind.example')
  expect(opened.frame().join('\n')).not.toContain('managed_settings_change')
})

test('with pseudonyms, no address is shown', async () => {
  const opened = await openAudit(await startDemo())
  await opened.frameWith('@northwind')
  await opened.press('z')
  await opened.press('n')
  await opened.frameWith('Person ')
  expect(opened.frame().join('\n')).not.toContain('@northwind')
})

test('a server without an audit log has no such view', async () => {
  const opened = await openScreen(await startDemo({ users: 3, days: 10, seed: 1, isStrict: true }), SIZE)
  await opened.loaded()
  await opened.press('Tab')
  await opened.frameWith('revisions')
  await opened.press('Tab')
  await opened.frameWith('This server has no audit log.')
})

test('a refusal names the role that is needed, and the history still works', async () => {
  const front = await testFront(await startDemo(), (path) =>
    path.includes('audit-events') ? { status: 403, body: { detail: 'owners only' } } : undefined,
  )
  const opened = await openAudit(front)
  await opened.frameWith('needs the role Owner')
  await opened.press('Tab')
  await opened.frameWith('revisions')
})

test('without the plan for it, the audit log says so and revisions have no event', async () => {
  const front = await testFront(await startDemo(), (path) =>
    path.includes('audit-events') ? { status: 402, body: { detail: 'enterprise only' } } : undefined,
  )
  const opened = await openAudit(front)
  await opened.frameWith('402')
  expect(opened.frame().join('\n')).not.toContain('managed_settings_change')
  await opened.press('Tab')
  await opened.frameWith('revisions')
  await opened.loaded()
  expect(opened.frame().join('\n')).not.toMatch(/audit {2}/)
})

test('the detail of a revision shows who made it, from where and when, also as a pseudonym', async () => {
  const opened = await openScreen(await startDemo(), SIZE)
  await opened.frameWith('audit  ')
  expect(opened.frame().join('\n')).toMatch(/audit {2}\S+@northwind\.example, human, owner {2}from (web|api)/)
  await opened.press('z')
  await opened.press('n')
  await opened.frameWith('Person ')
  expect(opened.frame().join('\n')).not.toContain('@northwind')
})

test('Enter on a change of a limit opens the seat of the user, also with pseudonyms', async () => {
  const opened = await openAudit(await startDemo())
  await opened.press('/')
  await opened.paste('type=user_limit_change target=j.costa')
  await opened.press('Enter')
  await opened.frameWith('1 of ')
  await opened.press('Enter')
  await opened.frameWith('[seats]')
  await opened.frameWith((frame) => /▌.*j\.costa/.test(frame.join('\n')))
  await opened.press('z')
  await opened.press('n')
  await opened.frameWith((frame) => /▌.*Person /.test(frame.join('\n')))
})

test('without a list of seats, Enter on a change of a limit shows its detail', async () => {
  const front = await testFront(await startDemo())
  front.alter((body) =>
    JSON.parse(JSON.stringify(body), (name, value) => (name === '/api/v0/organization/users' ? undefined : value)),
  )
  const opened = await openAudit(front)
  await opened.press('/')
  await opened.paste('type=user_limit_change')
  await opened.press('Enter')
  await opened.frameWith('of ')
  await opened.press('Enter')
  expect(opened.frame().join('\n')).not.toContain('[seats]')
})

test('Enter on an event of a key or of a service account opens it in Keys', async () => {
  const opened = await openAudit({ ...(await startDemo()) })
  opened.queries().addIds('serviceAccounts', ['sa_unused'], 'imported')
  await opened.press('/')
  await opened.paste('type=service_account_change')
  await opened.press('Enter')
  await opened.frameWith('sa_unused')
  await opened.press('Enter')
  await opened.frameWith((frame) => /▌.*sa_unused/.test(frame.join('\n')))
  expect(opened.frame()[0]).toContain('Keys')
})

test.each([60, 80, 100])('%i columns show who caused an event', async (columns) => {
  const opened = await openScreen(await startDemo(), { ...SIZE, columns })
  await opened.frameWith(' latest')
  await opened.press('Tab')
  await opened.frameWith((frame) => /WHO .*EVENT/.test(frame.join('\n')))
  await opened.frameWith((frame) => /@northwind.*managed_settings/.test(frame.join('\n')))
})
