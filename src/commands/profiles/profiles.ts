import { usageError } from '../../base/errors.ts'
import { splitWords } from '../../base/text.ts'
import { parseAddress } from '../../config/address.ts'
import { foldersOf } from '../../config/folders.ts'
import { historyKeyPlaces, listProfiles } from '../../config/keys/list-profiles.ts'
import { describeKeyPlaces, loginCommand } from '../../config/keys/profile-key.ts'
import {
  addressesOf,
  type ChosenProfile,
  findProfile,
  historyUrlOf,
  loadChosenProfile,
  loadConfigWarnings,
} from '../../config/profiles/choose-profile.ts'
import { changeConfig, checkConfigChange, putProfile, readConfig } from '../../config/profiles/config-file.ts'
import { type Config, configJsonSchema } from '../../config/profiles/config-schema.ts'
import { DEMO_PROFILE, parseProfileName } from '../../config/profiles/profile-name.ts'
import { type TextColumn, toTextTable } from '../../domain/output/output.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { confirm, yesOption } from '../kit/change.ts'
import { command, type Deps, textFormats } from '../kit/command.ts'
import { noteTo } from '../kit/notes.ts'
import { printDone, printForeignJson, printJson, printRows } from '../output/print-rows.ts'
import type { RowLayout } from '../output/row-layout.ts'
import { login, logout, removeKeys } from './login.ts'

const parseHelper = (text: string, option: string): string[] => {
  const words = splitWords(text)
  if (!words?.length) throw usageError(`${option} is not a command: write it like "pass show work/qd".`)
  return words
}

/** The addresses from options, or asked for on the terminal. */
const addressesFor = async (given: string | undefined, appUrl: string | undefined, { ask }: Deps) => {
  if (given !== undefined) return { baseUrl: given, appUrl }
  const base = await ask('Address of the API, such as https://api.example.com: ')
  if (base === undefined) throw usageError('--base-url is missing: set it to the address of the API.')
  const baseUrl = parseAddress(base.trim(), 'The entered address')
  if (appUrl !== undefined) return { baseUrl, appUrl }
  const app = (await ask('Address of the application, empty if it is the same: '))?.trim() || undefined
  return { baseUrl, appUrl: app && parseAddress(app, 'The entered address') }
}

const add = command({
  name: 'profile add',
  summary: 'Add a profile',
  description:
    'With --read-only, qd refuses every write whenever it uses the profile. The first profile becomes the current one.',
  arguments: [{ name: 'name', help: 'lower-case letters, digits, ".", "_" and "-"' }],
  options: [
    { flags: '--base-url <address>', help: 'API address (default: qd asks on a terminal)' },
    { flags: '--app-url <address>', help: 'application address, if different' },
    { flags: '--helper <command>', help: 'command that prints the key: "pass show work/qd"' },
    { flags: '--history-url <address>', help: "team's server, which mirrors the history" },
    { flags: '--history-helper <command>', help: 'command that prints its key' },
    yesOption,
  ],
  ...textFormats,
  isLocal: true,
  globals: { '--read-only': true },
  examples: [
    'profile add acme --base-url https://api.example.com --app-url https://app.example.com',
    'profile add acme --base-url https://api.example.com --helper "pass show work/qd"',
    'profile add acme --base-url https://api.example.com --history-url https://qd.example.com',
  ],
  parse: ({ args, options, globals }) => ({
    name: parseProfileName(args[0] ?? ''),
    base: options.baseUrl === undefined ? undefined : parseAddress(options.baseUrl, '--base-url'),
    app: options.appUrl === undefined ? undefined : parseAddress(options.appUrl, '--app-url'),
    helper: options.helper === undefined ? undefined : parseHelper(options.helper, '--helper'),
    ...parseHistory(options),
    isReadOnly: globals.isReadOnly,
    isYes: options.yes,
  }),
  run: async ({ name, base, app, helper, historyUrl, historyHelper, isReadOnly, isYes }, deps) => {
    const { configFile } = foldersOf(deps.env)
    const before = readConfig(configFile).profiles
    const old = before && Object.hasOwn(before, name) ? before[name] : undefined
    const { baseUrl, appUrl } = await addressesFor(base, app, deps)
    if (old !== undefined)
      await confirm(`Profile ${name} exists for ${addressesOf(old).baseUrl}. Replace it?`, isYes, deps)
    const isUsed = putProfile(configFile, name, { baseUrl, appUrl, helper, historyUrl, historyHelper, isReadOnly })
    const use = isUsed ? 'It is the current one' : `Use it with --profile ${name} or qd profile use ${name}`
    const logins = [helper ? [] : [{ name }], !historyUrl || historyHelper ? [] : [{ name, isHistory: true }]].flat()
    const next =
      logins.length === 0
        ? 'check its helper with qd doctor'
        : `store its ${logins.length === 1 ? 'key' : 'keys'} with ${logins.map(loginCommand).join(' and ')}`
    printDone(`Added the profile ${name}. ${use}; ${next}.`, { profile: name, isUsed }, deps)
  },
})

type HistoryOptions = { historyUrl?: string | undefined; historyHelper?: string | undefined }

const parseHistory = ({ historyUrl: url, historyHelper: helper }: HistoryOptions) => {
  if (url === undefined && helper !== undefined)
    throw usageError("--history-helper prints the key of a team's server: add its address with --history-url.")
  return {
    historyUrl: url === undefined ? undefined : parseAddress(url, '--history-url'),
    historyHelper: helper === undefined ? undefined : parseHelper(helper, '--history-helper'),
  }
}

const layout: RowLayout = {
  columns: [],
  members: ['name', 'isUsed', 'baseUrl', 'appUrl', 'historyUrl', 'key', 'historyKey', 'readOnly'],
}

/** The columns of a team's server are shown only if a profile names one. */
const columnsFor = (hasHistory: boolean): TextColumn[] => [
  { title: '', shrinks: false },
  { title: 'NAME', shrinks: false },
  { title: 'API' },
  { title: 'APPLICATION' },
  ...(hasHistory ? [{ title: 'HISTORY' }] : []),
  { title: 'KEY' },
  ...(hasHistory ? [{ title: 'HISTORY KEY' }] : []),
  { title: 'WRITES', shrinks: false },
]

const list = command({
  name: 'profile list',
  summary: 'List profiles; * marks the current one',
  reads: true,
  isLocal: true,
  globals: { '--profile': true },
  examples: ['profile list', 'profile list --json'],
  run: async (_options, deps) => {
    await noteConfigWarnings(deps)
    const rows = await listProfiles(deps.env, deps.globals.profile)
    const hasHistory = rows.some(({ historyUrl }) => historyUrl !== null)
    const cellsOf = ({ name, isUsed, readOnly, ...row }: (typeof rows)[number]): string[] => [
      isUsed ? '*' : '',
      name,
      row.baseUrl,
      row.appUrl,
      ...(hasHistory ? [row.historyUrl ?? ''] : []),
      row.key,
      ...(hasHistory ? [row.historyKey ?? ''] : []),
      readOnly ? 'refused' : '',
    ]
    const table = () =>
      toTextTable(
        columnsFor(hasHistory),
        rows.map((row) => cellsOf(row).map((cell) => safeText(cell))),
        deps.columns,
      )
    printRows({ rows, envelope: { profiles: rows }, layout, table }, deps)
  },
})

const use = command({
  name: 'profile use',
  summary: 'Switch to a profile',
  arguments: [{ name: 'name', help: 'a profile, or demo', completes: 'profile' }],
  ...textFormats,
  isLocal: true,
  examples: ['profile use acme'],
  parse: ({ args }) => args[0] ?? '',
  run: async (name, deps) => {
    const { env, err } = deps
    changeConfig(foldersOf(env).configFile, (config) => {
      if (name !== DEMO_PROFILE) findProfile(config, name)
      config.profile = name
    })
    printDone(`Now using profile ${name}.`, { profile: name }, deps)
    const chosen = await loadChosenProfile(env, undefined)
    const used = chosen.is === 'profile' ? chosen.name : chosen.is
    if (used !== name) noteTo(err, 'QUARTERDECK_* variables are set and override it: unset them, or pass --profile.')
  },
})

/** Other commands print them when they load the credentials. */
const noteConfigWarnings = async ({ env, err }: Deps): Promise<void> => {
  for (const warning of await loadConfigWarnings(env)) noteTo(err, warning)
}

/** Names of members in tables, if they differ. */
const titles = new Map(
  Object.entries({
    baseUrl: 'API',
    appUrl: 'application',
    historyUrl: 'history',
    historyKey: 'history key',
    readOnly: 'read-only',
    configFile: 'file',
  }),
)

const membersOf = (chosen: ChosenProfile, { env, globals }: Deps): Record<string, unknown> => {
  const fromInput = globals.isKeyFromStdin ? '--key-stdin' : undefined
  const addresses = { baseUrl: null, appUrl: null, historyUrl: null }
  const none = { profile: null, ...addresses, key: null, historyKey: null, readOnly: globals.isReadOnly }
  if (chosen.is === 'none') return none
  if (chosen.is === 'demo') return { ...none, profile: DEMO_PROFILE, key: 'its own' }
  if (chosen.is === 'environment') {
    const baseUrl = env.QUARTERDECK_BASE_URL || null
    const key = fromInput ?? (env.QUARTERDECK_API_KEY ? 'QUARTERDECK_API_KEY' : null)
    const historyUrl = env.QUARTERDECK_HISTORY_URL || null
    const historyKey = historyUrl && env.QUARTERDECK_HISTORY_API_KEY ? 'QUARTERDECK_HISTORY_API_KEY' : null
    return { ...none, baseUrl, appUrl: env.QUARTERDECK_APP_URL || baseUrl, historyUrl, key, historyKey }
  }
  const { name, profile, isKeyFromEnv, isHistoryKeyFromEnv } = chosen
  const historyKey = isHistoryKeyFromEnv ? 'QUARTERDECK_HISTORY_API_KEY' : historyKeyPlaces(chosen, env)
  const source = isKeyFromEnv ? 'QUARTERDECK_API_KEY' : describeKeyPlaces(chosen, env)
  const readOnly = globals.isReadOnly || (profile.readOnly ?? false)
  return {
    profile: name,
    ...addressesOf(profile),
    historyUrl: historyUrlOf(profile) ?? null,
    key: fromInput ?? source,
    historyKey: historyKey ?? null,
    readOnly,
  }
}

const show = command({
  name: 'profile show',
  summary: 'Show the current profile, addresses and key source',
  reads: true,
  description: 'Sends no request and does not check the key; qd doctor does both.',
  formats: ['table', 'json'],
  globals: { '--verbose': false, '--screen-reader': false },
  examples: ['profile show', 'profile show --profile acme --json'],
  run: async (_options, deps) => {
    await noteConfigWarnings(deps)
    const chosen = await loadChosenProfile(deps.env, deps.globals.profile)
    const members = { ...membersOf(chosen, deps), configFile: foldersOf(deps.env).configFile }
    // Most profiles have no team server: leave its lines out.
    const shown = Object.entries<unknown>(members).filter(([name, value]) => value !== null || !/^history/.test(name))
    const rows = shown.map(([name, value]) => [titles.get(name) ?? name, value ?? '–'].map((cell) => safeText(cell)))
    if (deps.format === 'json') printJson(members, deps)
    else deps.out(toTextTable([{ title: '', shrinks: false }, { title: '' }], rows, deps.columns))
  },
})

const remove = command({
  name: 'profile remove',
  summary: 'Remove a profile, its key, cache and added ids',
  arguments: [{ name: 'name', help: 'a profile', completes: 'profile' }],
  options: [yesOption],
  ...textFormats,
  isLocal: true,
  examples: ['profile remove acme', 'profile remove acme --yes'],
  parse: ({ args, options }) => ({ name: parseProfileName(args[0] ?? ''), isYes: options.yes }),
  run: async ({ name, isYes }, deps) => {
    const { configFile } = foldersOf(deps.env)
    const profile = findProfile(readConfig(configFile), name)
    const { baseUrl } = addressesOf(profile)
    const change = (config: Config): void => {
      const { [name]: _, ...others } = config.profiles ?? {}
      config.profiles = others
      if (config.profile === name) delete config.profile
    }
    // Before the key is removed, which cannot be taken back.
    checkConfigChange(configFile, change)
    await confirm(`Remove the profile ${name} (${baseUrl}), its key, cache and added ids?`, isYes, deps)
    await removeKeys({ name, profile }, deps)
    changeConfig(configFile, change)
    printDone(`The profile ${name} and its key were removed.`, { removed: name }, deps)
  },
})

const schema = command({
  name: 'profile schema',
  summary: 'Print the JSON Schema of config.json',
  description:
    'To check config.json in an editor, save the schema to a file, and set "$schema" in config.json to its path.',
  formats: ['json'],
  isLocal: true,
  examples: ['profile schema > schema.json'],
  run: async (_options, deps) => {
    // Indented even in a pipe, because users read the file too.
    printForeignJson(configJsonSchema((await deps.keyboard()).actions), { ...deps, isOutputTerminal: true })
  },
})

export const profileCommands = [add, list, use, show, remove, schema, login, logout]
