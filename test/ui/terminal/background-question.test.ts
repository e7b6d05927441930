import { expect, test } from 'vitest'
import { backgroundIn, createBackgroundQuery, REPLY_TIMEOUT_MS } from '../../../src/ui/terminal/background-question.ts'

const LIGHT = '\x1b]11;rgb:ffff/ffff/ffff\x1b\\'

const setUp = () => {
  const sent: string[] = []
  const reported: string[] = []
  let timer: { action: () => void; ms: number } | undefined
  const question = createBackgroundQuery({
    write: (text) => sent.push(text),
    delay: (action, ms) => {
      timer = { action, ms }
      return () => {
        timer = undefined
      }
    },
  })
  const ask = () => question.ask((background) => reported.push(background))
  return { question, sent, reported, ask, timer: () => timer }
}

test.each([
  ['\x1b]11;rgb:ffff/ffff/ffff\x07', 'light'],
  ['\x1b]11;rgb:fd/f6/e3\x1b\\', 'light'],
  ['\x1b]11;rgba:0000/2b2b/3636/ffff\x1b\\', 'dark'],
  ['\x1b]11;rgb:0/0/0\x1b\\', 'dark'],
  ['\x1b]11;#fafafa\x07', 'light'],
  ['\x1b]11;?\x07', undefined],
  ['\x1b]10;rgb:ffff/ffff/ffff\x07', undefined],
  ['\x1b]11;rgb:gg/00/00\x07', undefined],
])('%j is a %s background', (reply, background) => {
  expect(backgroundIn(reply)).toBe(background)
})

test('the background is reported once, and the query ends with the second reply', async () => {
  const { question, sent, reported, ask, timer } = setUp()
  expect(question.over()).toBeUndefined()
  ask()
  expect(sent.join('')).toBe('\x1b]11;?\x1b\\\x1b[c')
  const over = question.over()
  question.handleReply(LIGHT)
  expect(reported).toEqual(['light'])
  expect(question.over()).toBe(over)
  question.handleReply('\x1b[?62;22c')
  await over
  expect([question.over(), timer()]).toEqual([undefined, undefined])
  question.handleReply(LIGHT)
  expect(reported).toEqual(['light'])
})

test('the query waits 100 ms, or until the second reply', async () => {
  const { question, reported, ask, timer } = setUp()
  ask()
  question.handleReply('\x1b[?6c')
  expect([question.over(), reported]).toEqual([undefined, []])
  ask()
  const over = question.over()
  expect([REPLY_TIMEOUT_MS, timer()?.ms]).toEqual([100, 100])
  timer()?.action()
  await over
  question.handleReply(LIGHT)
  expect(reported).toEqual([])
})
