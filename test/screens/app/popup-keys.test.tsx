import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { keyGroups } from '../../../screens/app/key-groups.ts'
import { createRemap, readOwnKeys } from '../../../src/ui/keys/own-keys.ts'
import { startDemo } from '../../helpers/demos.ts'
import { openScreen } from '../../helpers/screen.tsx'

test("popups, dialogs, fields and the palette use the user's keys, show them, and still close with Esc", async () => {
  const wanted = {
    'lists.down': ['j', 'F9'],
    'choice.leave': 'z',
    'form.next': 'F2',
    'form.nextField': 'F3',
    'palette.complete': 'F4',
    'actions.close': 'w',
    'filter.keepFilter': 'F5',
    'find.next': 'F6',
    'everywhere.back': 'Q',
  }
  const { active, problems } = readOwnKeys(wanted, keyGroups)
  expect(problems).toEqual([])
  const opened = await openScreen(await startDemo(), {
    columns: 120,
    rows: 36,
    screen: 'usage',
    keysIn: createRemap(active),
  })
  await opened.loaded()
  const { press, frame, frameWith } = opened
  const hints = () => frame().at(-2) ?? ''
  await press('t')
  expect(hints()).toContain('z close')
  const rowOf = (bar: string[]) => bar.findIndex((row) => row.startsWith('▌') && row.includes('last'))
  const before = rowOf(frame())
  opened.keys('\x1b[20~')
  await frameWith((now) => rowOf(now) === before + 1)
  await press('z')
  await frameWith((now) => !now.join('\n').includes('── Range'))
  await press('t', 'f')
  expect(frame().join('\n')).toContain('F3 applies it   Esc goes back')
  await press('Esc', 'Esc', '&')
  await frameWith(() => hints().includes('w close'))
  await press('w', ':')
  opened.keys('range 30')
  await frameWith('range 30')
  expect(hints()).toContain('F4 complete')
  opened.keys('\x1bOS')
  await frameWith((now) => /: range 30\S/.test(now.join('\n')))
  await press('Esc', '/', 'o')
  expect(hints()).toContain('F5 keep the filter')
  opened.keys('\x1b[15~')
  await frameWith((now) => now.join('\n').includes('Esc shows all'))
  // Q is remapped to go back, and q does nothing.
  await press('q')
  expect(frame().at(-1)).toContain('q does nothing here.')
  await press('Esc')
  await frameWith((now) => !now.join('\n').includes('Esc shows all'))
})

test('every action of popups and fields can be remapped', () => {
  const root = new URL('../../..', import.meta.url)
  const sources = ['screens', 'src/ui/dialog'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => ({ name, text: readFileSync(new URL(`${folder}/${name}`, root), 'utf8') })),
  )
  const layers = sources.flatMap(({ name, text }) =>
    [...text.matchAll(/kind: '(?:overlay|field)',?([^}]{0,160})/g)].map(([, rest = '']) => ({ name, rest })),
  )
  expect(layers.length).toBeGreaterThan(10)
  expect(layers.filter(({ rest }) => !/\bscope\b/.test(rest)).map(({ name }) => name)).toEqual([])
  const scopes = new Set(keyGroups.map(({ scope }) => scope))
  const named = sources.flatMap(({ text }) =>
    [...text.matchAll(/\bscope: ([^\n]*?)(?:, title|\n)/g)].flatMap(([, words = '']) =>
      [...words.matchAll(/[?:(,]? ?'(\w+)'/g)].map(([, one = '']) => one),
    ),
  )
  expect(named.length).toBeGreaterThan(10)
  for (const scope of named.filter((one) => !['asking', 'sending', 'overlay', 'app'].includes(one)))
    expect(scopes).toContain(scope)
})
