import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { layoutOf, PANES } from '../../../screens/overview/layout.ts'
import { tileHeight } from '../../../screens/overview/tiles.ts'
import { AppError } from '../../../src/base/errors.ts'
import { daysOf } from '../../../src/domain/calendar/calendar.ts'
import { createMutes } from '../../../src/domain/overview/attention/attention.ts'
import { startControls } from '../../helpers/controls-service.ts'
import { NOW } from '../../helpers/demos.ts'
import { forAll } from '../../helpers/for-all.ts'
import type { FrontRule } from '../../helpers/front-server.ts'
import { drawn, type OpenedScreen, type OpenOptions, openScreen, sharedDemo } from '../../helpers/screen.tsx'
import { noNotifier } from '../../helpers/session.ts'
import { testFront } from '../../helpers/test-server.ts'

const demo = sharedDemo()

const openBehind = async (rule: FrontRule, options: OpenOptions = {}) => {
  const front = await testFront(demo, rule)
  return openScreen(front, { columns: 120, rows: 36, ...options })
}

const noAttentionItems = (path: string) => {
  if (path.endsWith('/computers')) return { status: 200, body: { computers: [] } }
  if (path.endsWith('/organization/users')) return { status: 404, body: {} }
  if (path.endsWith('/budgets')) return { status: 200, body: { budgets: [] } }
  return path.endsWith('/jobs') ? { status: 200, body: { jobs: [] } } : undefined
}
const fire = { status: 500, body: { status: 500, title: 'Internal Server Error', detail: 'on fire' } }
/** No revisions, reports, computers and jobs, so that only days can need attention. */
const daysOnly: FrontRule = (path) => {
  if (path.endsWith('/maturity-level-reports')) return { status: 200, body: { reports: [] } }
  if (path.endsWith('/history')) return { status: 200, body: { changes: [], pagination: { hasMore: false } } }
  return noAttentionItems(path)
}
const QUIET = { from: '2026-11-16', to: '2026-11-16' }
const attentionOf = (frame: readonly string[], rows = 3): string[] => {
  const start = frame.findIndex((row) => row.startsWith(' NEEDS ATTENTION'))
  return frame.slice(start, start + rows)
}

test('without attention items Overview shows a note, and Enter opens Usage', async () => {
  const opened = await openBehind(daysOnly, { state: { range: { is: 'between', range: QUIET } } })
  await opened.loaded()
  expect(attentionOf(opened.frame())).toEqual([' NEEDS ATTENTION', ' Nothing needs attention.', ''])
  await opened.press('j', 'Enter')
  expect(opened.frame()[0]).toContain('Usage')
})

test('for more than 30 days the heading shows the days that attention items cover', async () => {
  const range = { from: '2026-08-23', to: '2026-11-20' }
  const opened = await openBehind(daysOnly, { state: { range: { is: 'between', range } } })
  await opened.loaded()
  expect(attentionOf(opened.frame())[0]).toMatch(/^ NEEDS ATTENTION {2}\d+ {2}last 31 days$/)
})

test('a check that is running holds its place, where keys only say so', async () => {
  const opened = await openBehind((path) =>
    path.includes('/analytics/') || path.endsWith('/history') ? 'hold' : noAttentionItems(path),
  )
  await opened.frameWith('readiness: 1 found')
  expect(attentionOf(opened.frame(), 10).map((row) => row.trim())).toEqual([
    'NEEDS ATTENTION  1  still checking credits, tools, activity and commits, controls and 6 more',
    '▌◐ checking credits…',
    '◐ checking tools, activity and commits…',
    '◐ checking controls…',
    '◐ checking budgets…',
    '◐ checking seats…',
    '◐ checking keys…',
    '◐ checking computers…',
    '◐ checking CI jobs…',
    expect.stringMatching(/^✓ readiness: 1 found, checkout fell from L4 to L3/),
  ])
  for (const key of ['Enter', 'u', 'w']) {
    await opened.press(key)
    expect([opened.frame()[0], opened.frame().at(-1)]).toEqual([
      expect.stringContaining('> Overview'),
      ' Still checking credits.',
    ])
  }
  // A pane without rows opens its screen, as the hint says.
  await opened.press('S-Tab')
  expect(opened.frame().at(-2)).toContain('Enter Controls')
  await opened.press('Enter')
  expect(opened.frame()[0]).toContain('> Controls')
})

test('until the last day of a cached range is loaded, the first row stays the place of its checks', async () => {
  const front = await testFront(demo)
  const state: OpenOptions['state'] = { range: { is: 'between', range: { from: '2026-10-31', to: '2026-11-12' } } }
  const opened = await openScreen({ ...front }, { columns: 120, rows: 36, state })
  await opened.loaded()
  front.play(() => 'hold')
  const before = opened.frames().length
  opened.session.set({ range: { is: 'between', range: { from: '2026-11-01', to: '2026-11-13' } } })
  await opened.frameWith('checking credits…')
  await drawn()
  front.play()
  front.release()
  await opened.loaded((frame) => frame.join().includes('! 13 Nov'))
  const first = opened
    .frames()
    .slice(before)
    .map((frame) => attentionOf(frame)[1] ?? '')
  expect(first.filter((row) => !/^[▌ ](?:◐ checking credits|✓ credits|! 13 Nov)/.test(row))).toEqual([])
})

test('a check that hangs does not hide what the others found', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: NOW, shouldAdvanceTime: true })
  onTestFinished(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }))
  const opened = await openBehind((path) => (path.endsWith('/computers') ? 'hold' : undefined))
  const found = (frame: readonly string[]) =>
    frame.some((row) => row.includes('CI jobs: 1 found')) && !frame.join().includes('checking budgets')
  await opened.frameWith(found)
  await vi.advanceTimersByTimeAsync(5_000)
  const frame = await opened.frameWith((rows) => !found(rows))
  expect(attentionOf(frame)[0]).toMatch(
    /^ NEEDS ATTENTION {2}\d+ {2}(\d+ more ↓ {2})?still checking computers, use of computers$/,
  )
})

test.each([
  [60, 20],
  [80, 24],
  [120, 36],
  [200, 60],
])(
  'while a slow server answers at %ix%i, no row moves and the first row never changes what it opens',
  async (columns, rows) => {
    const held = ['/tokens', '/computers', '/keys', '/history', '/tools', '/jobs', '/maturity-level-reports', '']
    const front = await testFront(demo, () => 'hold')
    const opened = await openScreen({ ...front }, { columns, rows })
    for (const last of held) {
      // Answers one request after the other, the slowest ones last.
      front.play((path) => (held.some((one) => one !== '' && path.endsWith(one)) && last !== '' ? 'hold' : undefined))
      front.release()
      await drawn()
    }
    await opened.loaded()
    const places = new Map<string, number>()
    const first = new Set<string>()
    for (const frame of opened.frames()) {
      const start = frame.findIndex((row) => row.startsWith(' NEEDS ATTENTION'))
      expect(start).toBe(tileHeight(columns) + 4)
      const end = frame.findIndex((row, y) => y > start && (/^─/.test(row) || row.startsWith(' READINESS')))
      for (const [y, row] of frame.slice(start + 1, end).entries()) {
        const text = row.slice(1).trim()
        const name = /^[!◇]/.test(text) ? text.slice(0, 40) : /(?<=checking |[✓?] )[^:…]+/.exec(text)?.[0]
        if (name === undefined) continue
        expect([name, places.get(name) ?? y]).toEqual([name, y])
        places.set(name, y)
        if (y === 0 && /^[!◇]/.test(text)) first.add(name)
      }
    }
    expect(first.size).toBe(1)
    expect(places.size).toBeGreaterThan(4)
  },
)

test('the selected item stays selected when others arrive before it', async () => {
  const front = await testFront(demo, (path) => (path.endsWith('/productivity') ? fire : noAttentionItems(path)))
  const opened = await openScreen(front, { columns: 120, rows: 36 })
  await opened.loaded()
  expect(opened.frame().join()).toContain('NEEDS ATTENTION  3  ! some checks failed')
  await opened.press('j')
  const place = () => attentionOf(opened.frame(), 6).findIndex((row) => row.startsWith('▌'))
  const row = () => opened.frame().find((line) => line.startsWith('▌'))
  const before = row()
  expect([before, place()]).toEqual([expect.stringContaining('rev 418'), 2])
  front.play(noAttentionItems)
  await opened.press('R')
  await opened.frameWith((rows) => rows.some((line) => line.includes('NEEDS ATTENTION  4')))
  expect([row(), place()]).toEqual([before, 3])
})

test('once everything is loaded, later items do not change the selection, even before the first move', async () => {
  const front = await testFront(demo, (path) => (path.includes('/analytics/') ? fire : undefined))
  const opened = await openScreen(front, { columns: 120, rows: 36 })
  await opened.loaded()
  const row = () => opened.frame().find((line) => line.startsWith('▌'))
  const before = row()
  expect(before).toContain('rev 418')
  front.play()
  await opened.press('R')
  await opened.frameWith((rows) => rows.some((line) => line.includes('! 13 Nov') && line.includes('Usage')))
  expect(row()).toBe(before)
})

test('at any size the panes fill the window, keep their headings if there is room, and the active pane has a list', () => {
  forAll(
    fc.integer({ min: 60, max: 250 }),
    fc.integer({ min: 4, max: 90 }),
    fc.constantFrom(...PANES),
    (width, room, pane) => {
      const layout = layoutOf(width, room, pane)
      const rules = layout.hasRules ? (layout.isWide ? 1 : 2) : 0
      const below = layout.isWide ? layout.readiness : layout.readiness + layout.controls
      expect(layout.attention + below + rules).toBe(room)
      const least = layout.isWide || room > 4 ? 1 : 0
      for (const name of PANES) expect(layout[name]).toBeGreaterThanOrEqual(least)
      expect(layout[pane]).toBeGreaterThan(1)
    },
  )
})

test('if the window is tall enough, no pane moves when the attention list becomes active', () => {
  for (const [width, rooms] of [
    [80, [20, 26, 50]],
    [120, [10, 13, 26, 50]],
  ] as const) {
    for (const room of rooms) {
      const heights = PANES.map((pane) => layoutOf(width, room, pane).attention)
      expect(new Set(heights).size).toBe(1)
    }
  }
})

/** Users with credits on every day up to `last`, and none afterwards. */
const stoppedAfter =
  (last: string, ...ids: string[]): FrontRule =>
  (path, query) => {
    const days = daysOf({ from: query.get('startDate') ?? '', to: query.get('endDate') ?? '' })
    const rowsOn = (date: string) =>
      ids.map((id) => ({ user_id: id, user_email: `m.${id}@example.com`, billable_tokens: 5, date }))
    const isUsed = (date: string) => date <= last
    if (path.endsWith('/users')) {
      const data = days.filter(isUsed).flatMap(rowsOn)
      return { status: 200, body: { data, meta: { org_id: 'o', has_more: false } } }
    }
    if (!path.endsWith('/tokens')) return daysOnly(path, query)
    const data = days.map((date) => {
      return { date, billable_tokens: 5, by_model: [], by_user: isUsed(date) ? rowsOn(date) : [] }
    })
    return { status: 200, body: { data, meta: { org_id: 'o' } } }
  }

test('users who stopped are listed below their item, by name or pseudonym, and can be opened', async () => {
  const opened = await openBehind(stoppedAfter('2026-11-06', 'ito', 'lee'))
  await opened.loaded()
  await opened.press('G', 'Enter', 'j')
  const row = () => opened.frame().find((line) => line.startsWith('▌'))
  expect(row()).toMatch(
    /^▌ +m\.ito@example\.com {2}last seen 06 Nov Fri, active on 30 days in the month before +People$/,
  )
  opened.session.set({ isPrivate: true })
  const frame = await opened.frameWith((rows) => !rows.join().includes('m.ito'))
  expect(frame.join()).toMatch(/for 14 days: Person \w{5}-\w{5}, Person/)
  await opened.press('Enter')
  expect(opened.frame()[0]).toMatch(/> Overview > Person /)
})

/** Selects the row of the attention list that holds a text and opens it. */
const openItem = async (opened: OpenedScreen, text: string): Promise<void> => {
  await opened.loaded()
  await opened.press('g', 'g')
  for (let step = 0; step < 9 && !opened.frame().some((row) => row.startsWith('▌') && row.includes(text)); step += 1)
    await opened.press('j')
  await opened.press('Enter')
}

test('a revision that loosened settings opens its diff at the worst path', async () => {
  const controls = await startControls()
  onTestFinished(() => controls.close())
  const opened = await openScreen({ url: controls.url, key: controls.keys.owner }, { columns: 120, rows: 36 })
  await openItem(opened, 'rev 5')
  const frame = await opened.frameWith('= qd controls diff 4 5')
  expect(frame.find((row) => row.startsWith('▌'))).toMatch(/~ (sandbox\.)?enabled/)
})

test('a repository that lost a level opens its lost criteria, with the first one selected', async () => {
  const opened = await openBehind(noAttentionItems)
  const overview = await opened.loaded()
  const first = /fell from L\d to L\d: (\w+)/.exec(overview.join('\n'))?.[1] ?? 'nothing was lost'
  await openItem(opened, 'fell from')
  const frame = await opened.frameWith('= qd readiness compare')
  const selected = frame.findIndex((row) => row.startsWith('▌'))
  expect(frame.slice(0, selected).findLast((row) => row.startsWith(' ▾'))).toContain('lost')
  expect(frame[selected]).toContain(first)
})

test('a single user who stopped opens the last days with data, shown in the first row, until another range is chosen', async () => {
  const opened = await openBehind(stoppedAfter('2026-11-05', 'ito'))
  await openItem(opened, '1 person')
  const frame = await opened.frameWith((rows) => rows.some((row) => row.startsWith('▌05 Nov')))
  expect(frame[0]).toContain('Oct 23–Nov 05')
  expect(frame.join('\n')).toContain('--from 2026-10-23 --to 2026-11-05')
  expect(opened.session.get().range).toEqual({ is: 'last', days: 14 })
  opened.session.set({ range: { is: 'last', days: 7 } })
  await opened.frameWith('Nov 14–20')
})

test('w explains the selected item, u mutes it for a week, U shows muted items, where u unmutes', async () => {
  const now = { at: NOW }
  const mutes = createMutes(() => now.at)
  const opened = await openBehind(daysOnly, { mutes, state: { range: { is: 'last', days: 14 } } })
  await opened.loaded()
  const rows = () => attentionOf(opened.frame(), 5).map((row) => row.trimEnd())
  const [head, first, second] = rows()
  expect(head).toMatch(/^ NEEDS ATTENTION {2}[2-9]$/)
  const count = Number(head?.at(-1))
  await opened.press('w')
  expect(rows().slice(1, 3)).toEqual([
    first,
    expect.stringMatching(
      /^ {5}Credits of 13 Nov Fri: [\d,]+; the median of 8 Fridays in the eight weeks before is [\d,]+\.$/,
    ),
  ])
  await opened.press('j', 'k', 'w')
  expect(rows()[2]).toBe(second)
  await opened.press('u')
  expect(rows().slice(0, 2)).toEqual([` NEEDS ATTENTION  ${count - 1}  1 muted`, expect.stringMatching(/^▌◇ 17 Nov/)])
  expect(opened.frame().at(-1)).toContain('Muted for this session. U lists muted items, u unmutes.')
  await opened.press('U', 'G')
  const muted = opened.frame().find((row) => row.startsWith('▌'))
  expect(muted).toMatch(/^▌– 13 Nov +muted until 28 Nov: credits 2.8x the usual Friday/)
  await opened.press('u')
  expect(opened.frame().at(-1)).toContain('Unmuted.')
  expect(rows().slice(0, 2)).toEqual([head, expect.stringMatching(/! 13 Nov/)])
})

test('computers and channels need attention as well, and the heading shows when checks are still running', async () => {
  const failing = { name: 'team', since: NOW - 5, at: NOW - 5, failures: 2, why: 'status 410' }
  const notifier = { ...noNotifier, failing: async () => [failing] }
  const opened = await openBehind(() => undefined, { rows: 120, notifier })
  const has = (text: RegExp) => (frame: readonly string[]) => frame.some((row) => text.test(row))
  await opened.frameWith(has(/channel team +2 notifications were not sent: status 410/))
  await opened.loaded()
  const heads = opened.frames().flatMap((frame) => frame.find((row) => row.startsWith(' NEEDS ATTENTION')) ?? [])
  const whole = heads.at(-1)
  expect(heads.filter((head) => head !== whole && !head.includes('still checking'))).toEqual([])
  await openItem(opened, '◇ computer')
  await opened.frameWith((frame) => frame[0]?.includes('Computers') === true && has(/^▌\S/)(frame))
})

test('an export that fails in this session needs attention until its run is exported again', async () => {
  const opened = await openScreen(demo, { columns: 120, rows: 120, screen: 'wiki' })
  await opened.frameWith('5 runs')
  const end = (subject: string, why?: string) =>
    opened.session.jobs.start({
      what: 'export wiki',
      target: 'checkout',
      subject,
      run: async () => {
        if (why !== undefined) throw new AppError('unreachable', why)
        return { text: 'done' }
      },
    })
  end('wiki_checkout', 'first')
  end('wiki_checkout', 'second')
  end('another job', 'third')
  await opened.press('1')
  await opened.loaded()
  const failures = () => opened.frame().flatMap((row) => /export failed: \w+/.exec(row) ?? [])
  expect(failures()).toEqual(['export failed: second'])
  end('wiki_checkout')
  await opened.frameWith(() => failures().length === 0)
})

test('a part that the key may not read is listed, and a part that the server does not have is not', async () => {
  const refused = { status: 403, body: { status: 403, title: 'Forbidden' } }
  const opened = await openBehind((path) => {
    if (path.endsWith('/jobs')) return refused
    return path.endsWith('/computers') ? { status: 404, body: { status: 404, title: 'Not Found' } } : undefined
  })
  await opened.loaded()
  expect(attentionOf(opened.frame())[0]).toMatch(/^ NEEDS ATTENTION {2}\d+ {2}! without CI jobs$/)
  // The figures and the age of the data are unchanged.
  expect(opened.frame()[0]).toContain('● now')
})
