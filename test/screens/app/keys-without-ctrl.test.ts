import { expect, test } from 'vitest'
import { keyGroups } from '../../../screens/app/key-groups.ts'
import { edit, lineOf } from '../../../src/ui/keys/line-editor.ts'

test('every action of a key with Ctrl also has a key without Ctrl', () => {
  const onlyCtrl = keyGroups.flatMap(({ scope, bindings }) =>
    bindings.filter(({ keys }) => keys.every((key) => /^\^./.test(key))).map(({ action }) => `${scope}.${action}`),
  )
  expect(onlyCtrl).toEqual([])
  const line = { ...lineOf('one two three'), cursor: 6 }
  const pairs = { 'M-u': '^u', 'M-k': '^k', 'M-Backspace': '^w', Home: '^a', End: '^e', Left: '^b', Right: '^f' }
  for (const [plain, ctrl] of Object.entries(pairs)) expect(edit(line, { id: plain })).toEqual(edit(line, { id: ctrl }))
})
