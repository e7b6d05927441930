import { expect, test } from 'vitest'
import { startDemo } from '../../helpers/demos.ts'
import { dialogOf } from '../../helpers/dialog.tsx'
import { answer, reset } from '../../helpers/faulty-server.ts'
import { changeable, startStubborn } from '../../helpers/management-screen.ts'
import { type OpenedScreen, openScreen } from '../../helpers/screen.tsx'
import { testFront } from '../../helpers/test-server.ts'

const SIZE = { columns: 120, rows: 36, screen: 'people' } as const

/** Opens the seats of an organisation. */
const openSeats = async (organisation: { url: string; key: string }): Promise<OpenedScreen> => {
  const opened = await openScreen(organisation, SIZE)
  await opened.frameWith(' seats ')
  await opened.press('Tab')
  await opened.frameWith('never used')
  return opened
}

const dialog = (opened: OpenedScreen): string => dialogOf(opened.frame()).join('\n')

/** Opens the dialog for the limit of the selected or marked users. */
const openLimit = async (opened: OpenedScreen) => {
  await opened.press('a')
  await opened.frameWith('change the limit')
  await opened.press('l')
  await opened.frameWith('BEFORE')
}

test('seats are counted apart from users, and filtered by state', async () => {
  const opened = await openSeats(await startDemo())
  expect(opened.frame()[3]).toContain('[seats] teams  18 seats   11 active in 30 d   1 inactive   ! 6 never used')
  await opened.press('f')
  await opened.frameWith('Showing only never seats.')
  expect(opened.frame().filter((line) => / never +20/.test(line))).toHaveLength(6)
  expect(opened.frame().at(-2)).toContain('f unused')
})

test('a server without a list of users has no view of seats', async () => {
  const opened = await openScreen(await startDemo({ users: 3, days: 10, seed: 1, isStrict: true }), SIZE)
  await opened.loaded()
  expect(opened.frame().join('\n')).not.toContain('seats')
  await opened.press('Tab')
  await opened.frameWith('This server lists neither users with a seat nor teams.')
})

test.each([402, 403])('a status of %i is shown, and the view of use still works', async (status) => {
  const front = await testFront(await startDemo(), (path) =>
    path.includes('organization/users') ? { status, body: { detail: 'not in your plan' } } : undefined,
  )
  const opened = await openScreen(front, SIZE)
  await opened.frameWith(' seats ')
  await opened.press('Tab')
  await opened.frameWith('not in your plan')
  expect(opened.frame().join('\n')).toContain('seats not known')
  await opened.press('Tab')
  await opened.frameWith('users')
})

test('limits of marked users are changed once, after showing before and after', async () => {
  const { organisation } = await changeable({ demo: { users: 3, days: 40 } })
  const opened = await openSeats(organisation)
  await opened.press('Space', 'j', 'Space')
  await openLimit(opened)
  await opened.press(...'3M')
  await opened.frameWith('3,000,000 credits')
  expect(dialog(opened)).toContain('Limit of 2 users')
  expect(dialog(opened)).toContain('2,000,000 credits, global')
  await opened.press('Enter')
  await opened.frameWith('Changed the limit of 2 users.')
  await opened.press('&')
  await opened.frameWith('limits set 3000000 --user')
})

test('a limit below the minimum is refused before anything is sent', async () => {
  const { organisation, sent } = await startStubborn(await startDemo(), answer(500, {}))
  const opened = await openSeats(organisation)
  await openLimit(opened)
  await opened.press(...'999999', 'Enter')
  await opened.frameWith('must be at least 1,000,000 credits')
  expect(sent()).toEqual([])
})

test('users whose limit the server does not change are named', async () => {
  const { organisation, sent } = await startStubborn(
    await startDemo(),
    answer(200, { updated: [], errors: [{ email: 'A.CHEN@northwind.example', error: 'no \u001b[31mseat' }] }),
  )
  const opened = await openSeats(organisation)
  await opened.press('s', 'n')
  await opened.frameWith('a.chen@')
  await openLimit(opened)
  await opened.press(...'2M', 'Enter')
  await opened.frameWith('0 limits changed, 1 not.')
  expect(dialog(opened)).toMatch(/a\.chen@northwind\.example: failed, no ␛\[31mseat|: unknown, The response/)
  expect(sent()).toHaveLength(1)
})

test('an unknown outcome is not sent again', async () => {
  const { organisation, sent } = await startStubborn(await startDemo(), reset)
  const opened = await openSeats(organisation)
  await openLimit(opened)
  await opened.press(...'2M', 'Enter')
  await opened.frameWith('qd limits list')
  await opened.press('Enter')
  expect(sent()).toHaveLength(1)
})

test('with pseudonyms, no name is shown, and limits of users cannot be changed', async () => {
  const opened = await openSeats(await startDemo())
  await opened.press('z', 'n')
  await opened.frameWith('Person ')
  await opened.frameWith((frame) => !/northwind\.example/.test(frame.join('\n')))
  await opened.press('a')
  await opened.frameWith('change the global limit')
  expect(dialog(opened)).not.toContain('change the limit')
})
