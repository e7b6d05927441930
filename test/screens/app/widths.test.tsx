import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { SCREEN_NAMES, type ScreenName } from '../../../screens/kit/screen/names.ts'
import { screens } from '../../../screens/table.ts'
import { createNotifierAccess } from '../../../src/app/own-notifier.ts'
import type { NotifierSettings } from '../../../src/config/notifier/notifier-schema.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { runSender } from '../../../src/notify/send/sender.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { type OpenedScreen, openScreen, sharedDemo } from '../../helpers/screen.tsx'
import { testNotifier } from '../../helpers/test-notifier.ts'
import { tries } from '../../helpers/tries.ts'
import { openView, toView } from '../../helpers/views.ts'

const demo = sharedDemo()

const ROWS = 24
/** The widths that the screens are designed for. */
const LAID_OUT = [60, 80, 100, 140, 200] as const

type Place = { screen: ScreenName; keys?: readonly string[] }
const settings: NotifierSettings = {
  channels: { team: { kind: 'ntfy', url: 'https://ntfy.example/a-topic' }, desk: { kind: 'desktop' } },
  rules: [{ events: ['Notification'], channels: ['team', 'desk'] }],
}

const inside = {
  person: { screen: 'people', keys: ['Enter'] },
  report: { screen: 'readiness', keys: ['Enter'] },
  diff: { screen: 'controls', keys: ['Enter'] },
  blame: { screen: 'controls', keys: ['Enter', 'b'] },
  settings: { screen: 'controls', keys: ['Enter', 'Enter'] },
} satisfies Record<string, Place>

/** The initial view of every screen, and inner views of some. */
const places: Readonly<Record<string, Place>> = {
  ...Object.fromEntries(SCREEN_NAMES.map((screen) => [screen === 'controls' ? 'history' : screen, { screen }])),
  ...inside,
}

/** A notifier with one event. Without one it would test a sample event of the current folder. */
const ownNotifier = async () => {
  const { notifier, sender } = testNotifier({ folder: join(makeFolder(), 'notifier'), settings })
  const event = {
    hook_event_name: 'Notification',
    session_id: 's1',
    cwd: '/work/shop',
    message: 'May I run npm publish?',
  }
  notifier.receive(JSON.stringify(event))
  await runSender(sender)
  return createNotifierAccess(notifier)
}

const openPlace = async ({ screen, keys = [] }: Place, columns: number): Promise<OpenedScreen> => {
  const size = { columns, rows: ROWS }
  if (screen === 'hooks') {
    const hooks = await openScreen(demo, { ...size, screen, notifier: await ownNotifier() })
    await hooks.frameWith('desktop')
    return hooks
  }
  const opened = await openView(demo, screen, size)
  for (const key of keys) await toView(opened, [key])
  return opened
}

/** The frame after a resize to this width. */
const frameAt = async (opened: OpenedScreen, columns: number): Promise<string[]> => {
  await opened.resize(columns, ROWS)
  return opened.frameWith((frame) => textWidth(frame[2] ?? '') === columns)
}

const fileOf = (name: string): string => fileURLToPath(new URL(`frames/widths-${name}.txt`, import.meta.url))

/** The titles of the table's columns, without the scale of sparklines; empty without a table. */
const titlesOf = (frame: readonly string[]): string[] => {
  const heading = /^ +(?:#|[A-Z]{2,}[A-Z ]*[▾▴]?)(?: {2,}(?:\d+ )?[A-Z#%][A-Z% ]*[▾▴]?)+ *(?:│|$)/
  const rows = frame.map((row) => row.replace(/, (?:OWN|ONE) SCALE/, ''))
  const row = rows.find((one, y) => y > 3 && heading.test(one))?.split('│')[0] ?? ''
  return row.replaceAll(/[▾▴]/g, '').trim().split(/ {2,}/)
}

/** The widths at which the layout of the panes changes, and at which revisions show their time instead of their day. */
const BREAKPOINTS = [80, 100, 120, 140, 178]

/** Every eighth width from 60 to 240, with a different start for each view; all widths in a long run. */
const widthsFor = (place: number): number[] => {
  const step = 181 / tries(23)
  const widths = Array.from({ length: 181 }, (_, at) => 60 + at)
  return widths.filter(
    (columns) => step <= 1 || columns % 8 === place % 8 || (LAID_OUT as readonly number[]).includes(columns),
  )
}

const numbered = Object.keys(places).map((name, at) => [name, at] as const)
test.each(numbered)('%s fits each width, and wider windows keep the columns of narrower ones', async (name, at) => {
  const place = places[name] as Place
  const { title } = screens[place.screen]
  const opened = await openPlace(place, 140)
  const expected: string[] = []
  let before = { columns: 0, titles: [] as string[] }
  for (const columns of widthsFor(at)) {
    const frame = await frameAt(opened, columns)
    if ((LAID_OUT as readonly number[]).includes(columns)) expected.push(`${columns} columns`, ...frame, '')
    expect(frame).toHaveLength(ROWS)
    expect([columns, Math.max(...frame.map(textWidth))]).toEqual([columns, columns])
    expect(frame[1]).toContain(title)
    const titles = titlesOf(frame)
    const isNewLayout = BREAKPOINTS.some((width) => before.columns < width && width <= columns)
    expect([columns, isNewLayout ? [] : before.titles.filter((one) => !titles.includes(one))]).toEqual([columns, []])
    before = { columns, titles }
  }
  await expect(`${expected.join('\n')}\n`).toMatchFileSnapshot(fileOf(name))
})
