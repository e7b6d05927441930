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
