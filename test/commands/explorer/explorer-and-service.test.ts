import { expect, test } from 'vitest'
import { type RunOptions, runQd } from '../../helpers/run-qd.ts'

const terminal: RunOptions = { isOutputTerminal: true, columns: 100, rows: 40 }

const OPENED = {
  screen: undefined,
  demo: undefined,
  isReadOnly: false,
  isAscii: false,
  hasColor: true,
  isOffline: false,
  isRestoring: true,
}

test('without a command the explorer opens, with what the options say', async () => {
  const plain = await runQd([], terminal)
  expect(plain).toMatchObject({ code: 0, out: '', err: '', opened: [OPENED] })
  const shaped = await runQd(['--screen', 'usage', '--read-only', '--ascii', '--no-color'], terminal)
  expect(shaped.opened).toEqual([{ ...OPENED, screen: 'usage', isReadOnly: true, isAscii: true, hasColor: false }])
  const argv = ['demo', '--users', '500', '--days', '30', '--seed', '7', '--screen', 'usage']
  const { opened, code } = await runQd(argv, terminal)
  expect(opened).toEqual([{ ...OPENED, screen: 'usage', demo: { users: 500, days: 30, seed: 7 } }])
  expect(code).toBe(0)
})

test('--theme names one of five, and its schema stands in that of config.json', async () => {
  const { opened } = await runQd(['--theme', 'contrast'], terminal)
  expect(opened).toMatchObject([{ theme: 'contrast' }])
  const wrong = await runQd(['--theme', 'pink'], terminal)
  expect(wrong.code).toBe(2)
  expect(wrong.err).toContain('auto, dark, light, contrast, mono')
  const { out } = await runQd(['profile', 'schema'])
  expect(JSON.parse(out).properties.theme.enum).toEqual(['auto', 'dark', 'light', 'contrast', 'mono'])
})

test.each([
  [{}, {}],
  [{ NO_COLOR: '1' }, { hasColor: false }],
  [{ NO_COLOR: '' }, {}],
  [{ QUARTERDECK_SCREEN_READER: '1' }, { isScreenReader: true }],
  [{ INK_SCREEN_READER: 'true' }, { isScreenReader: true }],
  [{ QUARTERDECK_SCREEN_READER: '0' }, {}],
])('with the environment %j it opens with %j', async (env, own) => {
  expect((await runQd([], { ...terminal, env })).opened).toEqual([{ ...OPENED, ...own }])
})

test('--screen-reader asks for text, and config.json may hold it', async () => {
  expect((await runQd(['--screen-reader'], terminal)).opened[0]?.isScreenReader).toBe(true)
  expect(JSON.parse((await runQd(['profile', 'schema'])).out).properties.screenReader.type).toBe('boolean')
})

test.each([[[]], [['demo']], [['--screen', 'overview']]])(
  '%j without a terminal is one sentence and status 2',
  async (argv) => {
    expect(await runQd(argv)).toMatchObject({
      opened: [],
      out: '',
      err: 'The explorer needs a terminal and standard output is none: qd --help lists the commands.\n',
      code: 2,
    })
  },
)

test.each([
  [['--screen', 'people'], 'There is no screen "people": choose from overview, usage.'],
  [['demo', '--offline'], '--offline has no meaning for qd demo'],
  [['--key-stdin'], 'With --key-stdin the explorer has no keyboard'],
  [['demo', '--users', '0'], '"0" is not what --users takes: give a whole number from 1 to 100000.'],
  [['demo', '--seed', 'x'], '"x" is not what --seed takes'],
  [['demo', '--json'], 'qd demo does not print json'],
  [['serve', '--port', '65536'], '"65536" is not what --port takes: give a whole number from 0 to 65535.'],
  [['serve', '--users', '5'], 'give --demo as well'],
  [['serve', '--demo', '--import', 'x'], '--demo and --import exclude each other'],
  [['serve', '--read-only'], '--read-only has no meaning for qd serve'],
  [['serve', '--format', 'csv'], 'qd serve does not print csv'],
])('%j is wrong usage', async (argv, why) => {
  const { opened, served, err, code } = await runQd(argv, terminal)
  expect([opened, served]).toEqual([[], []])
  expect(err).toContain(why)
  expect(code).toBe(2)
})

test('qd serve hands its options on', async () => {
  const argv = 'serve --host ::1 --port 8080 --data acme.db --demo --users 9 --new-keys --verbose'.split(' ')
  const { served, code } = await runQd(argv)
  expect(served).toEqual([
    {
      host: '::1',
      port: 8080,
      data: 'acme.db',
      importFrom: undefined,
      demo: { users: 9, days: undefined, seed: undefined },
      isStrict: false,
      newKeys: true,
      json: false,
      verbose: true,
      endWithParent: false,
    },
  ])
  expect(code).toBe(0)
})

test('qd serve speaks JSON only when told to, also in a pipe', async () => {
  expect((await runQd(['serve'])).served[0]).toMatchObject({ json: false, demo: undefined, port: undefined })
  expect((await runQd(['serve', '--json', '--end-with-parent'])).served[0]).toMatchObject({
    json: true,
    endWithParent: true,
  })
  expect((await runQd(['serve', '--import', 'folder'])).served[0]).toMatchObject({ importFrom: 'folder' })
})
