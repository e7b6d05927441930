import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { everywhereKeys } from '../../../screens/app/app-keys.ts'
import { screens } from '../../../screens/app/table.ts'
import { SCREEN_NAMES, type ScreenName } from '../../../screens/kit/screen/names.ts'
import type { Binding } from '../../../src/ui/keys/bindings.ts'
import { edit, lineOf } from '../../../src/ui/keys/line-editor.ts'
import { startDemo } from '../../helpers/demos.ts'
import { isLoaded, type OpenedScreen, openScreen } from '../../helpers/screen.tsx'

/** What is seen after a key of some kind, by its action or its help; of what no row is for, that something is. */
const seenAfter: readonly { of: RegExp; isSeen: (opened: OpenedScreen, before: Before) => boolean }[] = [
  { of: /^copy/, isSeen: ({ copied }, before) => copied.length > before.copied || hasNotice(/othing|No /)(before) },
  { of: /^open:/, isSeen: ({ frame }, { binding }) => titled(frame(), binding.help.replace('open ', '')) },
  { of: /^export$/, isSeen: ({ frame }) => /Export|nothing here to export/.test(frame().join('\n')) },
  { of: /^(page|edit)$/, isSeen: ({ outside }, before) => outsideOf(outside) !== before.outside || told(before) },
  { of: /^filter$/, isSeen: ({ frame }) => frame().some((row) => row.startsWith(' / ')) },
  { of: /^help$/, isSeen: ({ frame }) => /find {2}Enter do it/.test(frame().join('\n')) },
  { of: /^palette$/, isSeen: ({ frame }) => frame().some((row) => row.startsWith('── Command')) },
  { of: /^range$/, isSeen: ({ frame }) => frame().some((row) => row.startsWith('── Range')) },
  { of: /^suspend$/, isSeen: ({ suspends }, before) => suspends() > before.suspends },
  {
    of: /^sort/,
    isSeen: ({ frame }, before) => frame().join('\n') !== before.text && !/^\S+ does/.test(frame().at(-1) ?? ''),
  },
]

type Before = {
  binding: Binding
  text: string
  copied: number
  outside: string
  suspends: number
  opened: OpenedScreen
}

const hasNotice = (words: RegExp) => (before: Before) => words.test(before.opened.frame().at(-1) ?? '')
const isElsewhere = (frame: string[]) => /is for another view of/.test(frame.at(-1) ?? '')
const told = hasNotice(/nothing|Nothing/)
const outsideOf = (outside: OpenedScreen['outside']) => JSON.stringify(outside)
const titled = (frame: string[], title: string) => new RegExp(`^ (acme > )?${title}\\b`).test(frame[0] ?? '')

/** Back to the whole screen, whatever the key before has opened. */
const goHome = async (opened: OpenedScreen, name: ScreenName) => {
  for (let step = 0; step < 6; step++) {
    await opened.press('Esc')
    if (/nothing to go back to|is shown/.test(opened.frame().at(-1) ?? '')) break
  }
  await opened.press(screens[name].key)
  await opened.frameWith((frame) => titled(frame, screens[name].title) && !frame.some((row) => row.startsWith('── ')))
}

const isPressable = ({ action, begins }: Binding) => !begins && !['back', 'interrupt', 'up'].includes(action)

test.each(SCREEN_NAMES)(
  'every key of %s and everywhere does what its help says, or says why it does not',
  async (name) => {
    const opened = await openScreen(await startDemo(), { screen: name, columns: 120, rows: 40 })
    await opened.frameWith(isLoaded)
    const all: readonly Binding[] = [...screens[name].keys, ...(name === 'usage' ? everywhereKeys : [])]
    for (const binding of all.filter(isPressable)) {
      const { keys, action, help } = binding
      const before: Before = {
        binding,
        text: opened.frame().join('\n'),
        copied: opened.copied.length,
        outside: outsideOf(opened.outside),
        suspends: opened.suspends(),
        opened,
      }
      const kind = seenAfter.find(({ of }) => of.test(action))
      await opened.press(...(keys[0] ?? '').split(' '))
      await opened
        .frameWith((frame) => isElsewhere(frame) || (kind?.isSeen(opened, before) ?? frame.join('\n') !== before.text))
        .catch((error) => {
          throw new Error(`${name}: ${keys[0]} (${help}): ${error.message}`)
        })
      expect(opened.frame().at(-1), `${name}: ${keys[0]}`).not.toContain('does nothing')
      await goHome(opened, name)
    }
  },
  120_000,
)

test('every action that a key with Ctrl does has a key without, in lists, popups, fields and dialogs too', () => {
  const root = new URL('../../../', import.meta.url)
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
