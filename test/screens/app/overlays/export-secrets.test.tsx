import { afterAll, expect, test } from 'vitest'
import { SECRETS, startControls } from '../../../helpers/controls-service.ts'
import { isLoaded, type OpenedScreen, openScreen, until } from '../../../helpers/screen.tsx'

const service = await startControls()
afterAll(() => service.close())

const openControls = async (...keys: string[]): Promise<OpenedScreen> => {
  const screen = await openScreen(
    { url: service.url, key: service.keys.owner },
    { columns: 120, rows: 40, screen: 'controls' },
  )
  await screen.frameWith((frame) => /latest 5/.test(frame[3] ?? '') && isLoaded(frame.slice(0, 4)))
  await screen.press(...keys)
  return screen
}

/** Collects all exports of the view: each format as a file, and the texts of pager and editor. */
const takeAll = async (screen: OpenedScreen): Promise<string[]> => {
  const { files, paged, edited } = screen.outside
  await screen.press('^s')
  const letters = screen.frame().flatMap((row) => /^[▌ ](\w) {2}\S.*\.\w+$/.exec(row)?.[1] ?? [])
  await screen.press('Esc')
  const texts: string[] = []
  // A single format needs no choice: the dialog asks for the file immediately.
  for (const choice of letters.length > 0 ? letters.map((letter) => [letter]) : [[]]) {
    files.clear()
    await screen.press('^s', ...choice, 'Enter')
    await screen.frameWith('Wrote')
    texts.push(...files.values())
  }
  const before = [paged.length, edited.length] as const
  await screen.press('|', 'e')
  await until(() => paged.length > before[0] && edited.length > before[1], screen.frame)
  return [...texts, paged.at(-1) ?? '', edited.at(-1)?.text ?? '']
}

/** Expects this number of texts, each with these words and without secrets. */
const expectMasked = async (screen: OpenedScreen, count: number, ...words: string[]): Promise<void> => {
  const texts = await takeAll(screen)
  expect(texts).toHaveLength(count)
  for (const text of texts) {
    for (const word of words) expect(text).toContain(word)
    for (const secret of SECRETS) expect(text).not.toContain(secret)
  }
}

test('no export of the history contains a secret', async () => {
  const screen = await openControls()
  await expectMasked(screen, 6, 'sandbox')
})

test('a comparison shows that a secret changed but neither value, in any format and layout', async () => {
  const screen = await openControls('j', 'Enter')
  await screen.frameWith('apiKey')
  for (const _ of ['tree', 'text', 'side by side']) {
    await expectMasked(screen, 5, 'apiKey', '••••••')
    await screen.press('z', 's')
  }
})

test('exported settings contain no secret, not even a revealed one', async () => {
  const screen = await openControls('j', 'Enter', 'Enter')
  await screen.frameWith('revision 4')
  await screen.press('/', ...'apiKey', 'Enter', 'n')
  await screen.frameWith((frame) => frame.some((row) => /^▌.*apiKey/.test(row)))
  await screen.press('x')
  await screen.frameWith(SECRETS[1])
  await expectMasked(screen, 3, '"apiKey": "••••••"')
})
