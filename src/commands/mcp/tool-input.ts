import { usageError } from '../../base/errors.ts'
import type { Command } from '../kit/command.ts'
import { type Globals, parseGlobals } from '../kit/globals.ts'
import type { ArgumentRow, OptionRow } from '../kit/option-row.ts'
import { toOption } from '../kit/option-row.ts'
import { longFlag } from '../kit/usage-error.ts'

/** Options that no tool has: they write, ask, print secrets, or change only the exit status or a table. */
const LEFT_OUT = new Set([
  '--exit-code',
  '--yes',
  '--reveal',
  '--output',
  '--force',
  '--notify',
  '--mute',
  '--unmute',
  '--style',
  // Set for every tool, unless qd mcp runs with --names.
  '--pseudonyms',
  // Every tool has a cursor, which also takes that of the command.
  '--cursor',
])

/** Paths come from the user of this machine only. */
const isPath = ({ completes }: Pick<OptionRow, 'completes'>): boolean => completes === 'file' || completes === 'folder'

/** The options of a command that are members of its tool's input. */
const toolOptions = ({ options }: Pick<Command, 'options'>): readonly OptionRow[] =>
  options.filter((row) => !LEFT_OUT.has(longFlag(row.flags)) && !isPath(row))

export type InputSchema = {
  type: 'object'
  properties: Record<string, object>
  required?: string[]
  [more: string]: unknown
}

/** `group_by` for `--group-by <member>`, `service_account_id` for the argument `service-account-id`. */
const memberName = (text: string): string => text.replace(/^--/, '').replaceAll('-', '_')

const CURSOR = 'continue a result: the cursor in its member "continue"'
const GLOBALS = {
  offline: { type: 'boolean', description: 'use only cached data; send nothing' },
  refresh: { type: 'boolean', description: 'ignore the cache' },
} as const

/** The JSON Schema of a tool's input: the arguments and options of its command. */
export const inputSchemaOf = (command: Command): InputSchema => {
  const args = command.arguments ?? []
  const required = args.filter(({ isOptional = false }) => !isOptional).map(({ name }) => memberName(name))
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(args.map((row) => [memberName(row.name), argumentSchema(row)])),
      ...Object.fromEntries(toolOptions(command).map((row) => [memberName(longFlag(row.flags)), optionSchema(row)])),
      ...Object.fromEntries((command.cacheOptions ?? []).map((name) => [name, GLOBALS[name]])),
      cursor: { type: 'string', description: CURSOR },
    },
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

const argumentSchema = ({ help, choices }: ArgumentRow): object => ({
  type: 'string',
  description: help,
  ...(choices && { enum: choices }),
})

const optionSchema = ({ flags, help, choices, isRepeatable }: OptionRow): object => {
  const description = help
  if (!flags.includes('<')) return { type: 'boolean', description, default: false }
  if (isRepeatable) return { type: 'array', items: { type: 'string' }, description }
  const type = /<(number|n|days)>/.test(flags) ? 'integer' : 'string'
  return { type, description, ...(choices && { enum: choices }) }
}

export type ToolInput = {
  args: (string | undefined)[]
  options: Record<string, unknown>
  globals: Globals
  /** The requested continuation. */
  cursor: string | undefined
}

/**
 * Reads the input of a tool.
 *
 * @param more Options that the caller does not choose, by their attribute names.
 * @throws AppError of kind `usage` for a missing or unknown member or a wrong type.
 */
export const parseToolInput = (
  command: Command,
  given: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, unknown>>,
): ToolInput => {
  const { properties, required = [] } = inputSchemaOf(command)
  const missing = required.find((name) => given[name] === undefined)
  if (missing !== undefined)
    throw usageError(`${missing} is missing: ${(properties[missing] as Described).description}.`)
  const values = new Map<string, unknown>()
  for (const [name, value] of Object.entries(given)) {
    const schema = Object.hasOwn(properties, name) ? (properties[name] as Described) : undefined
    if (!schema) throw usageError(`"${name}" is not a member of the input: use ${Object.keys(properties).join(', ')}.`)
    if (value !== undefined && value !== null) values.set(name, parseValue(name, value, schema))
  }
  const options = toolOptions(command).flatMap((row): [string, unknown][] => {
    const value = values.get(memberName(longFlag(row.flags)))
    return value === undefined ? [] : [[toOption(row).attributeName(), value]]
  })
  const globalNames = ['offline', 'refresh'] as const
  const isSet = globalNames.filter((name) => values.get(name) === true)
  if (isSet.length > 1) throw usageError('offline and refresh cannot be used together.')
  return {
    args: (command.arguments ?? []).map(({ name }) => values.get(memberName(name)) as string | undefined),
    options: { ...Object.fromEntries(options), ...more },
    globals: {
      ...parseGlobals({ format: command.formats.includes('json') ? 'json' : undefined, readOnly: true }, {}),
      isOffline: values.get('offline') === true,
      isRefresh: values.get('refresh') === true,
    },
    cursor: values.get('cursor') as string | undefined,
  }
}

type Described = { type: 'string' | 'integer' | 'boolean' | 'array'; description: string; enum?: readonly string[] }

const TYPES = {
  string: 'a text',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list of texts',
} as const

const parseValue = (name: string, value: unknown, { type, enum: choices }: Described): unknown => {
  const parsed = typedValue(value, type)
  if (parsed === undefined) throw usageError(`"${name}" must be ${TYPES[type]}.`)
  if (choices && !choices.includes(parsed as string))
    throw usageError(`"${name}" must be one of ${choices.join(', ')}.`)
  return parsed
}

/** The value as the command line would have it; undefined if it has another type. Models mix up numbers and texts. */
const typedValue = (value: unknown, type: Described['type']): unknown => {
  if (type === 'boolean') return typeof value === 'boolean' ? value : undefined
  if (type === 'array') {
    const items = typeof value === 'string' ? [value] : value
    return Array.isArray(items) && items.every((item) => typeof item === 'string') ? items : undefined
  }
  if (type === 'integer' && typeof value === 'string') return /^\d+$/.test(value) ? value : undefined
  if (typeof value === 'number') return type === 'string' || Number.isInteger(value) ? String(value) : undefined
  return typeof value === 'string' ? value : undefined
}
