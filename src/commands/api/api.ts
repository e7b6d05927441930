import { AppError, usageError } from '../../base/errors.ts'
import { toJson } from '../../domain/output/output.ts'
import { bytes } from '../../domain/text/format.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { mayReplace, withForceHint } from '../kit/change.ts'
import { command, type Deps } from '../kit/command.ts'
import { callOptions } from '../kit/load-options.ts'
import { noteTo, withProgress } from '../kit/notes.ts'
import { localPath } from '../kit/option-values.ts'

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const

const parseBody = (text: string | undefined): unknown => {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw usageError('The value of -d is not valid JSON: write it like \'{"name": "build-1"}\'.', { cause })
  }
}

const parsePair = (text: string): [string, string] => {
  const at = text.indexOf('=')
  if (at < 1) throw usageError(`"${text}" is not a valid -q value: write it as name=value.`)
  return [text.slice(0, at), text.slice(at + 1)]
}

/** Converts the error for a malformed request to a usage error, because the user typed the whole request. */
const asUsage = (error: AppError): AppError => {
  const { message, status, title, requestId } = error
  return status === 400 || status === 422 ? usageError(message, { cause: error, status, title, requestId }) : error
}

type Download = { path: string; query: [string, string][]; isForced: boolean }

/** Streams an archive to a file without verifying its contents, and prints the path. */
const saveOutput = async ({ path, query, isForced }: Download, output: string, deps: Deps): Promise<undefined> => {
  const client = await deps.client()
  const { saveArchive } = await import('../../archive/save-archive.ts')
  const mayReplaceIt = await mayReplace(output, isForced, deps)
  const { signal } = deps
  const { sizeBytes } = await withProgress(deps, path, (onProgress) => {
    const options = { path: output, mayReplace: mayReplaceIt, isVerified: false, signal, onProgress }
    return saveArchive(() => client.downloadPath(path, query, callOptions(deps)), options)
  }).catch(withForceHint)
  noteTo(deps.err, `${bytes(sizeBytes)}.`)
  deps.out(`${output}\n`)
}

const binary = /^(application\/(zip|octet-stream|gzip|pdf)|image|audio|video|font)\b/

export const api = command({
  name: 'api',
  summary: 'Make one authenticated request and print the response',
  description: 'Sends the key only to the configured hosts. Prints the body of error responses as well.',
  arguments: [{ name: 'path', help: 'path of the endpoint, such as /api/v0/automations/ci/jobs' }],
  options: [
    { flags: '-X, --method <method>', help: 'GET, POST, PATCH, PUT or DELETE (default: GET, or POST with -d)' },
    {
      flags: '-q, --param <name=value>',
      help: 'a query parameter; may be repeated',
      isRepeatable: true,
    },
    { flags: '-d, --data <json>', help: 'a JSON request body' },
    { flags: '-o, --output <file>', help: 'write the response to this file', completes: 'file' },
    { flags: '--force', help: 'with -o: overwrite an existing file' },
  ],
  formats: ['json'],
  examples: [
    'api /api/v1/analytics/tokens -q startDate=2026-10-01 -q endDate=2026-10-07',
    "api /api/v0/automations/ci/jobs --query 'jobs[].repoFullName'",
    'api /api/v0/wiki/wr_81f0/export -o wiki.zip',
    'api /api/v0/computers/cmp_1 -X PATCH -d \'{"name": "build-1"}\'',
  ],
  parse: ({ args, options }) => {
    const body = parseBody(options.data)
    const method = options.method?.toUpperCase() ?? (body === undefined ? 'GET' : 'POST')
    if (!methods.some((known) => known === method))
      throw usageError(`"${method}" is not a method of this API: use one of ${methods.join(', ')}.`)
    if (method === 'GET' && body !== undefined)
      throw usageError('GET has no body: remove -d or set another method with -X.')
    if (options.output !== undefined && method !== 'GET')
      throw usageError(`-o works only with GET, not with ${method}: remove one of them.`)
    const output = options.output === undefined ? undefined : localPath(options.output, '--output')
    const query = options.param.map(parsePair)
    return { method, path: args[0] ?? '', query, body, output, isForced: options.force }
  },
  /** Makes the request and prints the body for any status, then throws the error of a status that is not a success. */
  run: async (request, deps) => {
    const client = await deps.client()
    if (request.output !== undefined) return saveOutput(request, request.output, deps)
    const reply = await client.send(request, callOptions(deps))
    if (deps.globals.isVerbose) noteTo(deps.err, `< ${reply.status} ${reply.statusText}`.trimEnd())
    const kind = reply.headers['content-type'] ?? ''
    if (reply.error === undefined && binary.test(kind))
      throw new AppError('failed', `The response is ${kind}, which qd api cannot print: use -o FILE to save it.`)
    const { text, json } = reply
    const shown = () => `${json === undefined ? safeText(text, 'text') : toJson(json, { indent: 2 })}\n`
    // The client has masked the text already.
    if (text !== '') deps.outMasked(deps.isOutputTerminal ? shown() : text)
    if (reply.error !== undefined) throw asUsage(reply.error)
  },
})
