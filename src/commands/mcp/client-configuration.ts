import { isObject } from '../../base/json.ts'
import {
  addChildren,
  applyJsonEdits,
  type JsonEdit,
  type Node,
  parseJsonTree,
  replaceValue,
  withoutComments,
} from '../../base/json-edit.ts'
import { isSameJson } from '../../base/same-json.ts'
import { SettingsFileError } from '../../notify/install/settings-file.ts'

/** A server in the configuration of an MCP client. */
export type McpServer = { command: string; args: readonly string[] }

type Json = Record<string, unknown>

const SERVERS = 'mcpServers'
/** Its name in the configuration. */
const NAME = 'quarterdeck'
const BY_HAND = 'Paste the output of qd mcp install into it'

/** The configuration of a client with only this server, for pasting. */
export const clientConfiguration = (server: McpServer): Json => ({ [SERVERS]: { [NAME]: server } })

/** Parses the configuration of a client, which may have comments. @throws SettingsFileError. */
export const parseClientConfiguration = (text: string): Json => {
  const json = text.replace(/^\uFEFF/, '')
  if (json.trim() === '') return {}
  let value: unknown
  try {
    value = JSON.parse(withoutComments(json))
  } catch {
    throw new SettingsFileError(`is not valid JSON. ${BY_HAND}`)
  }
  if (!isObject(value)) throw new SettingsFileError('is not a JSON object')
  const servers = value[SERVERS] ?? {}
  if (!isObject(servers)) throw new SettingsFileError(`has ${SERVERS} that are not a JSON object`)
  if (!isObject(servers[NAME] ?? {})) throw new SettingsFileError(`has a server ${NAME} that is not a JSON object`)
  return value
}

/**
 * Adds this server to the configuration of a client, or changes its command. Comments, other servers and other members
 * of the server are kept. Returns the same text if nothing changes.
 *
 * @throws SettingsFileError if the text is no configuration, or if anything else would change.
 */
export const addMcpServer =
  (server: McpServer) =>
  (text: string): string => {
    const before = parseClientConfiguration(text)
    const servers = (before[SERVERS] ?? {}) as Json
    const next = { ...(servers[NAME] as Json | undefined), ...server }
    const after = { ...before, [SERVERS]: { ...servers, [NAME]: next } }
    if (isSameJson(before, after)) return text
    const [mark, json] = text.startsWith('\uFEFF') ? ['\uFEFF', text.slice(1)] : ['', text]
    const whole = json.trim() === '' ? '{}\n' : json
    const changed = mark + applyJsonEdits(whole, editsFor(whole, server))
    if (!isSameJson(parseClientConfiguration(changed), after))
      throw new SettingsFileError(`can't be changed without affecting other settings. ${BY_HAND}`)
    return changed
  }

const editsFor = (json: string, server: McpServer): JsonEdit[] => {
  const root = parseJsonTree(json)
  const servers = memberNode(root, SERVERS)
  if (!servers) return addChildren(json, root, [{ name: SERVERS, value: { [NAME]: server } }])
  const present = memberNode(servers, NAME)
  if (!present) return addChildren(json, servers, [{ name: NAME, value: server }])
  const members = Object.entries(server).map(([name, value]) => ({ name, value, node: memberNode(present, name) }))
  const added = members.filter(({ node }) => node === undefined)
  return [
    ...members.flatMap(({ node, value }) => (node ? [replaceValue(json, node, value)] : [])),
    ...(added.length > 0 ? addChildren(json, present, added) : []),
  ]
}

/** The value of a member. @throws SettingsFileError if an object has it twice: parsers disagree on which one counts. */
const memberNode = (object: Node, name: string): Node | undefined => {
  const found = (object.children ?? []).filter(({ children = [] }) => children[0]?.value === name)
  if (found.length > 1) throw new SettingsFileError(`has ${JSON.stringify(name)} twice: remove one`)
  return found[0]?.children?.[1]
}
