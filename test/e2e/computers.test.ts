import { expect, test } from 'vitest'
import { fileService, open } from '../helpers/e2e.ts'

const service = fileService({ demo: { users: 2, days: 3, seed: 1 } })

const computerOfApi = async (id: string): Promise<Record<string, unknown>> => {
  const headers = { authorization: `Bearer ${service.keys.owner}` }
  const reply = await fetch(`${service.url}/api/v0/computers/${id}`, { headers })
  return { status: reply.status, ...((await reply.json()) as Record<string, unknown>) }
}

test('a computer is edited, installed anew until it works, and deleted by typing its name', async () => {
  const program = open({ rows: 36, args: ['--screen', 'computers'], env: service.env })
  await program.waitFor('12 computers')
  program.press('/ l y r a Enter')
  await program.waitFor('1 of 12')

  program.press('a e')
  await program.waitFor('Edit lyra')
  program.type('-eu')
  const form = await program.waitFor('lyra-eu')
  expect(form.join('\n')).toContain('PATCH /api/v0/computers/cmp_lyra on ')
  program.press('Enter Enter Enter')
  await program.waitFor('Changed the name of lyra.')
  expect(await computerOfApi('cmp_lyra')).toMatchObject({ name: 'lyra-eu', remoteUser: 'agent' })

  // The list is asked for once more.
  await program.waitFor((screen) => screen.some((row) => row.startsWith('▌lyra-eu')))
  program.press('a i')
  await program.waitFor('Install the dependencies of lyra-eu again')
  program.press('^s')
  await program.waitFor('The installation on lyra-eu has begun')
  await program.waitFor('now, followed')

  program.press('a d')
  await program.waitFor('Delete lyra-eu')
  program.press('l y r a Enter')
  await program.waitFor('not yet lyra-eu')
  program.press('- e u Enter')
  await program.waitFor('Deleted lyra-eu.')
  expect(await computerOfApi('cmp_lyra')).toMatchObject({ status: 404 })
})
