import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MESSAGES, messages } from './messages.ts'

test('messages.txt lists every message of the program; npm run messages writes it', () => {
  expect(messages().split('\n')).toEqual(readFileSync(MESSAGES, 'utf8').split('\n'))
})
