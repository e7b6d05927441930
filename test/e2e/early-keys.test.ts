import { expect, onTestFinished, test } from 'vitest'
import { open } from '../helpers/e2e.ts'
import { envOf } from '../helpers/pty.ts'

/** A key without a binding; only the last row shows it. */
const UNUSED = '§'

test('no key that is typed during the start is echoed onto the frames', async () => {
  const program = open({
    env: envOf('http://127.0.0.1:9', 'a-key'),
    args: ['--offline'],
  })
  const typing = setInterval(() => program.type(UNUSED), 1)
  onTestFinished(() => clearInterval(typing))
  await program.waitFor('Overview')
  clearInterval(typing)
  await program.pressUntil('?', 'the organisation over a range of days')
  const drawn = program.raw().slice(program.raw().indexOf('\x1b[?1049h'))
  expect(drawn.replaceAll(`${UNUSED} does nothing`, '')).not.toContain(UNUSED)
  expect(drawn).toContain('NEEDS ATTENTION')
})
