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

test('without a command, qd opens the explorer with the given options', async () => {
  const plain = await runQd([], terminal)
  expect(plain).toMatchObject({ code: 0, out: '', err: '', opened: [OPENED] })
  const shaped = await runQd(['--screen', 'usage', '--read-only', '--ascii', '--no-color'], terminal)
  expect(shaped.opened).toEqual([{ ...OPENED, screen: 'usage', isReadOnly: true, isAscii: true, hasColor: false }])
  const argv = ['demo', '--users', '500', '--days', '30', '--seed', '7', '--screen', 'usage']
  const { opened, code } = await runQd(argv, terminal)
  expect(opened).toEqual([{ ...OPENED, screen: 'usage', demo: { users: 500, days: 30, seed: 7 } }])
  expect(code).toBe(0)
})

test('--theme and --screen-reader are options of the explorer and members of config.json', async () => {
  expect((await runQd(['--theme', 'contrast'], terminal)).opened).toMatchObject([{ theme: 'contrast' }])
  expect((await runQd(['--screen-reader'], terminal)).opened).toMatchObject([{ isScreenReader: true }])
  const { properties } = JSON.parse((await runQd(['profile', 'schema'])).out)
  expect(properties.theme.enum).toEqual(['auto', 'dark', 'light', 'contrast', 'mono'])
  expect(properties.screenReader.type).toBe('boolean')
  expect(properties.keys.propertyNames.enum).toContain('usage.nextMeasure')
})

test.each([
  [{}, {}],
  [{ NO_COLOR: '1' }, { hasColor: false }],
  [{ NO_COLOR: '' }, {}],
  [{ QUARTERDECK_SCREEN_READER: '1' }, { isScreenReader: true }],
  [{ INK_SCREEN_READER: 'true' }, { isScreenReader: true }],
  [{ QUARTERDECK_SCREEN_READER: '0' }, {}],
])('with the environment %j the explorer opens with %j', async (env, own) => {
  expect((await runQd([], { ...terminal, env })).opened).toEqual([{ ...OPENED, ...own }])
})

test.each([[[]], [['demo']], [['--screen', 'overview']]])('%j without a terminal is a usage error', async (argv) => {
  expect(await runQd(argv)).toMatchObject({
    opened: [],
    out: '',
    err: 'The explorer needs a terminal, and standard output is not one. See qd --help for the commands.\n',
    code: 2,
  })
})

test.each([
  [['--screen', 'people'], 'Unknown screen "people": choose from overview, usage.'],
  [['--theme', 'pink'], 'auto, dark, light, contrast, mono'],
  [['--key-stdin'], 'The explorer needs standard input for the keyboard'],
])('%j is a usage error', async (argv, why) => {
  expect(await runQd(argv, terminal)).toMatchObject({ opened: [], err: expect.stringContaining(why), code: 2 })
})

test('qd serve passes its options on', async () => {
  const argv =
    'serve --host ::1 --port 8080 --data acme.db --demo --users 9 --new-keys --verbose --public-url https://QD.example.com/ --rate 60 --pseudonyms'.split(
      ' ',
    )
  const { served, code } = await runQd(argv)
  expect(served).toEqual([
    {
      host: '::1',
      port: 8080,
      data: 'acme.db',
      importFrom: undefined,
      demo: { users: 9, days: undefined, seed: undefined },
      isStrict: false,
      publicUrl: 'https://qd.example.com',
      requestsPerMinute: 60,
      hasReplica: false,
      hasPseudonyms: true,
      hasLiveNames: true,
      newKeys: true,
      json: false,
      verbose: true,
      endWithParent: false,
    },
  ])
  expect(code).toBe(0)
})

test('qd serve prints JSON only with --json, in a pipe too', async () => {
  expect((await runQd(['serve'])).served[0]).toMatchObject({ json: false, demo: undefined, port: undefined })
  expect((await runQd(['serve', '--json', '--end-with-parent'])).served[0]).toMatchObject({
    json: true,
    endWithParent: true,
  })
  const serve = async (_options: unknown, out: (text: string) => void) => out('{"schema":1,"url":"http://a"}\n')
  expect((await runQd(['serve', '--query', 'url'], { serve })).out).toBe('"http://a"\n')
  expect((await runQd(['serve', '--import', 'folder'])).served[0]).toMatchObject({ importFrom: 'folder' })
})
