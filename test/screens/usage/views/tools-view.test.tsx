import { beforeAll, expect, test } from 'vitest'
import { type Organisation, startDemo } from '../../../helpers/demos.ts'
import { loadedFrame } from '../../../helpers/expect-frame.ts'
import type { OpenOptions } from '../../../helpers/screen.tsx'

let demo: Organisation
beforeAll(async () => {
  demo = await startDemo()
})

const shownFrame = (columns: number, rows: number, keys: readonly string[] = [], options: OpenOptions = {}) =>
  loadedFrame(demo, { columns, rows, screen: 'usage', ...options }, keys)

test('tools by tool at 80x24', async () => {
  expect(await shownFrame(80, 24, ['Tab'])).toMatchInlineSnapshot(`
    " acme > Usage > tools by tool            14d  Nov 07–20  UTC   ● now    0 req
     1 Overview  2 Usage  3 People  4 Readiness  +6 more         : command   ? help
    ────────────────────────────────────────────────────────────────────────────────
      credits [tools] activity  productivity   tool calls 14,283 ▲ 4.0 %   ! 13 Nov
          │                                !
    3,000 ┤                               ▇▇▇
          │                ▃▃▃· ▆▆▆  ···· ███            ▁▁▁  ▆▆▆· ▃▃▃  ▂▂▂
          │ ▁▁▁  ▁▁▁  ▇▇▇· ███· ███· ▆▆▆· ███· ▂▂▂  ▁▁▁  ███· ███· ███· ███· ▆▆▆·
        0 ┼──┬────┬────┬────┬────◆────┬────┬────◆────┬────┬────┬────┬────◆────┬──
             07   08   09   10   11   12   13   14   15   16   17   18   19  [20]
     20 Nov Fri   782   600 under the usual Friday   median of 8 weeks 1,382, 0.6x

    ─ by [tool] 1 of 8, F lists them ───────────────────────────────────────────────
     TOOL                              CALLS▾  % ALL       DELTA  14 DAYS
    ▌Read                               4,298   30.1     ▲ 5.6 %  ▂▂▄▅▆▃█▂▂▄▇▅▄▃
     Edit                               2,354   16.5     ▲ 0.6 %  ▂▂▃▃▄▂▅▂▂▃▃▄▃▃
     Execute                            2,242   15.7     ▲ 6.8 %  ▂▂▃▃▄▂▆▂▂▃▃▃▃▃
     Grep                               1,719   12.0     ▲ 6.8 %  ▂▂▂▃▄▂▅▂▂▃▃▃▃▂
     Glob                                 870    6.1    ▲ 11.3 %  ▂▂▂▂▂▂▃▂▂▂▂▂▂▂
     Create                               666    4.7     ▼ 5.1 %  ▂▂▂▂▂▂▃▂▂▂▂▂▂▂
     LS                                   634    4.4     ▲ 1.9 %  ▂▂▂▂▂▂▂▂▂▂▂▂▂▂
     TodoWrite                            503    3.5     ▼ 9.4 %  ▂▂▂▂▂▂▂▂▂▂▂▂▂▂
     j/k row  h/l day  Tab view  F by  Enter its days  / filter  s sort  ^s export
     = qd analytics tools --by tool --last 14d --compare prev              Y copies"
  `)
})

test('MCP servers at 80x24', async () => {
  expect(await shownFrame(80, 24, ['Tab', 'F', 'Enter', 'F', 'Enter'])).toMatchInlineSnapshot(`
    " acme > Usage > tools by MCP server      14d  Nov 07–20  UTC   ● now    0 req
     1 Overview  2 Usage  3 People  4 Readiness  +6 more         : command   ? help
    ────────────────────────────────────────────────────────────────────────────────
      credits [tools] activity  productivity        MCP users, mean day 3.5 ▲ 4.3 %
    6 ┤                     ███       ███                 ███
      │           ▅▅▅· ▅▅▅  ███· ···· ███·           ▅▅▅· ███· ▅▅▅· ▅▅▅· ▅▅▅·
    3 ┤           ███· ███· ███· ███· ███·           ███· ███· ███· ███· ███·
      │ ▅▅▅  ▅▅▅· ███· ███· ███· ███· ███· ▅▅▅  ▅▅▅  ███· ███· ███· ███· ███·
    0 ┼──┬────┬────┬────┬────◆────┬────┬────◆────┬────┬────┬────┬────◆────┬──
         07   08   09   10   11   12   13   14   15   16   17   18   19  [20]
     20 Nov Fri   4   1 under the usual Friday   median of 8 weeks 5, 0.8x

    ─ by [MCP server] 3 of 8, F lists them ─────────────────────────────────────────
     MCP SERVER    SAME NAME AS       CALLS▾       DELTA  14 DAYS         NOTE
    ▌linear        = Linear              226     ▲ 8.7 %  ▂▂▃▇▅▃▇▂▂██▇▅▄  ! 16 Nov
     github        = GitHub              141     ▼ 0.7 %  ▁▁▂▅▄▂▄▁▁▆▇▄▄▃  ! 16 Nov
     sentry                               53    ▲ 12.8 %  ▁▁▂▂▂▂▃▁▁▃▄▃▂▂
     postgres                             42     ▲ 5.0 %  ▁▁▂▂▂▂▃▁▁▃▃▂▂▂  ! 16 Nov
     figma                                26     ▲ 8.3 %  ▁▁▂▂▂▂▂▁▁▂▃▂▂▂
     notion-検索                           6   ▲ 100.0 %  ▁▁▁▂▂▁▂▁▁▂▂▂▁▁


     j/k row  h/l day  Tab view  F by  Enter its days  / filter  s sort  ^s export
     = qd analytics tools --by mcp-server --last 14d --compare prev        Y copies"
  `)
})

test('the levels of autonomy are parts of each day and of all of them', async () => {
  expect(await shownFrame(120, 30, ['Tab', 'F', 'a'])).toMatchInlineSnapshot(`
    " acme > Usage > tools by autonomy level                         14d  Nov 07–20 vs Oct 24–Nov 06  UTC   ● now    0 req
     1 Overview  2 Usage  3 People  4 Readiness  5 Controls  6 Computers  7 Keys  8 Wiki  9 CI  0 Hooks  : command   ? help
    ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
      credits [tools] activity  productivity            █ auto-high 74 %  ▓ auto-medium 14 %  ▒ auto-low 10 %  ░ manual 2 %
          │
    100 % ┤  ████    ████    ▓▓▓▓    ▒▒▒▒    ▒▒▒▒    ▒▒▒▒    ████    ▒▒▒▒    ████    ▒▒▒▒    ▒▒▒▒    ▓▓▓▓    ▒▒▒▒    ▒▒▒▒
          │  ████    ████    ▓▓▓▓    ▓▓▓▓    ▓▓▓▓    ▒▒▒▒    ████    ████    ████    ▓▓▓▓    ▓▓▓▓    ████    ▓▓▓▓    ▓▓▓▓
          │  ████    ████    ████    ████    ████    ▓▓▓▓    ████    ████    ████    ████    ████    ████    ▓▓▓▓    ████
     50 % ┤  ████    ████    ████    ████    ████    ▓▓▓▓    ████    ████    ████    ████    ████    ████    ████    ████
          │  ████    ████    ████    ████    ████    ████    ████    ████    ████    ████    ████    ████    ████    ████
          │  ████    ████    ████    ████    ████    ████    ████    ████    ████    ████    ████    ████    ████    ████
        0 ┼───┬───────┬───────┬───────┬───────◆───────┬───────┬───────◆───────┬───────┬───────┬───────┬───────◆───────┬────
              07      08      09      10      11      12      13      14      15      16      17      18      19     [20]
     20 Nov Fri   auto-high 62.4 %   auto-medium 23.7 %   auto-low 10.6 %   manual 3.3 %   11.6 pt under the usual Friday
     all days █████████████████████████████████████████████████████████████████████████████████▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▒▒▒▒▒▒▒▒▒▒▒░░
    ─ by  tool  tool (grouped)  MCP server  skill  slash command  hook [autonomy level] figures  ───────────────────────────
     LEVEL             MEAN DAY▾       DELTA  14 DAYS         NOTE
    ▌auto-high     ██     74.1 %    ▲ 9.8 pt  ██▆▆▆▄█▇█▇▆▇▅▆
     auto-medium   ▓▓     13.7 %    ▼ 7.1 pt  ▁▁▄▃▂▄▂▁▁▂▂▃▄▃
     auto-low      ▒▒     10.2 %    ▲ 5.3 pt  ▁▁▂▃▃▃▂▃▁▂▃▂▂▂  ! 14 Nov
     manual        ░░      2.0 %    ▼ 0.9 pt  ▁▁▂▂▂▁▂▁▁▂▂▂▁▂







     j/k row  h/l day  Tab view  F by  Enter its days  / filter  s sort  ^s export  t{} range  d compare  r refresh  ? keys
     = qd analytics tools --by autonomy-level --last 14d --compare prev                                            Y copies"
  `)
})

test('the figures of tools at 120x30, with three lines for autonomy', async () => {
  expect(await shownFrame(120, 30, ['Tab', 'F', 'f', ...'jjjjjj'])).toMatchInlineSnapshot(`
    " acme > Usage > tools figures                                   14d  Nov 07–20 vs Oct 24–Nov 06  UTC   ● now    0 req
     1 Overview  2 Usage  3 People  4 Readiness  5 Controls  6 Computers  7 Keys  8 Wiki  9 CI  0 Hooks  : command   ? help
    ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
      credits [tools] activity  productivity             autonomy: mean 11.8 ▲ 15.1 %   p50 11.2 ▲ 5.7 %   p90 16.8 ▲ 9.2 %
       │
    20 ┤  ⣀⣀                       ⣀⣀⣀⣀⣀⣀⣀       ⣀⣀⣀⣀               ⣀⣀⣀⡠⠤⠤⠤⣀⣀⣀⡀     ⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀
       │   ⠉⠉⠛⠫⠵⢖⣒⡒⠒⠒⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉  ⢀⣀   ⠉⠉⠉⠉⠉⠉⠉    ⠉⠒⠤⢄⡀   ⢀⣀⢤⣲⠞⠉⠛⠦⣤⣀       ⠈⠉⠉⠉⠉⠉            ⠉⠉⠉⠑⠒● p90
       │          ⠉⠉⠛⠲⠶⢤⣤⣤⣤⣤⣀⣀⣀⣀⠤⣤⣒⣊⡩⠥⠤⠭⠶⠤⣄⣀⣀⣀⣀⠤⣤⡤⠴⠖⠲⢤⡤⣀⡀⠈⠑⠒⢉⠥⣒⠕⠁     ⠈⠙⠳⠶⠶⣤⣤⣤⣄⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⠤⠤⣤⣔⣒⣒⡢⠤⠤⣀⣀
    10 ┤                    ⠉⠉⠉⠉⠉          ⠈⠑⠒⠉⠉      ⠈⠑⠬⣉⠑⠊⡡⠊                ⠈⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉    ⠈⠉⠉⠒⠒⠭● mean
       │                                                  ⠉⠊                                           p50
       │
     0 ┼──┬──────┬──────┬──────┬──────◆──────┬──────┬──────◆──────┬──────┬──────┬──────┬──────◆──────┬────
          07     08     09     10     11     12     13     14     15     16     17     18     19    [20]
     20 Nov Fri   mean 9.3   p50 8.0   p90 15.8   1.3 under the usual Friday   median of 8 weeks 10.6, 0.9x

    ─ by  tool  tool (grouped)  MCP server  skill  slash command  hook  autonomy level [figures] ───────────────────────────
     FIGURE                                        RANGE       DELTA  14 DAYS         NOTE
     tool calls                    total          14,283     ▲ 4.0 %  ▂▂▄▅▆▃█▂▂▄▆▅▄▃  ! 13 Nov
     MCP users                     mean day          3.5     ▲ 4.3 %  ▃▃▆▆█▅█▃▃▆█▆▆▆
     skills                        total              88     ▲ 1.1 %  ▁▁▂▄▇▅█▃▂▄█▃▄▇
     slash commands                total             157    ▼ 14.7 %  ▂▂▅▆▄▄▅▂▁▃█▆▆▅
     hooks                         total           2,433    ▼ 12.0 %  ▂▃▄▆█▃█▃▂▇▇█▄▅
     web users                     mean day          1.1    ▼ 16.7 %  ▄▁▄▆▆▄▆▁▁▄█▁▄▄
    ▌autonomy, mean                mean day         11.8    ▲ 15.1 %  █▇▆▆▆▆▆▅█▆▆▆▆▅
     autonomy, p50                 median day       11.2     ▲ 5.7 %  █▇▆▆▇▅▆▄█▆▅▅▆▅
     autonomy, p90                 median day       16.8     ▲ 9.2 %  ███████▆██████
     calls a session               mean day         59.0    ▲ 11.5 %  ▅▅▄▄▅▄▇▅█▄▄▅▆▄  ! 2 days
     turns a session               mean day          5.1     ▲ 1.5 %  ▄▆▆▇▆▆█▇█▆▆▇▇▇
     j/k row  h/l day  Tab view  F by  / filter  s sort  ^s export  t{} range  d compare  r refresh  ? keys  q quit
     = qd analytics tools --by figures --last 14d --compare prev                                                   Y copies"
  `)
})

test('the levels of autonomy in ASCII at 80x24', async () => {
  expect(await shownFrame(80, 24, ['Tab', 'F', 'a'], { theme: { isAscii: true } })).toMatchInlineSnapshot(`
    " acme > Usage > tools by autonomy level  14d  Nov 07-20  UTC   * now    0 req
     1 Overview  2 Usage  3 People  4 Readiness  +6 more         : command   ? help
    --------------------------------------------------------------------------------
      credits [tools] activity  productivity   # auto-high 74 %  = auto-medium 14 %
    100 % + ###  ###  ===  ---  ---  ---  ###  ---  ###  ===  ---  ===  ===  ===
          | ###  ###  ===  ===  ###  ===  ###  ###  ###  ###  ###  ###  ===  ###
     50 % + ###  ###  ###  ###  ###  ###  ###  ###  ###  ###  ###  ###  ###  ###
          | ###  ###  ###  ###  ###  ###  ###  ###  ###  ###  ###  ###  ###  ###
        0 +--+----+----+----+----C----+----+----C----+----+----+----+----C----+--
             07   08   09   10   11   12   13   14   15   16   17   18   19  [20]
     20 Nov Fri   auto-high 62.4 %   auto-medium 23.7 %   auto-low 10.6 %
     all days ###################################################==========-------.
    - by [autonomy level] 7 of 8, F lists them -------------------------------------
     LEVEL             MEAN DAY}       DELTA  14 DAYS         NOTE
    |auto-high     ##     74.1 %    ^ 9.8 pt  ##+++:#*#*+*=+
     auto-medium   ==     13.7 %    v 7.1 pt  __:-.:.__..-:-
     auto-low      --     10.2 %    ^ 5.3 pt  __.---.-_.-...  ! 14 Nov
     manual        ..      2.0 %    v 0.9 pt  __..._.__..._.




     j/k row  h/l day  Tab view  F by  Enter its days  / filter  s sort  ^s export
     = qd analytics tools --by autonomy-level --last 14d --compare prev    Y copies"
  `)
})
