import { expect, test } from 'vitest'
import { runQd } from '../../helpers/run-qd.ts'

test.each(['--json=1', '--json=true', '--offline=yes'])('%s is told that it takes no value', async (word) => {
  const { code, err } = await runQd(['analytics', 'tokens', word])
  expect([code, err]).toEqual([2, `${word.split('=')[0]} takes no value: write it alone.\n`])
})

test.each([
  [['hooks', 'test', 'Notify'], 'Invalid event "Notify": choose from PreToolUse, '],
  [['completion', 'powershell'], 'Invalid shell "powershell": choose from bash, zsh, fish.'],
])('%j names the choices', async (words, sentence) => {
  const { code, err } = await runQd(words)
  expect([code, err]).toEqual([2, expect.stringContaining(sentence)])
  expect(err).not.toContain('--help')
})

test('what is put behind an option that is not known is not repeated', async () => {
  const { err } = await runQd(['analytics', 'tokens', '--jsn=my-key'])
  expect(err).not.toContain('my-key')
})

test.each(['[', '...', '[]'])('a pattern of paths that names none is refused: %s', async (path) => {
  const { code, err } = await runQd(['controls', 'diff', '--path', path])
  expect(code).toBe(2)
  expect(err).toContain('names no path: write one like sandbox.**')
})
