import { expect, test } from 'vitest'
import { startDemo } from '../../helpers/demos.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { openMcp, TOOL_INPUT } from '../../helpers/mcp-client.ts'

const EMAIL = /[\w.+-]+@[\w-]+(\.[\w-]+)+/g

const openDemo = async (args: readonly string[] = []) => {
  const { url, key } = await startDemo()
  return openMcp({ url, key, home: makeFolder() }, [...args, '--max-result-bytes', '10000000'])
}

/** All texts of a tool's answer and of the resources, by name. */
const everything = async ({ client, call }: Awaited<ReturnType<typeof openDemo>>): Promise<Map<string, string>> => {
  const all = new Map<string, string>()
  for (const { name } of (await client.listTools()).tools) {
    const { texts, isError } = await call(name, TOOL_INPUT[name])
    expect(isError, `${name}: ${texts}`).toBe(false)
    all.set(name, texts.join('\n'))
  }
  for (const { uri } of (await client.listResources()).resources)
    all.set(uri, ((await client.readResource({ uri })).contents[0] as { text: string }).text)
  return all
}

/** The strings of members with this name, at any depth. */
const valuesOf = (value: unknown, member: RegExp): string[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'string' ? (member.test(name) ? [inner] : []) : valuesOf(inner, member),
  )
}

test('no answer names a person: neither by name, nor by e-mail address, nor by id', async () => {
  const named = await everything(await openDemo(['--names']))
  const parsed = (name: string): unknown => JSON.parse((named.get(name) ?? '').split('\n')[0] ?? '')
  const emails = new Set([...named.values()].flatMap((text) => text.match(EMAIL) ?? []))
  const ids = new Set(valuesOf(parsed('analytics_users'), /^user_id$/))
  const people = (parsed('controls_history') as { changes: { user: unknown }[] }).changes.map(({ user }) => user)
  // Addresses of groups, such as contractors@, are words of other texts.
  const locals = [...emails].map((email) => email.split('@')[0] ?? '').filter((local) => local.includes('.'))
  const names = new Set([...valuesOf(people, /^name$/), ...locals])
  expect(emails.size).toBeGreaterThan(10)
  expect(ids.size).toBeGreaterThan(10)
  expect(names.size).toBeGreaterThan(10)
  const hidden = await everything(await openDemo())
  const found = [...hidden].flatMap(([tool, text]) =>
    [...(text.match(EMAIL) ?? []), ...[...emails, ...ids, ...names].filter((each) => text.includes(each))].map(
      (each) => `${tool}: ${each}`,
    ),
  )
  expect(found).toEqual([])
  expect(hidden.get('users_list')).toMatch(/"Person [2-9B-DF-HJ-NP-TV-Z]{5}-/)
})

test('a condition on a name does not reveal who has it', async () => {
  const { call } = await openDemo(['--names'])
  const [{ email }] = (await call('users_list')).parse().users
  const { call: hidden } = await openDemo()
  for (const tool of ['users_list', 'limits_list', 'audit_list', 'controls_history', 'analytics_users'])
    for (const where of [`"${email}"`, `!"${email}"`]) {
      const [all, some] = [await hidden(tool, { where: ['!zzzz'] }), await hidden(tool, { where: [where] })]
      const count = (texts: string[]) => (texts[0]?.match(/Person /g) ?? []).length
      expect(count(some.texts), `${tool} ${where}`).toBe(where.startsWith('!') ? count(all.texts) : 0)
    }
})
