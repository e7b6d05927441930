import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { shellWord } from '../../../../screens/kit/export/command-options.ts'

test.each([
  ['sandbox.network.allowedDomains', 'sandbox.network.allowedDomains'],
  ['customModels[cm_1].apiKey', "'customModels[cm_1].apiKey'"],
  ['commandAllowlist{"npm test"}', `'commandAllowlist{"npm test"}'`],
  ["it's", `'it'\\''s'`],
  ['~a', "'~a'"],
  ['', "''"],
])('%s is quoted as %s', (text, word) => {
  expect(shellWord(text)).toBe(word)
})

test.each(['a b', "o'clock $HOME `id` \\ !", '*', '$(id)', 'a\u0007b'])('a shell reads only one word: %j', (text) => {
  const read = execFileSync('/bin/sh', ['-c', `printf '%s' ${shellWord(text)}`], { encoding: 'utf8' })
  expect(read).toBe(text.replace('\u0007', '␇'))
})
