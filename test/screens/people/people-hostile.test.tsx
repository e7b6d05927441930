import { onTestFinished, test } from 'vitest'
import { daysOf } from '../../../src/domain/calendar/calendar.ts'
import { createRandom, hostileString } from '../../domain/hostile/strings.ts'
import { expectHarmless } from '../../helpers/expect-frame.ts'
import { type FrontRule, startFront } from '../../helpers/front-server.ts'
import { personDay } from '../../helpers/person-day.ts'
import { drawn, openScreen } from '../../helpers/screen.tsx'

const known = [
  '\x1b[2J',
  '\x1b]52;c;c3RvbGVu\x07',
  '\u202eltr',
  'a\nb\tc',
  '漢字'.repeat(60),
  '👩‍👩‍👧‍👦'.repeat(20),
  '',
  '\ud800',
  "'; rm -rf ~ '",
]

/** Forty people of hostile names, models, levels and languages, with numbers of every size, some left out or of a wrong type. */
const hostileRule = (seed: number): FrontRule => {
  const random = createRandom(seed)
  const text = (): string => known[Math.floor(random() * known.length * 2)] ?? hostileString(random)
  const odd = [undefined, null, 'seven', -3, 1e300, 0.1 + 0.2, Number.MAX_SAFE_INTEGER]
  const number = (): unknown =>
    random() < 0.2 ? odd[Math.floor(random() * odd.length)] : Math.floor(random() * 10 ** Math.floor(random() * 15))
  const people = Array.from({ length: 40 }, () => ({ id: text(), email: random() < 0.5 ? text() : null }))
  return (path, query) => {
    const days = daysOf({ from: query.get('startDate') ?? '2026-11-20', to: query.get('endDate') ?? '2026-11-20' })
    const meta = { org_id: 'o', start_date: days[0], end_date: days.at(-1) }
    if (path.endsWith('/tokens')) return { status: 200, body: { data: [], meta } }
    const data = people.flatMap(({ id, email }) =>
      days.flatMap((date) =>
        random() < 0.4
          ? [
              personDay(id, date, {
                user_email: email,
                billable_tokens: number(),
                tool_calls: number(),
                sessions: number(),
                autonomy_ratio: number(),
                files_edited: number(),
                primary_model: text(),
                primary_model_tier: text(),
                delegation_level: text(),
                languages: [text(), text()],
              }),
            ]
          : [],
      ),
    )
    return { status: 200, body: { data, meta: { ...meta, has_more: false } } }
  }
}

test.each([1, 2])('hostile people of organisation %i keep within their cells and do nothing', async (seed) => {
  const front = await startFront(undefined, hostileRule(seed))
  onTestFinished(() => front.close())
  for (const [columns, rows] of [
    [60, 15],
    [80, 24],
    [200, 40],
  ] as const) {
    const opened = await openScreen(front, { columns, rows, screen: 'people' })
    await opened.frameWith((frame) => (frame[0] ?? '').includes('0 req') && /\d people/.test(frame[3] ?? ''))
    await drawn()
    const seen = [opened.styledFrame()]
    const keys = 'G Space k Space = l G Y Esc g g Enter j l l Y Esc s e s i s n'
    const more = 'z d G s w Enter Esc z n Enter Esc / m o d e = x Enter Esc ? q'
    for (const key of `${keys} ${more}`.split(' ')) {
      await opened.press(key)
      seen.push(opened.styledFrame())
    }
    await opened.press('/')
    await opened.paste('\u202ename~\x1b[2J\u2028')
    seen.push(opened.styledFrame())
    await opened.press('Enter')
    seen.push(opened.styledFrame())
    for (const frame of seen) expectHarmless(frame, columns, rows)
    opened.unmount()
  }
})
