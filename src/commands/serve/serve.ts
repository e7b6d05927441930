import { usageError } from '../../base/errors.ts'
import { isLoopbackHost } from '../../base/requests.ts'
import { DEMO_PROFILE, parseProfileName } from '../../config/profiles/profile-name.ts'
import { command, textFormats } from '../kit/command.ts'
import { demoOptions, parseDemoSize, parseWhole } from '../kit/option-values.ts'

const filled = (flag: string, text: string | undefined): string | undefined => {
  if (text === '') throw usageError(`${flag} is empty: set a value or remove it.`)
  return text
}

/** The origin of a proxy's address. @throws AppError of kind `usage`. */
const parsePublicUrl = (text: string | undefined): string | undefined => {
  if (text === undefined) return undefined
  const url = URL.parse(text)
  const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname))
  // A path, a query or a password could not be part of every request.
  if (!isSecure || text.replace(/\/$/, '').toLowerCase() !== url.origin)
    throw usageError('--public-url must be https:// and a host, without a path: https://qd.example.com.')
  return url.origin
}

export const serve = command({
  name: 'serve',
  summary: 'Serve the API locally, with demo or imported data',
  description:
    'Unless qd serve keys has created keys, generates one for each role and prints it once. To set the keys yourself, use QUARTERDECK_SERVE_KEY_OWNER, _MANAGER, _MEMBER and _GUEST.\n\nA key may make 1,200 requests per minute if the data is in PostgreSQL, if other machines can reach --host, or with --public-url; else there is no limit.',
  ...textFormats,
  options: [
    { flags: '--host <address>', help: 'address to listen on (default: 127.0.0.1)' },
    { flags: '--port <number>', help: 'port to listen on (default: a free one)' },
    { flags: '--data <place>', help: 'SQLite file or postgres:// URL (default: memory)', completes: 'file' },
    { flags: '--replica', help: 'read analytics from a standby of --data' },
    { flags: '--import <folder>', help: 'import JSON files from this folder first', completes: 'folder' },
    { flags: '--mirror <profile>', help: 'mirror this organisation, hourly', completes: 'profile' },
    { flags: '--demo', help: 'fill an empty store with demo data' },
    ...demoOptions,
    { flags: '--public-url <address>', help: 'https:// address of the proxy in front' },
    { flags: '--rate <number>', help: 'requests per minute and key; 0: no limit' },
    { flags: '--pseudonyms', help: 'hide names and e-mail addresses from non-owners' },
    { flags: '--hide-live-names', help: 'hide names in the activity of today' },
    { flags: '--strict', help: 'serve only the core API, without extensions' },
    { flags: '--new-keys', help: 'generate new keys for all roles' },
    { flags: '--end-with-parent', help: 'exit when standard input closes', isHidden: true },
  ],
  isLocal: true,
  globals: { '--verbose': true },
  examples: [
    'serve --demo --port 8080',
    'serve --data acme.db --import ./export',
    'serve --data postgres://qd@localhost/acme',
    'serve --demo --port 0 --json',
  ],
  parse: ({ options, globals }) => {
    const size = parseDemoSize(options)
    const isDemo = options.demo || globals.profile === DEMO_PROFILE
    const hasSize = Object.values(size).some((value) => value !== undefined)
    if (hasSize && !isDemo) throw usageError('--users, --days and --seed require --demo.')
    if (isDemo && options.import !== undefined) throw usageError('--demo and --import cannot be used together.')
    if (options.mirror !== undefined && (isDemo || options.import !== undefined))
      throw usageError('--mirror cannot be used with --demo or --import: a mirror has only the data of its vendor.')
    if (globals.profile !== undefined && globals.profile !== DEMO_PROFILE)
      throw usageError('qd serve takes no --profile except demo: remove it.')
    if (globals.isReadOnly) throw usageError('--read-only does not apply to qd serve: remove it.')
    return {
      host: filled('--host', options.host),
      port: parseWhole(options.port, '--port', { min: 0, max: 65_535 }),
      data: filled('--data', options.data),
      hasReplica: options.replica,
      importFrom: filled('--import', options.import),
      demo: isDemo ? size : undefined,
      isStrict: options.strict,
      publicUrl: parsePublicUrl(options.publicUrl),
      requestsPerMinute: parseWhole(options.rate, '--rate', { min: 0, max: 1_000_000 }),
      hasPseudonyms: options.pseudonyms,
      hasLiveNames: !options.hideLiveNames,
      newKeys: options.newKeys,
      mirror: options.mirror === undefined ? undefined : parseProfileName(options.mirror),
      json: globals.format === 'json',
      verbose: globals.isVerbose,
      endWithParent: options.endWithParent,
    }
  },
  run: async (options, { serve, outMasked }) => {
    await serve(options, outMasked)
  },
})
