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

test('Overview at 80x24', async () => {
  expect(await shownFrame(80, 24)).toMatchInlineSnapshot(`
    " acme > Overview        14d  Nov 07–20 vs Oct 24–Nov 06  UTC   ● now    0 req
     1 Overview  2 Usage  3 People  4 Readiness  +6 more         : command   ? help
    ────────────────────────────────────────────────────────────────────────────────
     CREDITS    105k        ▲ 9.3 %    ▂▂▃▄▅▃█▂▂▄▅▄▃▃           month ends ≈204k
     PEOPLE     6.4 daily   ▼ 2.2 %    ▂▃▆▇█▅█▃▂▅█▇▆▆           stickiness 58 %
     SESSIONS   255         ▲ 2.0 %    ▂▂▅▇█▅█▂▂▆█▆▅▅           5.1 turns each
     COMMITS    77          ▼ 23.0 %   ▁▂▃▄▄▃▆▁▂▅█▄▃▃           6 pull requests
     TOOL CALLS 14.3k       ▲ 4.0 %    ▂▂▄▅▆▃█▂▂▄▆▅▄▃           p50 11.2 a turn
    ────────────────────────────────────────────────────────────────────────────────
     NEEDS ATTENTION  9
    ▌! 13 Nov              credits 2.8x the usual Friday, 98 % of it opus, also t…
     ◇ 17 Nov              commits 2.7x the usual Tuesday
     ◇ rev 418             widened: commandAllowlist allows 1 more, and 1 other
     ◇ computer gemini     could not be set up: create-computer, the provider has…
    ────────────────────────────────────────────────────────────────────────────────
     READINESS  9 repositories, L2 overall
     L1 ▇ 1  L2 ▇▇ 2  L3 ▇▇▇▇ 4  L4 ▇ 1  L5 ▇ 1
     ▼ checkout   ▲ payments, infrastructure
    ────────────────────────────────────────────────────────────────────────────────
     CONTROLS  latest 418, 1 d ago, Hana Fischer
      418     1 d  Hana Fischer    commandAllowlist, managedComputersAllowedEmails
      417     6 d  Ada Chen        modelPolicy, sessionDefaultSettings
     j/k row  Tab list  Enter 13 Nov  w why  t{} range  d compare  r refresh
     = qd overview --last 14d --compare prev                               Y copies"
  `)
})

test('Overview at 120x36', async () => {
  expect(await shownFrame(120, 36)).toMatchInlineSnapshot(`
    " acme > Overview                                                14d  Nov 07–20 vs Oct 24–Nov 06  UTC   ● now    0 req
     1 Overview  2 Usage  3 People  4 Readiness  5 Controls  6 Computers  7 Keys  8 Wiki  9 CI  0 Hooks  : command   ? help
    ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
     CREDITS                PEOPLE                 SESSIONS               COMMITS                TOOL CALLS
     105k       ▲ 9.3 %     6.4 daily  ▼ 2.2 %     255        ▲ 2.0 %     77         ▼ 23.0 %    14.3k      ▲ 4.0 %
     ▂▂▃▄▅▃█▂▂▄▅▄▃▃         ▂▃▆▇█▅█▃▂▅█▇▆▆         ▂▂▅▇█▅█▂▂▆█▆▅▅         ▁▂▃▄▄▃▆▁▂▅█▄▃▃         ▂▂▄▅▆▃█▂▂▄▆▅▄▃
     month ends ≈204k       stickiness 58 %        5.1 turns each         6 pull requests        p50 11.2 a turn
    ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
     NEEDS ATTENTION  9
    ▌! 13 Nov              credits 2.8x the usual Friday, 98 % of it opus, also tool calls                       Usage
     ◇ 17 Nov              commits 2.7x the usual Tuesday                                                        Usage
     ◇ rev 418             widened: commandAllowlist allows 1 more, and 1 other                                  Controls
     ◇ computer gemini     could not be set up: create-computer, the provider has no machine of this size free … Computers
     ◇ computer draco      could not be set up: install-deps, npm ci ended with status 1: package-lock.json and… Computers
     ◇ computer cygnus     could not be set up: install-deps, npm ci ended with status 1: package-lock.json and… Computers
     ◇ computer hydra      could not be set up: clone-repos, northwind/payments could not be cloned: permission… Computers
     ◇ northwind/payments  .github/workflows/nightly.yml failed: The workflow needs the secret LEDGER_URL, whic… CI
     ◇ checkout            fell from L4 to L3: agentic_development, alerting_configured, api_schema_docs and 16… Readiness
    ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
     READINESS  9 repositories, L2 overall            │  CONTROLS  latest 418, 1 d ago, Hana Fischer
     L1 ▇ 1  L2 ▇ 2  L3 ▇ 4  L4 ▇ 1  L5 ▇ 1           │   418     1 d  Hana Fischer    commandAllowlist, managedComputersA…
     ▼ checkout   ▲ payments, infrastructure          │   417     6 d  Ada Chen        modelPolicy, sessionDefaultSettings
     legacy-billing    L1           13.0 %  ▃▂▂       │   416     9 d  Chiara Dubois   modelPolicy, sessionDefaultSettings
     search            L2           31.6 %  ▄▃▄▄▄     │   415    22 d  陳 美玲         sandbox
     data-platform     L2           39.0 %  ▃▂▄▄▄▄    │   414    24 d  Hana Fischer    sandbox
     checkout          L4 → L3      53.9 %  ▄▆▅▇▇▇▅   │   413    33 d  Chiara Dubois   allowManagedHooksOnly, hooks
     design-system     L3           55.3 %  ▄▅▅       │   412    42 d  Ada Chen        customModels
     お知らせ-service  L3           59.0 %  ▃▄▆▆      │   411    52 d  陳 美玲         restrictApiKeyCreationToManagers, s…
     mobile            L3           65.8 %  ▄▄▄▅▆     │   410    66 d  Hana Fischer    env
     payments          L3 → L4      79.7 %  ▃▃▄▅▆▇    │   409    80 d  Ada Chen        networkPolicy
     infrastructure    L4 → L5      93.5 %  ▅▅▇▇█     │   408    97 d  Ada Chen        commandAllowlist, commandDenylist
                                                      │   407    97 d  Chiara Dubois   commandAllowlist
                                                      │   406   118 d  Hana Fischer    mcpPolicy
                                                      │   405   130 d  陳 美玲         sandbox
     j/k row  Tab list  Enter 13 Nov  w why  t{} range  d compare  r refresh  ? keys  q quit
     = qd overview --last 14d --compare prev                                                                       Y copies"
  `)
})

test('the three panes of Overview are whole from the width on where they begin', async () => {
  const rows = (await shownFrame(140, 36)).split('\n')
  expect(rows[19]).toMatch(/^ MODEL +CREDITS +% ALL +│ {2}READINESS {2}9 repositories, L2 overall +│ {2}CONTROLS/)
  expect(rows[20]).toContain('L4 ▇ 1  L5 ▇ 1 │')
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
