import { usageError } from '../../base/errors.ts'
import { DEMO_PROFILE } from '../../config/profiles/profile-name.ts'
import { command, textFormats } from '../kit/command.ts'
import { demoOptions, parseDemoSize, parseWhole } from '../kit/option-values.ts'

const filled = (flag: string, text: string | undefined): string | undefined => {
  if (text === '') throw usageError(`${flag} is empty: give it a value or leave it out.`)
  return text
}

export const serve = command({
  name: 'serve',
  summary: 'Run the whole API on this machine, over one file',
  description:
    'Keys for the roles are made at the start and shown once; QUARTERDECK_SERVE_KEY_OWNER, _MANAGER, _MEMBER and _GUEST set them instead.',
  ...textFormats,
  options: [
    { flags: '--host <address>', help: 'address to listen on (default: 127.0.0.1)' },
    { flags: '--port <number>', help: 'port, 0 for a free one (default: 0)' },
    { flags: '--data <file>', help: 'SQLite file to keep the data in (default: in memory)', completes: 'file' },
    { flags: '--import <folder>', help: 'load JSON files in the shapes of the API first', completes: 'folder' },
    { flags: '--demo', help: 'fill an empty store with a made-up organisation' },
    ...demoOptions,
    { flags: '--strict', help: 'serve what every server of this API has, without lists and other extensions' },
    { flags: '--new-keys', help: 'make new keys although the data file holds some' },
    { flags: '--end-with-parent', help: 'end when standard input does', isHidden: true },
  ],
  examples: ['serve --demo --port 8080', 'serve --data acme.db --import ./export', 'serve --demo --port 0 --json'],
  parse: ({ options, globals }) => {
    const size = parseDemoSize(options)
    const isDemo = options.demo || globals.profile === DEMO_PROFILE
    const given = Object.values(size).some((value) => value !== undefined)
    if (given && !isDemo)
      throw usageError('--users, --days and --seed shape the made-up organisation: give --demo as well.')
    if (isDemo && options.import !== undefined)
      throw usageError('--demo and --import exclude each other: a store is filled by one or the other.')
    if (globals.profile !== undefined && globals.profile !== DEMO_PROFILE)
      throw usageError('--profile has no meaning for qd serve, unless it is demo: leave it out.')
    if (globals.isReadOnly)
      throw usageError('--read-only has no meaning for qd serve, whose clients decide: leave it out.')
    return {
      host: filled('--host', options.host),
      port: parseWhole(options.port, '--port', { min: 0, max: 65_535 }),
      data: filled('--data', options.data),
      importFrom: filled('--import', options.import),
      demo: isDemo ? size : undefined,
      isStrict: options.strict,
      newKeys: options.newKeys,
      json: globals.format === 'json',
      verbose: globals.isVerbose,
      endWithParent: options.endWithParent,
    }
  },
  run: async (options, { serve }) => {
    await serve(options)
  },
})
