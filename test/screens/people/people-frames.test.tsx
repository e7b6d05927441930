import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { type Organisation, startDemo } from '../../helpers/demos.ts'
import { loadedFrame } from '../../helpers/expect-frame.ts'
import { type OpenOptions, openScreen } from '../../helpers/screen.tsx'

let demo: Organisation
beforeAll(async () => {
  demo = await startDemo()
})

const shownFrame = (columns: number, rows: number, options: OpenOptions = {}, ...keys: string[]) =>
  loadedFrame(demo, { columns, rows, screen: 'people', ...options }, keys)

const fileOf = (name: string): string => fileURLToPath(new URL(`frames/${name}.txt`, import.meta.url))

test('People at 60x16', async () => {
  expect(await shownFrame(60, 16)).toMatchInlineSnapshot(`
    " acme > People       14d  Nov 07–20  UTC   ● now    0 req
     1 Overview  2 Usage  3 People  +7 more  : command   ? help
    ────────────────────────────────────────────────────────────
     11 people   credits 104,843 ▲ 9.3 %
    ────────────────────────────────────────────────────────────
          #  PERSON                   CREDITS▾  % ALL      DELTA
    ▌     1  c.dubois@…                 23,190   22.1   ▲ 10.2 %
          2  a.chen@…                   20,751   19.8  ▲ 405.1 %
          3  c.ferrari@…                 9,036    8.6  ▲ 203.5 %
          4  v.martin@…                  8,357    8.0   ▼ 31.4 %
          5  x.klein@…                   8,296    7.9   ▼ 22.4 %
          6  e.mensah@…                  7,563    7.2   ▼ 46.7 %
          7  l.novak@…                   6,835    6.5   ▼ 12.7 %
          8  q.jansen@…                  6,142    5.9   ▼ 26.2 %
     j/k row  Enter c.dubois  / filter  f stopped  s sort
     = qd analytics users --last 14d --totals --compare prev --…"
  `)
})

test('People at 80x24', async () => {
  expect(await shownFrame(80, 24)).toMatchInlineSnapshot(`
    " acme > People          14d  Nov 07–20 vs Oct 24–Nov 06  UTC   ● now    0 req
     1 Overview  2 Usage  3 People  4 Readiness  +6 more         : command   ? help
    ────────────────────────────────────────────────────────────────────────────────
     11 people   credits 104,843 ▲ 9.3 %
    ────────────────────────────────────────────────────────────────────────────────
          #   MOVE  PERSON                CREDITS▾  % ALL      DELTA  14 DAYS
    ▌     1      =  c.dubois@…              23,190   22.1   ▲ 10.2 %  ▁▂▁▂▃▂▃▂▁▄▄▂▁▁
          2     +6  a.chen@…                20,751   19.8  ▲ 405.1 %  ▁▁▁▂▂▂█▁▁▁▂▁▂▁
          3     +7  c.ferrari@…              9,036    8.6  ▲ 203.5 %  ▂▂▂▂▂▁▃▁▁▂▂▂▂▂
          4     -1  v.martin@…               8,357    8.0   ▼ 31.4 %  ▁▁▂▁▂▂▂▁▂▁▂▁▂▂
          5     -1  x.klein@…                8,296    7.9   ▼ 22.4 %  ▁▁▂▂▂▂▂▁▁▁▂▂▂▂
          6     -4  e.mensah@…               7,563    7.2   ▼ 46.7 %  ▁▁▁▁▃▁▂▁▁▁▂▃▁▁
          7      =  l.novak@…                6,835    6.5   ▼ 12.7 %  ▁▁▁▂▂▁▂▁▁▁▂▁▂▁
          8     -3  q.jansen@…               6,142    5.9   ▼ 26.2 %  ▁▂▂▂▂▁▂▁▁▂▁▂▂▂
          9     -3  h.fischer@…              6,004    5.7   ▼ 24.7 %  ▁▁▂▂▂▂▂▁▁▂▂▂▂▂
         10     +1  j.costa@…                5,676    5.4  ▲ 104.4 %  ▁▁▂▂▂▂▂▂▁▂▂▂▁▂
         11     -2  o.zhang@…                2,993    2.9   ▼ 21.5 %  ▁▁▂▂▂▁▂▁▁▂▂▂▁▂

    ────────────────────────────────────────────────────────────────────────────────
     c.dubois@…                model sonnet        tier standard  mode auto-high
     credits 23,190    ▲ 10.2 %   share 22.1 %    sessions 37
     active 9 of 14 days          commits 21      pull requests 4
     j/k row  Enter c.dubois  / filter  f stopped  s sort  Space mark  G all
     = qd analytics users --last 14d --totals --compare prev --sort credits --all"
  `)
})

test('People at 120x36', async () => {
  expect(await shownFrame(120, 36)).toMatchInlineSnapshot(`
    " acme > People                                                  14d  Nov 07–20 vs Oct 24–Nov 06  UTC   ● now    0 req
     1 Overview  2 Usage  3 People  4 Readiness  5 Controls  6 Computers  7 Keys  8 Wiki  9 CI  0 Hooks  : command   ? help
    ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
     11 people   credits 104,843 ▲ 9.3 %
    ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
          #   MOVE  PERSON            CREDITS▾  % ALL      DELTA   TOOLS   SESS   COMMITS   PRS  MODE         14 DAYS
    ▌     1      =  c.dubois@…          23,190   22.1   ▲ 10.2 %   2,533     37        21     4  auto-high    ▁▂▁▂▃▂▃▂▁▄▄▂▁▁
          2     +6  a.chen@…            20,751   19.8  ▲ 405.1 %   2,165     24         2     0  spec         ▁▁▁▂▂▂█▁▁▁▂▁▂▁
          3     +7  c.ferrari@…          9,036    8.6  ▲ 203.5 %   1,734     23        13     1  auto-high    ▂▂▂▂▂▁▃▁▁▂▂▂▂▂
          4     -1  v.martin@…           8,357    8.0   ▼ 31.4 %   1,312     17        13     0  auto-high    ▁▁▂▁▂▂▂▁▂▁▂▁▂▂
          5     -1  x.klein@…            8,296    7.9   ▼ 22.4 %   1,266     31         3     0  auto-medium  ▁▁▂▂▂▂▂▁▁▁▂▂▂▂
          6     -4  e.mensah@…           7,563    7.2   ▼ 46.7 %     894     16         5     0  auto-high    ▁▁▁▁▃▁▂▁▁▁▂▃▁▁
          7      =  l.novak@…            6,835    6.5   ▼ 12.7 %     971      9         6     1  auto-high    ▁▁▁▂▂▁▂▁▁▁▂▁▂▁
          8     -3  q.jansen@…           6,142    5.9   ▼ 26.2 %   1,319     19         4     0  auto-high    ▁▂▂▂▂▁▂▁▁▂▁▂▂▂
          9     -3  h.fischer@…          6,004    5.7   ▼ 24.7 %     919     23         4     0  auto-medium  ▁▁▂▂▂▂▂▁▁▂▂▂▂▂
         10     +1  j.costa@…            5,676    5.4  ▲ 104.4 %     791     34         5     0  auto-low     ▁▁▂▂▂▂▂▂▁▂▂▂▁▂
         11     -2  o.zhang@…            2,993    2.9   ▼ 21.5 %     379     22         1     0  manual       ▁▁▂▂▂▁▂▁▁▂▂▂▁▂













    ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
     c.dubois@northwind.example        user_9d5faf170006  model sonnet        tier standard  mode auto-high    Markdown 9
     credits 23,190    ▲ 10.2 %   share 22.1 %    sessions 37          messages 1,167  asked 161    tools 2,533
     active 9 of 14 days          commits 21      pull requests 4      created 67     edited 280    mcp 198
     j/k row  Enter c.dubois  / filter  f stopped  s sort  Space mark  G all  z options  ^s export  t{} range  d compare
     = qd analytics users --last 14d --totals --compare prev --sort credits --all                                  Y copies"
  `)
})

test('People at 200x30', async () => {
  await expect(await shownFrame(200, 30)).toMatchFileSnapshot(fileOf('people-200x30'))
})

test('People without a comparison in ASCII at 80x20', async () => {
  const options = { theme: { isAscii: true }, state: { isComparing: false } }
  const opened = await openScreen(demo, { columns: 80, rows: 20, screen: 'people', ...options })
  const frame = (await opened.loaded((rows) => rows.join().includes('11 people'))).join('\n')
  // Names are cut with the terminal's own sign.
  expect(frame).toMatch(/^[\x20-\x7e\n]*$/)
  expect(frame).toMatchInlineSnapshot(`
    " acme > People                           14d  Nov 07-20  UTC   * now    0 req
     1 Overview  2 Usage  3 People  4 Readiness  +6 more         : command   ? help
    --------------------------------------------------------------------------------
     11 people   credits 104,843
    --------------------------------------------------------------------------------
          #  PERSON                   CREDITS}  % ALL   TOOLS   SESS  14 DAYS
    |     1  c.dubois@$                 23,190   22.1   2,533     37  _._.-.-._::.__
          2  a.chen@$                   20,751   19.8   2,165     24  ___...#___._._
          3  c.ferrari@$                 9,036    8.6   1,734     23  ....._-__.....
          4  v.martin@$                  8,357    8.0   1,312     17  __._..._._._..
          5  x.klein@$                   8,296    7.9   1,266     31  __.....___....
          6  e.mensah@$                  7,563    7.2     894     16  ____-_.___.-__
          7  l.novak@$                   6,835    6.5     971      9  ___.._.___._._
          8  q.jansen@$                  6,142    5.9   1,319     19  _...._.__._...
          9  h.fischer@$                 6,004    5.7     919     23  __.....__.....
         10  j.costa@$                   5,676    5.4     791     34  __......_..._.
         11  o.zhang@$                   2,993    2.9     379     22  __..._.__..._.

     j/k row  Enter c.dubois  / filter  f stopped  s sort  Space mark  G all
     = qd analytics users --last 14d --totals --sort credits --all         Y copies"
  `)
})

test('single days of people at 80x20', async () => {
  expect(await shownFrame(80, 20, {}, 'z', 'd')).toMatchInlineSnapshot(`
    " acme > People > single days             14d  Nov 07–20  UTC   ● now    0 req
     1 Overview  2 Usage  3 People  4 Readiness  +6 more         : command   ? help
    ────────────────────────────────────────────────────────────────────────────────
     11 people   credits 104,843 ▲ 9.3 %
    ────────────────────────────────────────────────────────────────────────────────
      PERSON             DAY          CREDITS▾   TOOLS   SESS   COMMITS  MODE
    ▌ a.chen@…           13 Nov Fri     15,103   1,396      8         0  auto-high
      c.dubois@…         16 Nov Mon      5,229     509      8         6  auto-high
      c.dubois@…         17 Nov Tue      4,869     618      8        12  auto-high
      e.mensah@…         18 Nov Wed      3,088     410      5         3  auto-high
      c.dubois@…         11 Nov Wed      2,768     284      3         2  auto-high
      c.dubois@…         13 Nov Fri      2,669     258      4         0  auto-high
      e.mensah@…         11 Nov Wed      2,343     218      4         1  auto-high
      c.ferrari@…        13 Nov Fri      2,238     347      3         5  auto-high
      x.klein@…          19 Nov Thu      2,039     293      4         0  auto-medium
      c.dubois@…         12 Nov Thu      1,995     210      3         0  auto-high
      c.dubois@…         18 Nov Wed      1,936     245      4         0  auto-high
      c.dubois@…         14 Nov Sat      1,893     171      2         0  auto-high
     j/k row  Enter a.chen  / filter  f stopped  s sort  Space mark  G all
     = qd analytics users --last 14d --sort credits --all                  Y copies"
  `)
})

test('one person at 60x16', async () => {
  expect(await shownFrame(60, 16, {}, 'Enter')).toMatchInlineSnapshot(`
    " c.dubois@northwind.example    Nov 07–20   ● now    0 req
     1 Overview  2 Usage  3 People  +7 more  : command   ? help
    ────────────────────────────────────────────────────────────
     c.dubois@northwind.example   user_9d5faf170006
     credits 23,190 ▲ 10.2 %   tools 2,533 ▲ 0.7 %
     [credits by day]              h/l measure, 14 more columns
    7,500 ┤               ··          ▃▃ ▂▂
          │   ▁▁    ▃▃ ▆▆ ▄▄ ▆▆ ▄▄    ██ ██ ▄▄    ··
        0 ┼┬──┬──┬──┬──┬──┬──┬──┬──┬──┬──┬──┬─────┬──
           07 08 09 10 11 12 13 14 15 16 17 18   [20]
     DAY           CREDITS     #   TOOLS   SESS   COMMITS   PRS
    ▌20 Nov Fri          –     –       –      –         –     –
     19 Nov Thu          –     –       –      –         –     –
     18 Nov Wed      1,936     2     245      4         0     0
     j/k row  h/l measure  ^s export  t range  d compare
     = qd analytics users --last 14d --where 'id="user_9d5faf17…"
  `)
})

test('one person at 80x24', async () => {
  expect(await shownFrame(80, 24, {}, 'j', 'Enter')).toMatchInlineSnapshot(`
    " acme > People > a.chen@northwind.example     14d  Nov 07–20   ● now    0 req
     1 Overview  2 Usage  3 People  4 Readiness  +6 more         : command   ? help
    ────────────────────────────────────────────────────────────────────────────────
     a.chen@northwind.example   user_26fb1c290000   #2 +6 of 11 by credits
     credits 20,751 ▲ 405.1 %   tools 2,165 ▲ 431.9 %   sessions 24 ▲ 100.0 %
     active 6 of 14 days   commits 2 =   pull requests 0 =
     model sonnet 5  opus 1   tier standard 5  thinking 1
     rank week by week 1 10   languages Markdown 6  SQL 6  TypeScript 6  YAML 6
     [credits by day]                                  h/l measure, 13 more columns
    20k ┤                               ▂▂▂
        │                               ███
        │                ▁▁▁  ▁▁▁  ▂▂▂  ███                 ▁▁▁       ▁▁▁
      0 ┼──┬────┬────┬────┬────┬────┬────┬────┬────┬────┬────┬────┬────┬────┬──
           07   08   09   10   11   12   13   14   15   16   17   18   19  [20]
     DAY           CREDITS     #   TOOLS   SESS   COMMITS   PRS  MODE
    ▌20 Nov Fri          –     –       –      –         –     –  –
     19 Nov Thu        860     4      94      2         0     0  spec
     18 Nov Wed          –     –       –      –         –     –  –
     17 Nov Tue      1,146     3     166      4         2     0  spec
     16 Nov Mon          –     –       –      –         –     –  –
     15 Nov Sun          –     –       –      –         –     –  –
     14 Nov Sat          –     –       –      –         –     –  –
     j/k row  h/l measure  ^s export  t range  d compare  ? keys  Esc back
     = qd analytics users --last 14d --where 'id="user_26fb1c290000"' --all"
  `)
})

test('one person at 120x36, by tool calls', async () => {
  expect(await shownFrame(120, 36, {}, 'j', 'Enter', 'l', 'l', 'j')).toMatchInlineSnapshot(`
    " acme > People > a.chen@northwind.example                       14d  Nov 07–20 vs Oct 24–Nov 06  UTC   ● now    0 req
     1 Overview  2 Usage  3 People  4 Readiness  5 Controls  6 Computers  7 Keys  8 Wiki  9 CI  0 Hooks  : command   ? help
    ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
     a.chen@northwind.example   user_26fb1c290000   #2 +6 of 11 by credits   19.8 % of all credits
     credits 20,751 ▲ 405.1 %   tools 2,165 ▲ 431.9 %   sessions 24 ▲ 100.0 %   messages 1,299 ▲ 370.7 %   asked 192
     active 6 of 14 days   commits 2 =   pull requests 0 =   files created 18 ▲ 157.1 %   edited 84 ▲ 121.1 %   mcp 0 =
     model sonnet 5  opus 1   tier standard 5  thinking 1   mode spec 5  auto-high 1
     rank week by week 1 10   languages Markdown 6  SQL 6  TypeScript 6  YAML 6
     [tool calls by day]                                                                        h/l measure, 8 more columns
    1,500 ┤                                                  ▄▄▄▄
          │                                                  ████
          │                                                  ████
          │                                                  ████
      750 ┤                                                  ████
          │                                                  ████
          │                                  ▂▂▂▂            ████
          │                          ▆▆▆▆    ████·   ▆▆▆▆    ████                            ▇▇▇▇·           ▄▄▄▄    ·····
        0 ┼───┬───────┬───────┬───────┬───────┬───────┬───────┬───────┬───────┬───────┬───────┬───────┬───────┬───────┬────
              07      08      09      10      11      12      13      14      15      16      17      18     [19]     20
     DAY           CREDITS     #   TOOLS   SESS   COMMITS   PRS  MODE         MODEL         TIER        MSGS   ASKED   ANSWD
     20 Nov Fri          –     –       –      –         –     –  –            –             –              –       –       –
    ▌19 Nov Thu        860     4      94      2         0     0  spec         sonnet        standard      74      17      57
     18 Nov Wed          –     –       –      –         –     –  –            –             –              –       –       –
     17 Nov Tue      1,146     3     166      4         2     0  spec         sonnet        standard     109      25      84
     16 Nov Mon          –     –       –      –         –     –  –            –             –              –       –       –
     15 Nov Sun          –     –       –      –         –     –  –            –             –              –       –       –
     14 Nov Sat          –     –       –      –         –     –  –            –             –              –       –       –
     13 Nov Fri     15,103     1   1,396      8         0     0  auto-high    opus          thinking     769      75     694
     12 Nov Thu      1,316     2     136      2         0     0  spec         sonnet        standard      88      18      70
     11 Nov Wed      1,106     5     234      4         0     0  spec         sonnet        standard     155      32     123
     10 Nov Tue      1,220     4     139      4         0     0  spec         sonnet        standard     104      25      79
     09 Nov Mon          –     –       –      –         –     –  –            –             –              –       –       –
     08 Nov Sun          –     –       –      –         –     –  –            –             –              –       –       –
     07 Nov Sat          –     –       –      –         –     –  –            –             –              –       –       –
     j/k row  h/l measure  ^s export  t range  d compare  ? keys  Esc back
     = qd analytics users --last 14d --where 'id="user_26fb1c290000"' --all                                        Y copies"
  `)
})

test('one person at 200x30', async () => {
  await expect(await shownFrame(200, 30, {}, 'Enter')).toMatchFileSnapshot(fileOf('person-200x30'))
})

test('marked people side by side at 80x30', async () => {
  expect(await shownFrame(80, 30, {}, 'Space', 'j', 'Space', '=')).toMatchInlineSnapshot(`
    " acme > People > 2 compared              14d  Nov 07–20  UTC   ● now    0 req
     1 Overview  2 Usage  3 People  4 Readiness  +6 more         : command   ? help
    ────────────────────────────────────────────────────────────────────────────────
     2 marked
    ────────────────────────────────────────────────────────────────────────────────
                        c.dubois@northwind.example     c.ferrari@northwind.example
    ▌credits by day                 ▁▂▁▄▅▄▅▄▁██▄▁▁                  ▂▂▂▃▄▁▄▁▁▃▂▃▂▂
     credits                      23,190  ▲ 10.2 %                 9,036 ▲ 203.5 %
     tool calls                    2,533   ▲ 0.7 %                 1,734 ▲ 153.1 %
     sessions                         37  ▲ 15.6 %                    23  ▲ 91.7 %
     commits                          21  ▲ 10.5 %                    13 ▲ 333.3 %
     pull requests                     4 ▲ 300.0 %                     1     ▲ new
     messages                      1,167  ▼ 11.2 %                   858 ▲ 135.1 %
       asked                         161  ▼ 13.9 %                   113  ▲ 98.2 %
       answered                    1,006  ▼ 10.7 %                   745 ▲ 141.9 %
     files                           347  ▲ 18.0 %                   198 ▲ 164.0 %
       created                        67  ▲ 42.6 %                    28 ▲ 180.0 %
       edited                        280  ▲ 13.4 %                   170 ▲ 161.5 %
     MCP calls                       198   ▲ 4.8 %                    90 ▲ 114.3 %
     skills                           12         =                     4 ▲ 100.0 %
     slash commands                   18  ▼ 47.1 %                    14  ▼ 12.5 %
     hooks                           793   ▲ 1.3 %                   539 ▲ 150.7 %
     tools/message                 15.73  ▲ 17.0 %                 15.35  ▲ 27.7 %
     days active                       9  ▲ 12.5 %                    11  ▲ 57.1 %
     mode                                auto-high                       auto-high
     model                                  sonnet                      gemini-pro
     tier                                 standard                        standard
     state                                  stayed                          stayed
     j/k row  h/l person  Enter c.dubois  Space unmark  ^s export  Esc back
     = qd analytics users --last 14d --totals --compare prev --sort credits --where…"
  `)
})

test('more marked people than fit beside each other at 60x20', async () => {
  expect(await shownFrame(60, 20, {}, 'Space', 'Space', 'Space', 'Space', '=', 'l', 'l', 'l')).toMatchInlineSnapshot(`
    " acme > People > 4 compared    Nov 07–20   ● now    0 req
     1 Overview  2 Usage  3 People  +7 more  : command   ? help
    ────────────────────────────────────────────────────────────
     4 marked                                       2 more, h/l
    ────────────────────────────────────────────────────────────
                              c.ferrari@…             v.martin@…
    ▌credits by day        ▂▂▂▂▂▁▃▁▁▂▂▂▂▂         ▁▁▂▁▂▂▂▁▂▁▂▁▂▂
     credits                        9,036                  8,357
     tool calls                     1,734                  1,312
     sessions                          23                     17
     commits                           13                     13
     pull requests                      1                      0
     messages                         858                    574
       asked                          113                     92
       answered                       745                    482
     files                            198                    163
       created                         28                     29
       edited                         170                    134
     j/k row  h/l person  Enter v.martin  Space unmark
     = qd analytics users --last 14d --totals --compare prev --…"
  `)
})

test.each([
  [60, 15],
  [80, 24],
  [120, 36],
  [200, 40],
] as const)('nothing on People moves while it loads at %ix%i', async (columns, rows) => {
  const opened = await openScreen(undefined, { columns, rows, screen: 'people' })
  opened.connect(demo)
  const last = await opened.loaded((frame) => frame.join().includes('11 people'))
  const heading = last.findIndex((row) => row.includes('PERSON'))
  const rules = (frame: readonly string[]) => frame.flatMap((row, y) => (/^─+$/.test(row) ? [y] : []))
  const frames = opened.frames().filter((frame) => frame.length === rows)
  expect(frames.some((frame) => frame.join().includes('loading people'))).toBe(true)
  for (const frame of frames) {
    expect(frame[heading]).toBe(last[heading])
    expect(rules(frame)).toEqual(rules(last))
    expect(frame.at(-1)).toContain(' = qd ')
  }
})

test('zp takes the selected person away from below the list and brings them back', async () => {
  const opened = await openScreen(demo, { columns: 100, rows: 24, screen: 'people' })
  await opened.loaded()
  const rules = () => opened.frame().filter((row) => /^─+$/.test(row)).length
  expect(rules()).toBe(3)
  expect(opened.frame().at(-5)).toMatch(/^ c\.dubois@northwind\.example +user_/)
  await opened.press('j')
  await opened.frameWith((frame) => /^ a\.chen@northwind\.example +user_/.test(frame.at(-5) ?? ''))
  await opened.press('z', 'p')
  expect(rules()).toBe(2)
  await opened.press('z', 'p')
  expect(rules()).toBe(3)
  await opened.resize(100, 18)
  await opened.press('z', 'p')
  expect(opened.frame().at(-1)).toContain('There is no room for it below the list')
})
