import { expect, test } from 'vitest'
import { type RunOptions, runQd } from '../../helpers/run-qd.ts'

const terminal: RunOptions = { isOutputTerminal: true, columns: 100, rows: 40 }

test('without a command the explorer opens, with what the options say', async () => {
  const plain = await runQd([], terminal)
  expect(plain).toMatchObject({ code: 0, out: '', err: '' })
  expect(plain.opened).toEqual([
    {
      screen: undefined,
      demo: undefined,
      isReadOnly: false,
      isAscii: false,
      hasColor: true,
      isOffline: false,
      isRestoring: true,
    },
  ])
  const shaped = await runQd(['--screen', 'usage', '--read-only', '--ascii', '--no-color'], terminal)
  expect(shaped.opened).toEqual([
    {
      screen: 'usage',
      demo: undefined,
      isReadOnly: true,
      isAscii: true,
      hasColor: false,
      isOffline: false,
      isRestoring: true,
    },
  ])
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

test('--screen-reader and its two variables ask for text, and config.json may hold it', async () => {
  const openedWith = async (args: string[], env: Record<string, string> = {}) =>
    (await runQd(args, { ...terminal, env })).opened[0]?.isScreenReader
  expect(await openedWith([])).toBeUndefined()
  expect(await openedWith(['--screen-reader'])).toBe(true)
  expect(await openedWith([], { QUARTERDECK_SCREEN_READER: '1' })).toBe(true)
  expect(await openedWith([], { INK_SCREEN_READER: 'true' })).toBe(true)
  expect(await openedWith([], { QUARTERDECK_SCREEN_READER: '0' })).toBeUndefined()
  const { out } = await runQd(['profile', 'schema'])
  expect(JSON.parse(out).properties.screenReader.type).toBe('boolean')
})

test('NO_COLOR takes the colours away, an empty one does not', async () => {
  const none = await runQd([], { ...terminal, env: { NO_COLOR: '1' } })
  expect(none.opened[0]?.hasColor).toBe(false)
  const empty = await runQd([], { ...terminal, env: { NO_COLOR: '' } })
  expect(empty.opened[0]?.hasColor).toBe(true)
})

test('qd demo opens the explorer on a made-up organisation of the asked size', async () => {
  const { opened, code } = await runQd(
    ['demo', '--users', '500', '--days', '30', '--seed', '7', '--screen', 'usage'],
    terminal,
  )
  expect(opened).toEqual([
    {
      screen: 'usage',
      demo: { users: 500, days: 30, seed: 7 },
      isReadOnly: false,
      isAscii: false,
      hasColor: true,
      isOffline: false,
      isRestoring: true,
    },
  ])
  expect(code).toBe(0)
})

test.each([[[]], [['demo']], [['--screen', 'overview']]])(
  '%j without a terminal is one sentence and status 2',
  async (argv) => {
    const { opened, out, err, code } = await runQd(argv)
    expect(opened).toEqual([])
    expect(out).toBe('')
    expect(err).toBe('The explorer needs a terminal and standard output is none: qd --help lists the commands.\n')
    expect(code).toBe(2)
  },
)

test.each([
  [['--screen', 'people'], 'There is no screen "people": choose from overview, usage.'],
  [['demo', '--offline'], '--offline has no meaning for qd demo'],
  [['--key-stdin'], 'With --key-stdin the explorer has no keyboard'],
  [['demo', '--users', '0'], '"0" is not what --users takes: give a whole number from 1 to 100000.'],
  [['demo', '--seed', 'x'], '"x" is not what --seed takes'],
  [['demo', '--json'], 'qd demo does not print json'],
])('%j is wrong usage', async (argv, why) => {
  const { opened, err, code } = await runQd(argv, terminal)
  expect(opened).toEqual([])
  expect(err).toContain(why)
  expect(code).toBe(2)
})

test('qd serve hands its options on', async () => {
  const argv = [
    'serve',
    '--host',
    '::1',
    '--port',
    '8080',
    '--data',
    'acme.db',
    '--demo',
    '--users',
    '9',
    '--new-keys',
    '--verbose',
  ]
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

test.each([
  [['--port', '65536'], '"65536" is not what --port takes: give a whole number from 0 to 65535.'],
  [['--users', '5'], 'give --demo as well'],
  [['--demo', '--import', 'x'], '--demo and --import exclude each other'],
  [['--read-only'], '--read-only has no meaning for qd serve'],
  [['--format', 'csv'], 'qd serve does not print csv'],
])('qd serve %j is wrong usage', async (argv, why) => {
  const { served, err, code } = await runQd(['serve', ...argv])
  expect(served).toEqual([])
  expect(err).toContain(why)
  expect(code).toBe(2)
})
