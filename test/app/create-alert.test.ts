import { expect, test, vi } from 'vitest'
import { createAlert } from '../../src/app/create-alert.ts'

/** The bytes that an alert with a hostile text writes. */
const bytesOf = async (mode: Parameters<typeof createAlert>[0], env = {}) => {
  const written: string[] = []
  createAlert(mode, env, (bytes) => written.push(bytes))('Export wiki \u001b]0;x\u0007 done')
  if (mode === 'notification') await vi.waitFor(() => expect(written).toHaveLength(1))
  return written
}

test('the end of an action rings the bell by default, or not at all', async () => {
  expect(await bytesOf(undefined)).toEqual(['\u0007'])
  expect(await bytesOf('off')).toEqual([])
})

test('a notification of the terminal has safe text, and passes through tmux', async () => {
  const [plain] = await bytesOf('notification')
  expect(plain).toMatch(/^\u001b\]9;Quarterdeck: Action ended: Export wiki [^\u001b\u0007]* done\u001b\\$/)
  const [inTmux] = await bytesOf('notification', { TMUX: '/tmp/x' })
  expect(inTmux).toMatch(/^\u001bPtmux;\u001b\u001b\]9;/)
})
