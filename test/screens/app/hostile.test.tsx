import { expect, onTestFinished, test } from 'vitest'
import type { ScreenName } from '../../../screens/kit/screen/names.ts'
import { daysOf } from '../../../src/domain/calendar/calendar.ts'
import { createRandom, hostileString } from '../../domain/hostile/strings.ts'
import type { Organisation } from '../../helpers/demos.ts'
import { expectHarmless } from '../../helpers/expect-frame.ts'
import type { FrontReply, FrontRule } from '../../helpers/front-server.ts'
import { startHostile } from '../../helpers/hostile-front.ts'
import { personDay } from '../../helpers/person-day.ts'
import { drawn, openScreen, shareLayer, until } from '../../helpers/screen.tsx'
import { testFront } from '../../helpers/test-server.ts'

/** Unescaped, each would affect a terminal or a layout. */
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

/** An organisation in which every name is hostile, generated from a seed. */
const startOrganisation = async (seed: number) => {
  const random = createRandom(seed)
  const front = await startHostile(() => known[Math.floor(random() * known.length * 2)] ?? hostileString(random))
  onTestFinished(() => front.close())
  return front
}

type Sizes = readonly (readonly [columns: number, rows: number])[]

/** Presses keys on a loaded screen in windows of these sizes, and expects that every frame is harmless. */
const pressAll = async (front: Organisation, screen: ScreenName, sizes: Sizes, hasRows: RegExp, keys: string) => {
  onTestFinished(shareLayer(front))
  for (const [columns, rows] of sizes) {
    const opened = await openScreen(front, { columns, rows, screen })
    await opened.frameWith((frame) => (frame[0] ?? '').includes('0 req') && hasRows.test(frame.join()))
    await drawn()
    expectHarmless(opened.styledFrame(), columns, rows)
    for (const key of keys.split(' ')) {
      await opened.press(key)
      expectHarmless(opened.styledFrame(), columns, rows)
      if (key === 'Tab') await until(() => opened.queries().inFlight() === 0, 'still loading')
    }
    expectHarmless(opened.styledFrame(), columns, rows)
    opened.unmount()
  }
}

/** Two organisations, each in windows of other sizes. */
const organisations = ([first, second]: [number, number]): [seed: number, sizes: Sizes][] => [
  [
    first,
    [
      [60, 15],
      [120, 36],
    ],
  ],
  [second, [[80, 24]]],
]

test.each(organisations([1, 4]))(
  'hostile names of organisation %i stay in their cells and have no effect',
  async (seed, sizes) => {
    // A hostile cursor is rejected.
    const hasRows = /NEEDS ATTENTION {2}|\(400\)/
    const keys = 'Tab G Tab G 2 j G Tab G h s n / e Enter Esc @ q ? q'
    await pressAll(await startOrganisation(seed), 'overview', sizes, hasRows, keys)
  },
)

/** Days of users with hostile names and unusual figures. */
const oddPeople = (seed: number): FrontRule => {
  const random = createRandom(seed)
  const name = (): string => known[Math.floor(random() * known.length * 2)] ?? hostileString(random)
  const people = Array.from({ length: 14 }, () => ({ user_id: name(), user_email: random() < 0.5 ? name() : null }))
  const odd = [undefined, null, 'seven', -3, 1e300, 0.1 + 0.2, Number.MAX_SAFE_INTEGER]
  const number = () =>
    random() < 0.2 ? odd[Math.floor(random() * odd.length)] : Math.floor(random() * 10 ** Math.ceil(random() * 15))
  const figures = ['billable_tokens', 'tool_calls', 'sessions', 'autonomy_ratio', 'files_edited']
  const texts = ['primary_model', 'primary_model_tier', 'delegation_level']
  const dayOf = ({ user_id, user_email }: (typeof people)[number], date: string) =>
    personDay(user_id, date, {
      user_email,
      ...Object.fromEntries(figures.map((member) => [member, number()])),
      ...Object.fromEntries(texts.map((member) => [member, name()])),
      languages: [name(), name()],
    })
  return (path, query) => {
    if (!path.endsWith('/users')) return { status: 404, body: {} }
    const [from, to] = [query.get('startDate') ?? '', query.get('endDate') ?? '']
    const days = daysOf({ from, to })
    const data = people.flatMap((person) => days.flatMap((date) => (random() < 0.4 ? [dayOf(person, date)] : [])))
    return { status: 200, body: { data, meta: { org_id: name(), start_date: from, end_date: to, has_more: false } } }
  }
}

test.each(organisations([1, 2]))(
  'hostile users of organisation %i stay in their cells and have no effect',
  async (seed, sizes) => {
    const front = await testFront(undefined, oddPeople(seed))
    const keys = 'G Space k Space = l G Y Esc g g Enter j l l Y Esc s e s i s n'
    const more = 'z d G s w Enter Esc z n Enter Esc / m o d e = x Enter Esc ? q'
    await pressAll(front, 'people', sizes, /\d users/, `${keys} ${more}`)
  },
)

test('hostile names have no effect in any view of Usage', async () => {
  const breakdowns = 'F Enter j F Enter j F Enter j'
  const view = `. j Enter n m Esc z m ${breakdowns} Enter . ${breakdowns} F Enter`
  const sizes: Sizes = [
    [60, 16],
    [110, 30],
  ]
  const keys = Array.from({ length: 4 }, () => view).join(' Tab ')
  await pressAll(await startOrganisation(2), 'usage', sizes, /total/, keys)
})

test.each([
  [
    'a refusal',
    (text: string): FrontReply => ({ status: 403, body: { status: 403, title: text, detail: text, requestId: text } }),
  ],
  ['a response of another shape', (text: string): FrontReply => ({ status: 200, body: { data: text, [text]: text } })],
  ['a response that is not an object', (text: string): FrontReply => ({ status: 200, body: text })],
])('hostile text in %s is shown harmlessly', async (_what, reply) => {
  const front = await testFront(undefined)
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

test('a hostile profile name stays in the first row, and a hostile notice in the last', async () => {
  const opened = await openScreen(undefined, { columns: 80, rows: 24 })
  for (const text of known) {
    opened.session.set({ profile: text, notice: text })
    await drawn()
    expectHarmless(opened.styledFrame(), 80, 24)
    expect(opened.frame()[0]).toContain('Overview')
  }
})
