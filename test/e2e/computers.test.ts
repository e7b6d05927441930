import { expect, test } from 'vitest'
import { fileService, open } from '../helpers/e2e.ts'

const service = fileService({ demo: { users: 2, days: 3, seed: 1 } })

test('a computer is edited, installed anew until it works, and deleted by typing its name', async () => {
  const program = open({
    cols: 120,
    rows: 36,
    args: ['--screen', 'computers'],
    env: service.env,
  })
  await program.waitFor('12 computers')
  await program.pressUntil('/ l y r a Enter', '1 of 12')

  await program.pressUntil('a e', 'Edit lyra')
  const form = await program.typeUntil('-eu', 'lyra-eu')
  expect(form.join('\n')).toContain('PATCH /api/v0/computers/cmp_lyra on ')
  await program.pressUntil('Enter Enter Enter', 'Changed the name of lyra.')
  expect((await service.ask('/api/v0/computers/cmp_lyra')).body).toMatchObject({ name: 'lyra-eu', remoteUser: 'agent' })

  // The list is asked for once more.
  await program.waitFor((screen) => screen.some((row) => row.startsWith('▌lyra-eu')))
  await program.pressUntil('a i', 'Install the dependencies of lyra-eu again')
  await program.pressUntil('^s', 'The installation on lyra-eu has begun')
  await program.waitFor('now, followed')

  await program.pressUntil('a d', 'Delete lyra-eu')
  await program.pressUntil('l y r a Enter', 'not yet lyra-eu')
  await program.pressUntil('- e u Enter', 'Deleted lyra-eu.')
  expect((await service.ask('/api/v0/computers/cmp_lyra')).status).toBe(404)
})
