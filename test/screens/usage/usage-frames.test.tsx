import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { type Organisation, startDemo } from '../../helpers/demos.ts'
import { loadedFrame } from '../../helpers/expect-frame.ts'
import type { OpenOptions } from '../../helpers/screen.tsx'

let demo: Organisation
beforeAll(async () => {
  demo = await startDemo()
})

const shownFrame = (columns: number, rows: number, keys: readonly string[] = [], options: OpenOptions = {}) =>
  loadedFrame(demo, { columns, rows, screen: 'usage', ...options }, keys)

const fileOf = (name: string): string => fileURLToPath(new URL(`frames/${name}.txt`, import.meta.url))

test('credits by model at 60x16', async () => {
  expect(await shownFrame(60, 16)).toMatchInlineSnapshot(`
    " Usage > credits by model      Nov 07–20   ● now    0 req
     1 Overview  2 Usage  3 People  +7 more  : command   ? help
    ────────────────────────────────────────────────────────────
     [credits]                 total 104,843 ▲ 9.3 %   ! 13 Nov
    30k ┤                  !▆
        │▁▁ ▁▁ ▃▃ ▅▅ ▇▇ ▃▃ ██ ▁▁ ▁▁ ▅▅ ▇▇ ▅▅ ▃▃ ▃▃
      0 ┼┬──┬──┬──┬──◆──┬──┬──◆──┬──┬──┬──┬──◆──┬──
         07 08 09 10 11 12 13 14 15 16 17 18   [20]
     20 Nov Fri   5,100   4,546 under the usual Friday
    ─ by [model] person  model (grouped)  figures  ─────────────
     MODEL          CREDITS▾  % ALL       DELTA  14 DAYS
    ▌sonnet           49,708   47.4     ▼ 9.8 %  ▁▂▂▄▅▃▃▂▁▃▅▄▃▂
     opus             26,570   25.3   ▲ 130.3 %  ▁▁▁▂▂▂█▂▁▂▃▂▂▁
     gemini-pro       16,045   15.3    ▲ 30.9 %  ▂▂▂▂▃▂▃▁▁▂▂▂▂▂
     j/k row  h/l day  Tab view  F by  Enter its people
     = qd analytics tokens --by model --last 14d --compare prev"
  `)
})

test('credits by model at 80x24', async () => {
  expect(await shownFrame(80, 24)).toMatchInlineSnapshot(`
    " acme > Usage > credits by model         14d  Nov 07–20  UTC   ● now    0 req
     1 Overview  2 Usage  3 People  4 Readiness  +6 more         : command   ? help
    ────────────────────────────────────────────────────────────────────────────────
     [credits] tools  activity  productivity       total 104,843 ▲ 9.3 %   ! 13 Nov
        │                                !
    30k ┤                               ▅▅▅
        │                     ▂▂▂       ███                 ▂▂▂
        │ ▁▁▁  ▁▁▁  ▄▄▄· ▇▇▇· ███· ▄▄▄· ███· ▂▂▂  ▁▁▁  ▇▇▇  ███· ███· ▅▅▅· ▄▄▄·
      0 ┼──┬────┬────┬────┬────◆────┬────┬────◆────┬────┬────┬────┬────◆────┬──
           07   08   09   10   11   12   13   14   15   16   17   18   19  [20]
     20 Nov Fri   5,100   4,546 under the usual Friday

    ─ by [model] person  model (grouped)  figures  ─────────────────────────────────
     MODEL          CREDITS▾  % ALL       DELTA       IN      OUT  14 DAYS
    ▌sonnet           49,708   47.4     ▼ 9.8 %     105M    2.33M  ▁▂▂▄▅▃▃▂▁▃▅▄▃▂
     opus             26,570   25.3   ▲ 130.3 %    29.0M     709k  ▁▁▁▂▂▂█▂▁▂▃▂▂▁
     gemini-pro       16,045   15.3    ▲ 30.9 %    41.7M     939k  ▂▂▂▂▃▂▃▁▁▂▂▂▂▂
     codex            10,759   10.3    ▼ 27.7 %    20.0M     525k  ▁▁▂▂▂▂▂▁▂▂▂▂▂▂
     haiku             1,761    1.7    ▼ 15.1 %    12.4M     272k  ▁▂▂▂▂▂▂▁▂▂▂▂▂▂



     j/k row  h/l day  Tab view  F by  Enter its people  / filter  s sort
     = qd analytics tokens --by model --last 14d --compare prev            Y copies"
  `)
})

test('credits by model at 120x36', async () => {
  expect(await shownFrame(120, 36)).toMatchInlineSnapshot(`
    " acme > Usage > credits by model                                14d  Nov 07–20 vs Oct 24–Nov 06  UTC   ● now    0 req
     1 Overview  2 Usage  3 People  4 Readiness  5 Controls  6 Computers  7 Keys  8 Wiki  9 CI  0 Hooks  : command   ? help
    ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
     [credits] tools  activity  productivity    total 104,843 ▲ 9.3 %   ! 13 Nov   median day 5,973   month ≈204k 185k–241k
        │
    30k ┤                                                   !
        │                                                  ▇▇▇▇
        │                                                  ████
        │                                                  ████
    15k ┤                                  ▃▃▃▃    ·····   ████                            ▃▃▃▃
        │                          ▄▄▄▄    ████·   ·····   ████·                   ▂▂▂▂    ████·   ▅▅▅▅·   ·····
        │                  ▂▂▂▂·   ████·   ████·   ▄▄▄▄·   ████·                   ████    ████·   ████·   ▆▆▆▆·   ▃▃▃▃·
        │  ▁▁▁▁    ▂▂▂▂    ████·   ████·   ████·   ████·   ████·   ▅▅▅▅    ▂▂▂▂·   ████·   ████·   ████·   ████·   ████·
      0 ┼───┬───────┬───────┬───────┬───────◆───────┬───────┬───────◆───────┬───────┬───────┬───────┬───────◆───────┬────
            07      08      09      10      11      12      13      14      15      16      17      18      19     [20]
     20 Nov Fri   5,100   4,546 under the usual Friday   median of 8 weeks 9,646, 0.5x

    ─ by [model] person  model (grouped)  figures  ─────────────────────────────────────────────────────────────────────────
     MODEL         TIER        CREDITS▾  % ALL       DELTA       IN      OUT  14 DAYS         NOTE
    ▌sonnet        standard      49,708   47.4     ▼ 9.8 %     105M    2.33M  ▁▂▂▄▅▃▃▂▁▃▅▄▃▂  ! 2 days
     opus          thinking      26,570   25.3   ▲ 130.3 %    29.0M     709k  ▁▁▁▂▂▂█▂▁▂▃▂▂▁  ! 3 days
     gemini-pro    standard      16,045   15.3    ▲ 30.9 %    41.7M     939k  ▂▂▂▂▃▂▃▁▁▂▂▂▂▂  ! 2 days
     codex         thinking      10,759   10.3    ▼ 27.7 %    20.0M     525k  ▁▁▂▂▂▂▂▁▂▂▂▂▂▂  ! 15 Nov
     haiku         standard       1,761    1.7    ▼ 15.1 %    12.4M     272k  ▁▂▂▂▂▂▂▁▂▂▂▂▂▂  ! 2 days










     j/k row  h/l day  Tab view  F by  Enter its people  / filter  s sort  ^s export  t{} range  d compare  r refresh
     = qd analytics tokens --by model --last 14d --compare prev                                                    Y copies"
  `)
})

test('who used a model at 80x24', async () => {
  expect(await shownFrame(80, 24, ['j', 'Enter', 'n'])).toMatchInlineSnapshot(`
    " acme > Usage > credits by model > opus  14d  Nov 07–20  UTC   ● now    0 req
     1 Overview  2 Usage  3 People  4 Readiness  +6 more         : command   ? help
    ────────────────────────────────────────────────────────────────────────────────
     [credits] tools  activity  productivity       opus 26,570 ▲ 130.3 %   ! 3 days
        │                                !
    20k ┤                               ▄▄▄
        │                               ███   !         !
        │                ▁▁▁  ▁▁▁  ▁▁▁· ███  ▁▁▁       ▂▂▂  ▃▃▃  ▁▁▁  ▁▁▁
      0 ┼──┬────┬────┬────┬────◆────┬────┬────◆────┬────┬────┬────┬────◆────┬──
           07   08   09   10   11   12  [13]  14   15   16   17   18   19   20
     13 Nov Fri   17,036   16,269 over the usual Friday

    ─ by [model] person  model (grouped)  figures  ─────────────────────────────────
     PERSON                       CREDITS▾  % ALL       DELTA  14 DAYS
    ▌a.chen@northwind.example       16,336   15.6     ▲ 10.7x  ▁▁▁▂▁▁█▁▁▁▂▁▂▁
     c.dubois@northwind.example      9,398    9.0    ▲ 23.5 %  ▁▁▁▂▂▂▂▂▁▂▃▂▁▁
     l.novak@northwind.example         836    0.8    ▼ 65.2 %  ▁▁▁▁▁▁▂▁▁▁▁▁▁▁





     j/k row  h/l day  Tab view  F by  Enter 13 Nov  / filter  s sort  ^s export
     = qd analytics tokens --by person --model opus --last 14d --compare prev"
  `)
})

test('activity at 80x24', async () => {
  expect(await shownFrame(80, 24, ['Tab', 'Tab'])).toMatchInlineSnapshot(`
    " acme > Usage > activity figures         14d  Nov 07–20  UTC   ● now    0 req
     1 Overview  2 Usage  3 People  4 Readiness  +6 more         : command   ? help
    ────────────────────────────────────────────────────────────────────────────────
      credits  tools [activity] productivity              people: daily 6.4 ▼ 2.2 %
    12 ┤ ⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⣒⡲⠖⠲⢖⠒⠒⠒⠒⢒⡲⢲⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⣒⠶⣒⡒⠒⠒⠒⠒⠒⠒⠒⠒⠒● weekly
       │        ⣀⠤⠔⠒⠊⠉     ⠑⠢⡠⠔⠁  ⠑⡄         ⡠⠔⠊   ⠈⠑⠒⠒⠢⠤⠤⠤⠤⠤● monthly
     6 ┤    ⢀⡠⠔⠊                   ⠈⢢     ⢀⡠⠊                  daily
       │ ⠤⠒⠊⠁                        ⠉⠑⠒⠢⠔⠁
     0 ┼─┬───┬───┬───┬───◆───┬───┬───◆───┬───┬───┬───┬───◆───┬──
         07  08  09  10  11  12  13  14  15  16  17  18  19 [20]
     20 Nov Fri   daily 7   weekly 11   monthly 11   2 under the usual Friday

    ─ by [figures] client  client (grouped)  ───────────────────────────────────────
     FIGURE                              RANGE       DELTA  14 DAYS
    ▌people, daily         mean day        6.4     ▼ 2.2 %  ▂▃▆▇█▅█▃▂▅█▇▆▆
     people, weekly        last day         11           =  ██████████████
     people, monthly       last day         11           =  ██████████████
     stickiness            of month     57.8 %    ▼ 1.3 pt  ▂▃▆▇█▅█▃▂▅█▇▆▆
     sessions              total           255     ▲ 2.0 %  ▂▂▅▇█▅█▂▂▆█▆▅▅
     messages              total         7,638     ▲ 3.1 %  ▂▂▃▅▆▃█▂▂▄▆▅▄▃
     messages from people  total         1,311     ▼ 1.2 %  ▂▂▄▇▇▄█▂▂▅▇▆▅▅

     j/k row  h/l day  Tab view  F by  / filter  s sort  ^s export  t{} range
     = qd analytics activity --by figures --last 14d --compare prev        Y copies"
  `)
})

test('productivity at 80x24', async () => {
  expect(await shownFrame(80, 24, ['S-Tab'])).toMatchInlineSnapshot(`
    " acme > Usage > productivity figures     14d  Nov 07–20  UTC   ● now    0 req
     1 Overview  2 Usage  3 People  4 Readiness  +6 more         : command   ? help
    ────────────────────────────────────────────────────────────────────────────────
      credits  tools  activity [productivity]        commits 77 ▼ 23.0 %   ! 17 Nov
       │                                                    !
    25 ┤                          ····                     ▃▃▃
       │                          ···· ▄▄▄            ▂▂▂  ███            ····
       │      ▁▁▁  ▄▄▄· ▆▆▆· ▆▆▆· ▃▃▃· ███·      ▁▁▁  ███· ███· ▇▇▇· ▃▃▃· ▄▄▄·
     0 ┼──┬────┬────┬────┬────◆────┬────┬────◆────┬────┬────┬────┬────◆────┬──
          07   08   09   10   11   12   13   14   15   16   17   18   19  [20]
     20 Nov Fri   4   6.5 under the usual Friday   median of 8 weeks 11, 0.4x

    ─ by [figures] language  extension  ────────────────────────────────────────────
     FIGURE                       RANGE       DELTA  14 DAYS         NOTE
    ▌commits        total            77    ▼ 23.0 %  ▁▂▃▄▄▃▆▁▂▅█▄▃▃  ! 17 Nov
     pull requests  total             6    ▼ 25.0 %  ▁▁▁▁▁▁▃▁▁▃█▁▁▁
     files edited   total         1,300     ▼ 5.5 %  ▂▂▅▆█▅█▂▂▇█▇▇▅
     files created  total           276     ▲ 6.6 %  ▂▂▄▄█▄▄▂▂▇▆▅▆▃




     j/k row  h/l day  Tab view  F by  / filter  s sort  ^s export  t{} range
     = qd analytics productivity --by figures --last 14d --compare prev    Y copies"
  `)
})

test('activity in ASCII at 80x24', async () => {
  expect(await shownFrame(80, 24, ['Tab', 'Tab'], { theme: { isAscii: true } })).toMatchInlineSnapshot(`
    " acme > Usage > activity figures         14d  Nov 07-20  UTC   * now    0 req
     1 Overview  2 Usage  3 People  4 Readiness  +6 more         : command   ? help
    --------------------------------------------------------------------------------
      credits  tools [activity] productivity              people: daily 6.4 v 2.2 %
    12 + o...o...o...*...*...o...*...o...o...o...*...o...o...@ weekly
       |        .*...      ..*..  ..         *..    .*...*...@ monthly
     6 +     *..                    .      ..                  daily
       | *...                        *...*.
     0 +-+---+---+---+---C---+---+---C---+---+---+---+---C---+--
         07  08  09  10  11  12  13  14  15  16  17  18  19 [20]
     20 Nov Fri   daily 7   weekly 11   monthly 11   2 under the usual Friday

    - by [figures] client  client (grouped)  ---------------------------------------
     FIGURE                              RANGE       DELTA  14 DAYS
    |people, daily         mean day        6.4     v 2.2 %  .-+*#=#-.=#*++
     people, weekly        last day         11           =  ##############
     people, monthly       last day         11           =  ##############
     stickiness            of month     57.8 %    v 1.3 pt  .-+*#=#-.=#*++
     sessions              total           255     ^ 2.0 %  ..=*#=#..+#+==
     messages              total         7,638     ^ 3.1 %  ..-=+-#..:+=:-
     messages from people  total         1,311     v 1.2 %  ..:**:#..=*+==

     j/k row  h/l day  Tab view  F by  / filter  s sort  ^s export  t{} range
     = qd analytics activity --by figures --last 14d --compare prev        Y copies"
  `)
})

test('a range that reaches back before the data has gaps and says that its figures are not whole', async () => {
  const state = { range: { is: 'between', range: { from: '2026-09-05', to: '2026-09-18' } } } as const
  expect(await shownFrame(80, 24, [], { state })).toMatchInlineSnapshot(`
    " acme > Usage > credits by model              Sep 05–18  UTC   ● now    0 req
     1 Overview  2 Usage  3 People  4 Readiness  +6 more         : command   ? help
    ────────────────────────────────────────────────────────────────────────────────
     [credits] tools  activity  productivity       total 34,937?   median day 6,462
      10k ┤                                                        ▁▁▁       ▅▅▅
          │                                              ▅▅▅  ▅▅▅  ███       ███
    5,000 ┤                                              ███  ███  ███  ▆▆▆  ███
          │                                    ▂▂▂  ▁▁▁  ███  ███  ███  ███  ███
        0 ┼                                   ──┬────┬────┬────◆────┬────┬────┬──
             05   06   07   08   09   10   11   12   13   14   15   16   17  [18]
     18 Sep Fri   9,181   too few earlier Fridays to tell what is usual

    ─ by [model] person  model (grouped)  figures  ─────────────────────────────────
     MODEL          CREDITS▾  % ALL       DELTA       IN      OUT  14 DAYS
    ▌sonnet           21,106   60.4                44.7M    1.02M         ▂▂▆▆▇▅█
     codex             8,854   25.3                15.7M     337k         ▁▁▄▄▃▃▄
     gemini-pro        2,673    7.7                6.55M     183k         ▁▂▂▂▃▂▂
     opus              1,815    5.2                1.91M    44.3k         ▂▁▂▂▁▂▂
     haiku               489    1.4                3.28M    72.2k         ▁▁▁▂▂▁▂



     j/k row  h/l day  Tab view  F by  Enter its people  / filter  s sort
     = qd analytics tokens --by model --from 2026-09-05 --to 2026-09-18 --compare p…"
  `)
})

test.each([
  ['credits-by-model', 200, 60, []],
  ['credits-by-person', 200, 60, ['F', 'Enter']],
  ['tools-by-tool', 120, 36, ['Tab']],
  ['tools-by-hook', 120, 36, ['Tab', 'F', 'h']],
  ['tools-figures', 200, 60, ['Tab', 'F', 'f']],
  ['activity', 120, 36, ['Tab', 'Tab']],
  ['activity-by-client', 120, 36, ['Tab', 'Tab', 'F', 'Enter']],
  ['productivity', 120, 36, ['S-Tab']],
  ['productivity-by-language', 200, 60, ['S-Tab', 'F', 'Enter']],
] as const)('%s at %ix%i', async (name, columns, rows, keys) => {
  await expect(await shownFrame(columns, rows, keys)).toMatchFileSnapshot(fileOf(`usage-${name}-${columns}x${rows}`))
})
