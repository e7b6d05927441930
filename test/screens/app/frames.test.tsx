import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { type Organisation, startDemo } from '../../helpers/demos.ts'
import { loadedFrame } from '../../helpers/expect-frame.ts'
import type { OpenOptions } from '../../helpers/screen.tsx'

let demo: Organisation
beforeAll(async () => {
  demo = await startDemo()
})

const shownFrame = (columns: number, rows: number, options: OpenOptions = {}, ...keys: string[]) =>
  loadedFrame(demo, { columns, rows, ...options }, keys)

const fileOf = (name: string): string => fileURLToPath(new URL(`frames/${name}.txt`, import.meta.url))

test('Overview at 60x16', async () => {
  expect(await shownFrame(60, 16)).toMatchInlineSnapshot(`
    " acme > Overview     14d  Nov 07–20  UTC   ● now    0 req
     1 Overview  2 Usage  3 People  +7 more  : command   ? help
    ────────────────────────────────────────────────────────────
     CREDITS    105k        ▲ 9.3 %    ▂▂▃▄▅▃█▂▂▄▅▄▃▃
     PEOPLE     6.4 daily   ▼ 2.2 %    ▂▃▆▇█▅█▃▂▅█▇▆▆
     SESSIONS   255         ▲ 2.0 %    ▂▂▅▇█▅█▂▂▆█▆▅▅
     COMMITS    77          ▼ 23.0 %   ▁▂▃▄▄▃▆▁▂▅█▄▃▃
     TOOL CALLS 14.3k       ▲ 4.0 %    ▂▂▄▅▆▃█▂▂▄▆▅▄▃
    ────────────────────────────────────────────────────────────
     NEEDS ATTENTION  9
    ▌! 13 Nov              credits 2.8x the usual Friday, 98 …
     ◇ 17 Nov              commits 2.7x the usual Tuesday
     READINESS  9 repositories, L2 overall
     CONTROLS  latest 418, 1 d ago, Hana Fischer
     j/k row  Tab list  Enter 13 Nov  w why  t{} range
     = qd overview --last 14d --compare prev           Y copies"
  `)
})

test('Overview at 200x60', async () => {
  await expect(await shownFrame(200, 60)).toMatchFileSnapshot(fileOf('overview-200x60'))
})

test('in a small window Tab gives the room on Overview to the list that has the keys', async () => {
  const readiness = await shownFrame(60, 16, {}, 'Tab', 'j')
  expect(readiness.split('\n').slice(9, 14)).toEqual([
    ' NEEDS ATTENTION  9',
    ' READINESS  9 repositories, L2 overall',
    ' legacy-billing               L1           13.0 %  ▃▂▂',
    '▌search                       L2           31.6 %  ▄▃▄▄▄',
    ' CONTROLS  latest 418, 1 d ago, Hana Fischer',
  ])
  const controls = await shownFrame(60, 16, {}, 'S-Tab')
  expect(controls.split('\n').slice(9, 14)).toEqual([
    ' NEEDS ATTENTION  9',
    ' READINESS  9 repositories, L2 overall',
    ' CONTROLS  latest 418, 1 d ago, Hana Fischer',
    '▌ 418     1 d  Hana Fischer    commandAllowlist, managedCo…',
    '  417     6 d  Ada Chen        modelPolicy, sessionDefault…',
  ])
})
