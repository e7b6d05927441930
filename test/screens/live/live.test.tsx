import { expect, test } from 'vitest'
import { startDemo } from '../../helpers/demos.ts'
import { frontWithUsers } from '../../helpers/live-users.ts'
import { openScreen } from '../../helpers/screen.tsx'
import { testFront } from '../../helpers/test-server.ts'

const SIZE = { columns: 120, rows: 36, screen: 'live' } as const
const demo = await startDemo()

test('users beyond the first 100 load as the end of the list comes near', async () => {
  const front = await frontWithUsers(demo, 1_050)
  const opened = await openScreen(front, SIZE)
  await opened.frameWith('user00000@x.example')
  expect(opened.frame()[3]).toContain('further users on the server')
  expect(opened.frame()[3]).toContain('1,050 of 1,050 users report')
  expect(front.requested.filter((path) => path.includes('users'))).toEqual([])
  // Each key loads the next page, once the one before is there.
  for (const last of [99, 199, 299, 399, 499, 599, 699, 799, 899, 999]) {
    await opened.press('G')
    await opened.frameWith(`user${String(last).padStart(5, '0')}@x.example`)
    await opened.frameWith(() => front.requested.length >= 3 + Math.floor(last / 100))
    await opened.loaded()
  }
  await opened.press('G')
  await opened.frameWith((frame) => /▌.*user01049@x.example/.test(frame.join('\n')))
  expect(opened.frame()[3]).not.toContain('further users')
  const pages = front.requested.filter((path) => path.includes('users'))
  expect(new Set(pages).size).toBe(11)
  expect(pages.length).toBe(11)
})

test('a name with escape sequences is shown as text, and pseudonyms replace all names', async () => {
  const opened = await openScreen(await frontWithUsers(demo, 5), SIZE)
  await opened.frameWith('user00000@x.example')
  expect(opened.frame().join('\n')).toMatch(/\[31mred/)
  await opened.press('z')
  await opened.press('n')
  await opened.frameWith('Person ')
  expect(opened.frame().join('\n')).not.toContain('@x.example')
  expect(opened.frame().at(-1)).toContain('qd live --pseudonyms --sort seen')
  await opened.press('y', 'y')
  await opened.press('y', 'i')
  await opened.press('y', 'j')
  expect(opened.copied.length).toBeGreaterThan(2)
  expect(opened.copied.join('\n')).not.toMatch(/@x\.example|u_\d/)
})

test('Enter opens the user in People', async () => {
  const opened = await openScreen(demo, SIZE)
  await opened.frameWith('measured here')
  await opened.frameWith('@northwind')
  const [, name = ''] =
    opened
      .frame()
      .join('\n')
      .match(/▌\s*(\S+@\S+)/) ?? []
  await opened.press('Enter')
  await opened.frameWith(`Live > ${name}`)
  await opened.frameWith('credits by day')
})

test.each([
  [402, 'plan'],
  [403, 'ask an owner'],
])('a server that answers %i says what is missing', async (status, word) => {
  const front = await testFront(demo, (path) =>
    path.startsWith('/api/v1/live') ? { status, body: { detail: 'no' } } : undefined,
  )
  const opened = await openScreen(front, SIZE)
  await opened.frameWith('activity of today not known')
  await opened.frameWith(word)
})

test('figures with missing members are drawn', async () => {
  const front = await testFront(demo, (path) =>
    path.startsWith('/api/v1/live')
      ? { status: 200, body: { asOf: 'soon', users: [{ user_id: 'u_1' }], tools: [{}], totals: {} } }
      : undefined,
  )
  const opened = await openScreen(front, SIZE)
  await opened.frameWith('u_1')
  expect(opened.frame().join('\n')).toContain('ACTIVE NOW –')
})
