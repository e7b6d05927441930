import { AppError } from '../../base/errors.ts'
import { toJson } from '../../domain/output/output.ts'
import { moment } from '../../domain/text/format.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { listen } from '../../notify/listen/listen.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { noteTo } from '../kit/note.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { parseWhole } from '../kit/parse-whole.ts'

const SECRET = 'QUARTERDECK_WEBHOOK_SECRET'

const optionRows = [
  { flags: '--port <n>', help: 'port on this machine; 0 takes a free one' },
  { flags: '--secret-from <variable>', help: `variable that holds the secret (default: ${SECRET})` },
] as const satisfies readonly OptionRow[]

type ListenCommand = { port: number; variable: string }

const parseHooksListen = ({ options: { port, secretFrom } }: CommandInput<typeof optionRows>): ListenCommand => {
  const own = parseWhole(port, '--port', { min: 0, max: 65_535 })
  if (own === undefined)
    throw new AppError('usage', '--port is missing: name a port on this machine, 0 for a free one.')
  return { port: own, variable: secretFrom ?? SECRET }
}

const runHooksListen = async ({ port, variable }: ListenCommand, deps: Deps): Promise<undefined> => {
  const { env, now, out, outMasked, err, format, signal, hide } = deps
  const secret = env[variable]
  if (!secret) throw new AppError('usage', `${variable} is not set: give it the secret that the webhook signs with.`)
  hide(secret)
  const listener = await listen({
    port,
    secret,
    now,
    onEvent: (event) => (format === 'ndjson' ? outMasked(`${toJson(event)}\n`) : out(lineOf(event, now()))),
    onRefusal: (sentence) => noteTo(err, sentence),
  }).catch((error: NodeJS.ErrnoException) => {
    throw new AppError('failed', `Port ${port} cannot be listened on (${error.code}): choose another one.`, {
      cause: error,
    })
  })
  noteTo(err, `Listening on ${listener.url}: set it as the address of a webhook. Ctrl-C ends it.`)
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await listener.close()
}

const lineOf = (event: Record<string, unknown>, at: number): string => {
  const { title, text } = (event.quarterdeck ?? {}) as { title?: unknown; text?: unknown }
  const name = event.hook_event_name ?? '–'
  return `${[moment(at), name, title ?? '', text ?? ''].map((part) => safeText(part)).join('  ')}\n`
}

export const hooksListen = command({
  name: 'hooks listen',
  summary: 'Print the events of a signed webhook as they come',
  description: 'Only what the holder of the secret has signed, within the last five minutes, and each only once.',
  options: optionRows,
  formats: ['table', 'ndjson'],
  pipeFormat: 'ndjson',
  examples: ['hooks listen --port 8787', 'hooks listen --port 8787 --format ndjson | jq .message'],
  parse: parseHooksListen,
  run: runHooksListen,
})
