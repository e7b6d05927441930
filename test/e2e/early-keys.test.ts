import { expect, onTestFinished, test } from 'vitest'
import { openProgram } from '../helpers/pty.ts'

/** A key that is bound to nothing; the last row alone says so. */
const UNUSED = '§'

test('no key is echoed onto the frames, however early it is pressed', async () => {
  const program = openProgram({
    env: { QUARTERDECK_BASE_URL: 'http://127.0.0.1:9', QUARTERDECK_API_KEY: 'a-key' },
    args: ['--offline'],
  })
  onTestFinished(() => program.close())
  const typing = setInterval(() => program.type(UNUSED), 1)
  onTestFinished(() => clearInterval(typing))
  await program.waitFor('Overview')
  clearInterval(typing)
  program.press('?')
  await program.waitFor('the organisation over the chosen days')
  const drawn = program.raw().slice(program.raw().indexOf('\x1b[?1049h'))
  // Echoed, it would stand by itself.
  expect(drawn.replaceAll(`${UNUSED} does nothing`, '')).not.toContain(UNUSED)
  expect(drawn).toContain('NEEDS ATTENTION')
})
