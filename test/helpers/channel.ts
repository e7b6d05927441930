import type { Env } from '../../src/base/env.ts'
import type { ChannelKind, ChannelSettings } from '../../src/config/notifier/notifier-schema.ts'
import type { Destination, SendTools } from '../../src/notify/channels/channel.ts'
import type { Message } from '../../src/notify/event/message.ts'
import { NOW } from './demos.ts'

/** A channel with these settings. */
export const destination = <Kind extends ChannelKind>(
  settings: Extract<ChannelSettings, { kind: Kind }>,
  { address, env = {} }: { address?: string; env?: Env } = {},
): Destination<Kind> => ({ name: 'own', settings, address, env })

/** A message with these fields. */
export const message = (fields: Partial<Message> = {}): Message => ({
  id: '01784800000000-abc',
  at: NOW,
  title: 'Task finished · shop',
  text: 'The agent has finished.',
  level: 'info',
  event: { hook_event_name: 'Stop', session_id: 's1', cwd: '/work/shop' },
  ...fields,
})

/** Tools that send nothing and record what they would run, write and post. */
export const recordingTools = (fields: Partial<SendTools> = {}) => {
  const runs: (readonly string[])[] = []
  const writes: [string, string][] = []
  const posts: { url: string; headers: Record<string, string>; body: string }[] = []
  let begun = 0
  const tools: SendTools = {
    platform: 'linux',
    now: () => NOW,
    onSend: () => void begun++,
    run: async (argv) => {
      runs.push(argv)
      return { is: 'ended', status: 0 }
    },
    openTerminal: (device, bytes) => {
      writes.push([device, bytes])
      return undefined
    },
    post: async ({ onSend, ...request }) => {
      onSend()
      posts.push(request)
      return { is: 'answered', status: 200, retryAfterMs: undefined }
    },
    ...fields,
  }
  return { tools, runs, writes, posts, begun: () => begun }
}
