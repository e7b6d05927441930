import { AppError } from '../../base/errors.ts'
import { splitWords } from '../../base/text.ts'
import { parseAddress } from '../../config/address.ts'
import { foldersOf } from '../../config/folders.ts'
import { readConfig } from '../../config/profiles/config-file.ts'
import { addressesOf } from '../../config/profiles/named-profile.ts'
import { parseProfileName } from '../../config/profiles/profile-name.ts'
import { putProfile } from '../../config/profiles/put-profile.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { confirm, yesOption } from '../kit/confirm.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { printDone } from '../output/print-done.ts'

const optionRows = [
  { flags: '--base-url <address>', help: 'address of the API; asked for where it is left out' },
  { flags: '--app-url <address>', help: 'address of the application, when it is another one' },
  { flags: '--helper <command>', help: 'a command that prints the key, in place of qd login: "pass show work/qd"' },
  yesOption,
] as const satisfies readonly OptionRow[]

type AddOptions = {
  name: string
  baseUrl: string | undefined
  appUrl: string | undefined
  /** The words of a command. */
  helper: string[] | undefined
  isReadOnly: boolean
  isYes: boolean
}

const parseProfileAdd = ({ args, options, globals }: CommandInput<typeof optionRows>): AddOptions => ({
  name: parseProfileName(args[0] ?? ''),
  baseUrl: options.baseUrl === undefined ? undefined : parseAddress(options.baseUrl, '--base-url'),
  appUrl: options.appUrl === undefined ? undefined : parseAddress(options.appUrl, '--app-url'),
  helper: options.helper === undefined ? undefined : parseHelper(options.helper),
  isReadOnly: globals.isReadOnly,
  isYes: options.yes,
})

const parseHelper = (text: string): string[] => {
  const words = splitWords(text)
  if (!words?.length) throw new AppError('usage', '--helper is no command: write it like "pass show work/qd".')
  return words
}

const runProfileAdd = async (options: AddOptions, deps: Deps): Promise<undefined> => {
  const { name, helper, isReadOnly, isYes } = options
  const { configFile } = foldersOf(deps.env)
  const before = readConfig(configFile).profiles
  const old = before && Object.hasOwn(before, name) ? before[name] : undefined
  const { baseUrl, appUrl } = await addressesFor(options, deps)
  if (old !== undefined)
    await confirm(`There is a profile ${name} for ${addressesOf(old).baseUrl}: replace it?`, isYes, deps)
  const isUsed = putProfile(configFile, name, { baseUrl, appUrl, helper, isReadOnly })
  const use = isUsed ? 'is in use' : `is used with --profile ${name}, or from qd profile use ${name} on`
  const next = helper ? 'qd doctor tells whether its helper works' : `qd login --profile ${name} gives it its key`
  printDone(`The profile ${name} ${use}: ${next}.`, { profile: name, isUsed }, deps)
}

/** What was typed after the command, or is typed when asked for. */
const addressesFor = async (
  { baseUrl: given, appUrl }: AddOptions,
  { ask }: Deps,
): Promise<{ baseUrl: string; appUrl: string | undefined }> => {
  if (given !== undefined) return { baseUrl: given, appUrl }
  const base = await ask('Address of the API, such as https://api.example.com: ')
  if (base === undefined) throw new AppError('usage', '--base-url is missing: set it to the address of the API.')
  const baseUrl = parseAddress(base.trim(), 'What was typed')
  if (appUrl !== undefined) return { baseUrl, appUrl }
  const app = (await ask('Address of the application, empty when it is the same: '))?.trim() || undefined
  return { baseUrl, appUrl: app && parseAddress(app, 'What was typed') }
}

export const profileAdd = command({
  name: 'profile add',
  summary: 'Add the addresses of an organisation under a name',
  description: 'With --read-only every write is refused under that profile. The first profile is in use at once.',
  arguments: [{ name: 'name', help: 'small letters, digits, ".", "_" and "-"' }],
  options: optionRows,
  formats: ['table', 'json'],
  pipeFormat: 'table',
  examples: [
    'profile add acme --base-url https://api.example.com --app-url https://app.example.com',
    'profile add acme --base-url https://api.example.com --helper "pass show work/qd"',
  ],
  parse: parseProfileAdd,
  run: runProfileAdd,
})
