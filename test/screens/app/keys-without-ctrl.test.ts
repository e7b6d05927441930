import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { edit, lineOf } from '../../../src/ui/keys/line-editor.ts'

test('every action that a key with Ctrl does has a key without, in lists, popups, fields and dialogs too', () => {
  const root = new URL('../../..', import.meta.url)
  const lacking = ['screens', 'src/ui'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .flatMap((name) => {
        const text = readFileSync(new URL(`${folder}/${name}`, root), 'utf8')
        // The names of further keys, which a spread adds, are none with Ctrl.
        return [...text.matchAll(/\bkeys: \[([^\]]*)\]/g)]
          .map(([, keys = '']) => keys.split(', '))
          .filter((keys) => keys.some((key) => /^'\^./.test(key)) && keys.every((key) => /^'\^./.test(key)))
          .map((keys) => `${folder}/${name}: ${keys}`)
      }),
  )
  expect(lacking).toEqual([])
  for (const [plain, ctrl] of [
    ['M-u', '^u'],
    ['M-k', '^k'],
    ['M-Backspace', '^w'],
    ['Home', '^a'],
    ['End', '^e'],
    ['Left', '^b'],
    ['Right', '^f'],
  ] as const) {
    const line = { ...lineOf('one two three'), cursor: 6 }
    expect(edit(line, { id: plain })).toEqual(edit(line, { id: ctrl }))
  }
})
