import { expect, test } from 'vitest'
import type { Deps } from '../../../src/commands/kit/command.ts'
import { withProgress } from '../../../src/commands/kit/notes.ts'

/** What is written on standard error while a download of 100 bytes proceeds. */
const shownFor = async (isErrorTerminal: boolean, isScreenReader: boolean, ...steps: number[]): Promise<string> => {
  let shown = ''
  const err = (text: string) => {
    shown += text
  }
  await withProgress(
    { err, isErrorTerminal, globals: { isScreenReader } as Deps['globals'] },
    'Download',
    async (on) => {
      for (const doneBytes of steps) on({ doneBytes, totalBytes: 100 })
    },
  )
  return shown
}

test('progress overwrites one line of a terminal, has a line per quarter for a screen reader, and is not written to a pipe', async () => {
  expect(await shownFor(true, false, 5, 100)).toMatch(
    /^\rDownload {2}5 % {2}5 B of 100 B *\rDownload {2}100 % .*\r +\r$/,
  )
  expect(await shownFor(true, true, 10, 25, 30, 80, 20, 80, 100)).toBe(
    'Download, 25 %\nDownload, 75 %\nDownload, 100 %\n',
  )
  expect(await shownFor(false, false, 5, 100)).toBe('')
})
