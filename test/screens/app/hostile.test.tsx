import { expect, onTestFinished, test } from 'vitest'
import { createRandom, hostileString } from '../../domain/hostile/strings.ts'
import { expectHarmless } from '../../helpers/expect-frame.ts'
import { type FrontReply, startFront } from '../../helpers/front-server.ts'
import { startHostile } from '../../helpers/hostile-front.ts'
import { drawn, openScreen, shareLayer } from '../../helpers/screen.tsx'

/** Each of them does something to a terminal or a layout that takes it as it is. */
const known = [
  '\x1b[2Jcleared',
  '\x1b]52;c;c3RvbGVu\x07clipboard',
  '\u009d52;c;c3RvbGVu\u009ceight bit',
  '\u202eltr\u2066abc',
  'line\nbreak\r\ttab',
  '漢字かな한글'.repeat(20),
  '👩‍👩‍👧‍👦'.repeat(30),
  `e${'\u0301'.repeat(40)}`,
  'x'.repeat(5_000),
  '\u0000\u0007\u0008\u007f',
  '',
  '\ud800 lone',
  '\x1b[31mred\x1b[0m',
]

/** An organisation in which every name is hostile. The same seed is the same organisation. */
const startOrganisation = async (seed: number) => {
  const random = createRandom(seed)
  const front = await startHostile(() => known[Math.floor(random() * known.length * 2)] ?? hostileString(random))
  onTestFinished(() => front.close())
  onTestFinished(shareLayer(front))
  return front
}

test.each([1, 4])('hostile names of organisation %i keep within their cells and do nothing', async (seed) => {
  const front = await startOrganisation(seed)
  for (const [columns, rows] of [
    [60, 15],
    [80, 24],
    [120, 36],
  ] as const) {
    const opened = await openScreen(front, { columns, rows })
    // A cursor that is hostile is refused.
    await opened.frameWith(
      (frame) => (frame[0] ?? '').includes('0 req') && /NEEDS ATTENTION {2}|\(400\)/.test(frame.join()),
    )
    await drawn()
    const seen = [opened.styledFrame()]
    for (const key of 'Tab G Tab G 2 j G Tab G h s n / e Enter Esc @ q ? q'.split(' ')) {
      await opened.press(key)
      seen.push(opened.styledFrame())
    }
    for (const frame of seen) expectHarmless(frame, columns, rows)
    opened.unmount()
  }
})

test('hostile names do nothing in any view of Usage', async () => {
  const front = await startOrganisation(2)
  for (const [columns, rows] of [
    [60, 16],
    [110, 30],
  ] as const) {
    const opened = await openScreen(front, { columns, rows, screen: 'usage' })
    for (const view of ['credits', 'tools', 'activity', 'productivity']) {
      for (const key of `. j Enter n m Esc z m ${breakdowns} Enter . ${breakdowns} F Enter`.split(' ')) {
        await opened.press(key)
        expectHarmless(opened.styledFrame(), columns, rows)
      }
      await opened.frameWith((frame) => frame.join('').includes(`[${view}]`) && (frame[0] ?? '').includes('0 req'))
      expectHarmless(opened.styledFrame(), columns, rows)
      await opened.press('Tab')
    }
    opened.unmount()
  }
})

test.each([
  [
    'a refusal',
    (text: string): FrontReply => ({ status: 403, body: { status: 403, title: text, detail: text, requestId: text } }),
  ],
  ['an answer of other shape', (text: string): FrontReply => ({ status: 200, body: { data: text, [text]: text } })],
  ['an answer that is no object', (text: string): FrontReply => ({ status: 200, body: text })],
])('hostile text in %s is told harmlessly', async (_what, reply) => {
  const front = await startFront(undefined)
  onTestFinished(() => front.close())
  for (const text of known) {
    front.play(() => reply(text))
    const opened = await openScreen(front, { columns: 80, rows: 24, screen: 'usage' })
    await opened.frameWith((frame) => (frame[0] ?? '').includes('0 req') && (frame[0] ?? '').includes('✗'))
    expectHarmless(opened.styledFrame(), 80, 24)
    await opened.press('@')
    expectHarmless(opened.styledFrame(), 80, 24)
    opened.unmount()
  }
})

test('a hostile profile name stays in the first row', async () => {
  for (const profile of known) {
    const opened = await openScreen(undefined, { columns: 80, rows: 24, state: { profile } })
    expectHarmless(opened.styledFrame(), 80, 24)
    expect(opened.frame()[0]).toContain('Overview')
    opened.unmount()
  }
})

test('a hostile notice stays in the last row', async () => {
  const opened = await openScreen(undefined, { columns: 80, rows: 24 })
  for (const notice of known) {
    opened.session.set({ notice })
    await drawn()
    expectHarmless(opened.styledFrame(), 80, 24)
  }
})

const breakdowns = 'F Enter j F Enter j F Enter j'
