import { expect, test } from 'vitest'
import { demoIds } from '../../../src/service/demo/kit/repositories.ts'
import { startDemo } from '../../helpers/demos.ts'
import { dialogOf } from '../../helpers/dialog.tsx'
import { answer } from '../../helpers/faulty-server.ts'
import { openLinearScreen } from '../../helpers/linear-screen.ts'
import { act, changeable, openManagement, startStubborn } from '../../helpers/management-screen.ts'
import { type OpenedScreen, openScreen } from '../../helpers/screen.tsx'
import { testFront } from '../../helpers/test-server.ts'
import { CANARY, canariesIn } from '../../safety/canary.ts'

const dialog = (opened: OpenedScreen): string => dialogOf(opened.frame()).join('\n')

/** The response to the creation of a key. */
const made = { apiKey: { id: 'key_new', value: CANARY, fingerprint: '…1', name: 'deploy', expiresAt: null } }

const create = async (opened: OpenedScreen) => {
  await act(opened, 'n', 'Create a key')
  await opened.press(...'deploy', 'Tab', '^s')
}

test('an open menu offers the operations of the server once they are known', async () => {
  const demo = await startDemo()
  const front = await testFront(demo, (path) => (path.endsWith('openapi.json') ? 'hold' : undefined))
  const opened = await openScreen(front, { columns: 120, rows: 36, screen: 'keys' })
  opened.queries().addIds('serviceAccounts', Object.values(demoIds.serviceAccounts), 'imported')
  await opened.frameWith('self-hosted')
  await opened.press('a')
  await opened.frameWith('remove the account')
  expect(dialog(opened)).not.toContain('create a key')
  front.release()
  await opened.frameWith('create a key')
  await opened.press('n')
  await opened.frameWith((frame) => dialogOf(frame)[0]?.includes('Create a key') === true)
})

test('a new key is masked until x, copied by c, and removed everywhere when its dialog closes', async () => {
  const { organisation } = await startStubborn(await startDemo(), answer(201, made))
  const opened = await openManagement(organisation, 'keys')
  await create(opened)
  await opened.frameWith('The key deploy of')
  expect(canariesIn(opened.frames().flat().join('\n'))).toEqual([])
  expect([opened.copied, dialog(opened).includes('••••••')]).toEqual([[], true])
  await opened.press('x')
  expect(canariesIn(dialog(opened))).not.toEqual([])
  await opened.press('x', 'c')
  expect(opened.copied).toEqual([CANARY])
  await opened.frameWith('Copied. The value is gone when this closes.')
  await opened.press('Esc')
  await opened.frameWith((frame) => dialogOf(frame).length === 0)
  for (const keys of [['@'], ['Esc', 'y', 'y'], ['y', 'j'], ['|'], ['^s']]) await opened.press(...keys)
  expect(canariesIn(opened.frame().join('\n'))).toEqual([])
  expect(canariesIn(opened.copied.slice(1).join('\n'))).toEqual([])
  expect(canariesIn(opened.outside.paged.join('\n'))).toEqual([])
  const kept = [opened.queries().requests(), opened.queries().read('serviceAccounts', {}), opened.session.get().notice]
  expect(canariesIn(JSON.stringify(kept))).toEqual([])
})

test('a new key is saved to a file that only the user can read, and its value is in no notice', async () => {
  const { organisation } = await startStubborn(await startDemo(), answer(201, made))
  const opened = await openManagement(organisation, 'keys')
  await create(opened)
  await opened.frameWith('c copies it with wl-copy, s saves it to a file.')
  await opened.press('s', 'Enter')
  await opened.frameWith('Saved to ~/sa_observability-deploy.key, which only you can read.')
  expect(opened.outside.files.get('~/sa_observability-deploy.key')).toBe(`${CANARY}\n`)
  expect(opened.outside.privateFiles).toEqual(['~/sa_observability-deploy.key'])
  await opened.press('Esc')
  expect(canariesIn(opened.frames().flat().join('\n'))).toEqual([])
})

test('a screen reader is warned before the value of a new key enters the scrollback', async () => {
  const { organisation } = await startStubborn(await startDemo(), answer(201, made))
  const opened = await openLinearScreen(organisation, { screen: 'keys' })
  opened.queries().addIds('serviceAccounts', ['sa_observability'], 'imported')
  await opened.frameWith('log shipper')
  await opened.press('a', 'n', ...'deploy', 'Tab', '^s')
  await opened.frameWith('The key deploy of')
  await opened.press('x')
  await opened.frameWith('Press x again to write the value into the scrollback of the terminal')
  expect(canariesIn(opened.frames().flat().join('\n'))).toEqual([])
  await opened.press('x')
  expect(canariesIn(opened.frame().join('\n'))).not.toEqual([])
})

test('a new key is shown even if its form was closed before the response', async () => {
  let answerNow = () => {}
  const waiting = new Promise<void>((resolve) => {
    answerNow = resolve
  })
  const { organisation, sent } = await startStubborn(await startDemo(), (_, response) => {
    void waiting.then(() => response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(made)))
  })
  const opened = await openManagement(organisation, 'keys')
  await create(opened)
  await opened.frameWith('creating it')
  await opened.press('Esc')
  await opened.frameWith((frame) => dialogOf(frame).length === 0)
  answerNow()
  await opened.frameWith('The key deploy of')
  expect(sent()).toHaveLength(1)
})

test('revoking requires typing the name', async () => {
  const { organisation } = await changeable()
  const opened = await openManagement(organisation, 'keys')
  await act(opened, 'd', 'Revoke log shipper')
  await opened.press(...'log', 'Enter')
  expect(dialog(opened)).toContain('type log shipper exactly')
  await opened.press('Space', ...'shipper', 'Enter')
  await opened.frameWith('Revoked log shipper of sa_observability.')
  await opened.frameWith('7 active')
})

test('once the screen of keys has been opened, the overview counts the keys that need attention without further requests', async () => {
  const opened = await openManagement(await startDemo(), 'keys', { rows: 60 })
  const requested = () =>
    opened
      .queries()
      .requests()
      .filter(({ url }) => url.includes('api-keys')).length
  const before = requested()
  await opened.press('1')
  await opened.frameWith((frame) => /◇ keys +3 never expire, 2 are older than a year/.test(frame.join('\n')))
  expect(requested()).toBe(before)
})
