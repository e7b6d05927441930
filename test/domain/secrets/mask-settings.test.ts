import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSameJson } from '../../../src/base/same-json.ts'
import {
  hasMask,
  MASK,
  maskRevision,
  maskSettings,
  shownSetting,
  shownSettings,
} from '../../../src/domain/secrets/mask-settings.ts'
import { forAll } from '../../helpers/for-all.ts'

const hash = (secret: string): string => createHmac('sha256', 'salt').update(secret).digest('base64url')
const masked = (settings: Record<string, unknown>) => maskSettings(settings, hash)
const shown = (settings: Record<string, unknown>) => shownSettings(masked(settings))
const shownText = (text: string) => (shown({ note: text }) as { note: string }).note

test('every string below env, extraHeaders and extraArgs is masked at any depth, and other values are not', () => {
  expect(
    shown({
      env: { NODE_ENV: 'production', PORT: 8080, NESTED: { LIST: ['a', true, null] } },
      customModels: [{ id: 'cm_1', extraHeaders: { 'x-team': 'platform' }, extraArgs: { effort: 'high', top: 1 } }],
      'extra-headers': { a: 'b' },
    }),
  ).toEqual({
    env: { NODE_ENV: MASK, PORT: 8080, NESTED: { LIST: [MASK, true, null] } },
    customModels: [{ id: 'cm_1', extraHeaders: { 'x-team': MASK }, extraArgs: { effort: MASK, top: 1 } }],
    'extra-headers': { a: MASK },
  })
})

const secrets = 'apiKey KEY accessToken clientSecret passwd PASSWORD cloudCredentialExport cloudAuthRefresh'.split(' ')
test.each(secrets)('strings and numbers of a member named %s are masked at any depth; booleans are not', (name) => {
  expect(shown({ [name]: 'plain' })).toEqual({ [name]: MASK })
  expect(shown({ [name]: '' })).toEqual({ [name]: MASK })
  expect(shown({ [name]: ['a', { b: 'c', n: 1 }] })).toEqual({ [name]: [MASK, { b: MASK, n: 1 }] })
  expect(shown({ [name]: true })).toEqual({ [name]: true })
  expect(shown({ [name]: 32_000 })).toEqual({ [name]: MASK })
  expect(shown({ [name]: [123_456, { deep: 123_456 }] })).toEqual({ [name]: [MASK, { deep: MASK }] })
})

const pinNames = ['password', 'apiKey', 'token', 'pin', 'cardPin', 'login_pin', 'passcode', 'OTP', 'env', 'extraArgs']
test.each(pinNames)('a number is a secret in a member, variable or flag named %s', (name) => {
  expect(shown({ [name]: 123_456 })).toEqual({ [name]: MASK })
  expect(shown({ list: [{ name, value: 123_456 }] })).toEqual({ list: [{ name, value: MASK }] })
  expect(shown({ args: ['--token', 123_456, '--port', 80] })).toEqual({ args: ['--token', MASK, '--port', 80] })
  expect(isSameJson(masked({ [name]: 5 }), masked({ [name]: 5 }))).toBe(true)
  expect(isSameJson(masked({ [name]: 5 }), masked({ [name]: '5' }))).toBe(false)
  expect(isSameJson(masked({ [name]: 5 }), masked({ [name]: 6 }))).toBe(false)
})

const PLAIN_NUMBERS =
  'maxOutputTokens max_tokens tokens thinkingTokenBudget keyCount AUTH_PORT tokenTtl secretExpiresAt apiKeyRotationDays authTimeoutMs webhookRetries APIKeyLimit'

test.each(PLAIN_NUMBERS.split(' '))('a number named %s is a limit, count, port or time, and is not masked', (name) => {
  expect(shown({ [name]: 32_000 })).toEqual({ [name]: 32_000 })
  expect(shown({ env: { [name]: 8080 } })).toEqual({ env: { [name]: 8080 } })
})

test('numbers outside secret places are unchanged', () => {
  const settings = { retentionDays: 30, shipping: 12, pinned: 7, spin: 8, list: [2, 3], x: { httpProxyPort: 8080 } }
  expect(shown(settings)).toEqual(settings)
})

test('addresses in lists and in names are masked', () => {
  expect(shown({ mcpAutonomyUrlOverrides: [{ urlPattern: 'https://u@mcp.example/*?key=v' }] })).toEqual({
    mcpAutonomyUrlOverrides: [{ urlPattern: `https://${MASK}@mcp.example/*?${MASK}` }],
  })
  expect(shown({ overrides: { 'https://u:p@mcp.example/': 'auto' } })).toEqual({
    overrides: { [`https://${MASK}@mcp.example/`]: 'auto' },
  })
})

test.each([
  'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
  'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  'AKIAIOSFODNN7EXAMPLE',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U',
  'd41d8cd98f00b204e9800998ecf8427e',
  'q%$d41d8cd98f00b204e9800998ecf8427e~!x\\y',
  '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----',
  '-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQ\n-----END PGP PRIVATE KEY BLOCK-----',
])('a token is masked anywhere: %s', (token) => {
  expect(shownText(token)).toBe(MASK)
  expect(shownText(`run --with ${token} now`)).not.toContain(token.slice(0, 12))
  expect(JSON.stringify(masked({ list: [{ at: `x ${token}` }] }))).not.toContain(token.slice(2, 14))
})

test.each([
  ['curl -H "Authorization: Bearer abcdef" x', `curl -H "Authorization: Bearer ${MASK}" x`],
  ['curl -u me:hunter2 x', `curl -u me:${MASK} x`],
  ['deploy --token=abc', `deploy --token=${MASK}`],
  ['deploy --token abc --now', `deploy --token ${MASK} --now`],
  ['login --password "two words" x', `login --password "${MASK}" x`],
  ["PASSWORD='ab&cd;ef' make", `PASSWORD='${MASK}' make`],
  ['PASSWORD=hunter$abc make', `PASSWORD=${MASK} make`],
  ['MYSQL_PWD=hunter2 mysql', `MYSQL_PWD=${MASK} mysql`],
  ['Server=db;Uid=sa;Pwd=hunter2', `Server=db;Uid=sa;Pwd=${MASK}`],
  ['curl --user me:hunter2 x', `curl --user me:${MASK} x`],
  ['curl -H "Cookie: a=b; session=xyzzy" x', `curl -H "Cookie: ${MASK}" x`],
  ['curl -H "Authorization: Digest plain" x', `curl -H "Authorization: Digest ${MASK}" x`],
  [`curl -d '{"token":"ab cd"}'`, `curl -d '{"token":"${MASK}"}'`],
  ['curl -d "{\\"token\\": \\"ab cd\\"}"', `curl -d "{\\"token\\": \\"${MASK}\\"}"`],
  ['deploy --password $ecret!', `deploy --password ${MASK}`],
  [`TOKEN=\${TOKEN:-hunter2}`, `TOKEN=${MASK}`],
  ['at https:\\/\\/u:p@host.example\\/x', `at https:\\/\\/${MASK}@host.example\\/x`],
  ['at u:p@db.example:5432/main', `at ${MASK}@db.example:5432/main`],
  ['at mcp.example/way?sig=abc', `at mcp.example/way?${MASK}`],
  ['open host.example/cb#code=4711&state=x now', `open host.example/cb#${MASK} now`],
  ['host.example#access_token=abc', `host.example#${MASK}`],
  ['/cb#access_token=abc123', `/cb#access_token=${MASK}`],
  ['https://name:pass@host.example:8443/way?token=1&x=2#part', `https://${MASK}@host.example:8443/way?${MASK}#part`],
  ['https://name:pa/ss@host.example/way', `https://${MASK}@host.example/way`],
  ['see https://host.example/#access_token=abc', `see https://host.example/#${MASK}`],
])('a secret in a command or an address is masked: %s', (command, expected) =>
  expect(shownText(command)).toBe(expected),
)

test.each([
  ['https://hooks.slack.com/services/T0/B0/plain', `https://hooks.slack.com/${MASK}`],
  ['https://discord.com/api/webhooks/1/plain', `https://discord.com/api/webhooks/${MASK}`],
  ['https://org.webhook.office.com/webhookb2/a@b/c', `https://org.webhook.office.com/${MASK}`],
  ['https://open.example/bot/v2/hook/plain', `https://open.example/bot/v2/hook/${MASK}`],
  ['https://maker.example/trigger/x/key/plain', `https://maker.example/trigger/x/key/${MASK}`],
  ['https://hooks.example/*', 'https://hooks.example/*'],
  ['https://host.example/docs/hooks', 'https://host.example/docs/hooks'],
])('the path of a webhook is a secret: %s', (address, expected) => expect(shownText(address)).toBe(expected))

test('a secret after a flag, or next to a secret name, is masked', () => {
  expect(
    shown({
      args: ['--token', 'abc', '--user', 'me:pw', '-u', 'root', '--no-auth', '--token-file', 'x'],
      variables: [
        { name: 'API_TOKEN', value: 'abc' },
        { name: 'PORT', value: 'abc' },
      ],
      lines: ['-----BEGIN PRIVATE KEY-----', 'abc', '-----END PRIVATE KEY-----', 'abc'],
    }),
  ).toEqual({
    args: ['--token', MASK, '--user', MASK, '-u', 'root', '--no-auth', '--token-file', 'x'],
    variables: [
      { name: 'API_TOKEN', value: MASK },
      { name: 'PORT', value: 'abc' },
    ],
    lines: [MASK, MASK, MASK, 'abc'],
  })
})

const mark = (inside: string) => `\u{f8ff}\u{e0aa}${inside}\u{e0bb}\u{f8ff}`

test.each([
  ['ghp_16C7e42F292c6912E7710c838347Ae178B4a', {}],
  ['plain-text-of-a-secret', { apiKey: true }],
])('text that looks like a mask is masked: %s', (secret, { apiKey = false }: { apiKey?: boolean }) => {
  const forged = { [apiKey ? 'apiKey' : 'note']: mark(secret), [mark(secret)]: 1, list: [`x ${mark(secret)} y`] }
  expect(JSON.stringify(masked(forged))).not.toContain(secret)
  expect(JSON.stringify(shown(forged))).not.toContain(secret)
})

test('a server cannot send the mask of another secret', () => {
  const { apiKey } = masked({ apiKey: 'one' }) as { apiKey: string }
  expect(masked({ apiKey })).not.toEqual({ apiKey })
  // The two parts of a mask around a secret form no mask either.
  const [start, end] = [apiKey.slice(0, -8), apiKey.slice(-8)]
  expect(JSON.stringify(masked({ note: `${start} --token abcdef ${end}` }))).not.toContain('abcdef')
  expect(maskSettings({ apiKey }, hash, 'masking')).toEqual({ apiKey })
})

test('masks of a mirror stay masks, equal if its secrets are equal, and the text around them stays', () => {
  const other = (secret: string): string => createHmac('sha256', 'salt of a mirror').update(secret).digest('base64url')
  const mirrored = (settings: Record<string, unknown>) => masked(maskSettings(settings, other))
  const settings = { baseUrl: 'https://ann:one@h.example/v1?a=1', env: { A: 'one' }, args: ['--token', 'one'] }
  expect(shownSettings(mirrored(settings))).toEqual(shown(settings))
  const { A, B, C } = mirrored({ env: { A: 'one', B: 'one', C: 'two' } }).env as Record<string, string>
  expect([A === B, A === C]).toEqual([true, false])
})

test('members whose names differ only in secrets are all shown', () => {
  expect(shown({ by: { 'https://a:b@h.example/': 1, 'https://c:d@h.example/': 2 } })).toEqual({
    by: { [`https://${MASK}@h.example/`]: 1, [`https://${MASK}@h.example/ (2)`]: 2 },
  })
})

test('changes below the depth limit are changes, without their text', () => {
  for (const levels of [150, 20_000]) {
    const deep = (end: string) => JSON.parse(`${'{"a":'.repeat(levels)}"${end}"${'}'.repeat(levels)}`)
    expect(isSameJson(masked(deep('x')), masked(deep('x')))).toBe(true)
    expect(isSameJson(masked(deep('x')), masked(deep('y')))).toBe(false)
    expect(JSON.stringify(shown(deep('x')))).toContain('cut: deeper than 100 levels')
    expect(JSON.stringify(masked(deep('s3cret')))).not.toContain('s3cret')
    expect(JSON.stringify(masked(deep('s3cret'))).length).toBeLessThan(2_000)
  }
})

test.each([
  'claude-opus-4-20250514-thinking-high',
  'Qwen3-235B-A22B-Instruct-2507',
  '550e8400-e29b-41d4-a716-446655440000',
  '3f25a4e0-4f8b-41d3-9a0c-0a05e82c3b01',
  'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3',
  'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '198.51.100.0/24',
  '*.packages.example',
  'https://npm-registry.example/hf-transformers',
  'pypi-mirror.example',
  'mailto:joe@host.example',
  'npm:lodash@latest',
  'registry.example/image:tag@sha256:abc',
  'git@git.example:org/repo.git',
  'sudo -u root sh',
  'docker run -u 1000:1000 image',
  'apt-key add',
  'docker login --password-stdin registry.example',
  'sort keys: yes',
  `TOKEN=\${TOKEN} make`,
  'TOKEN=$(cat /run/x)',
  '/usr/local/lib/node_modules/@scope/package',
  'src/components/UserProfileCard/UserProfileCardHeader2',
  'curl -H "Authorization: Bearer $TOKEN" x',
  'see docs.example/page#part',
  '査読 (review) 🚀',
])('a text without a secret is unchanged: %s', (text) => {
  expect(masked({ note: text, list: [text] })).toEqual({ note: text, list: [text] })
})

test('equal secrets have equal masks, different ones different masks', () => {
  const before = masked({ env: { A: 'one', B: 'one' }, apiKey: 'one' })
  expect(isSameJson(before, masked({ env: { A: 'one', B: 'one' }, apiKey: 'one' }))).toBe(true)
  expect(isSameJson(before, masked({ env: { A: 'one', B: 'one' }, apiKey: 'two' }))).toBe(false)
  const { env } = before as { env: { A: string; B: string } }
  expect(env.A).toBe(env.B)
  expect(hasMask(env.A)).toBe(true)
  expect(shownSetting(env.A)).toBe(MASK)
})

test('members with inherited names are ordinary members', () => {
  const settings = JSON.parse('{"__proto__": {"apiKey": "x"}, "constructor": "y"}')
  expect(JSON.stringify(shown(settings))).toBe(`{"__proto__":{"apiKey":"${MASK}"},"constructor":"y"}`)
})

test('a revision keeps its number, time and author, and unknown members are masked like settings', () => {
  const revision = {
    revision: 7,
    token: 'x1',
    settings: { env: { A: 'x2' }, sandbox: { enabled: true } },
    user: { id: 'user_01HZX3K9Q2W4E6R8T0Y1U3I5O7', email: 'a@b.example', name: 'A', sessionToken: 'x3' },
    updatedAt: '2026-02-01T00:00:00Z',
  }
  const result = maskRevision(revision, hash)
  expect(shownSettings(result)).toEqual({
    ...revision,
    token: MASK,
    settings: { env: { A: MASK }, sandbox: { enabled: true } },
    user: { ...revision.user, sessionToken: MASK },
  })
  expect(Object.keys(result)).toEqual(Object.keys(revision))
  expect(maskRevision({ revision: 7 }, hash)).toEqual({ revision: 7 })
})

const name = fc.oneof(fc.string(), fc.constantFrom('env', 'apiKey', 'headers', 'url', '__proto__', 'ghp_abcdefghijkl'))
const word = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(...'// ? @ : # token= ghp_abcdefghijklmnop https://u:p@h/ $X'.split(' '), ' --key ', 'Bearer '),
  fc.base64String({ minLength: 16, maxLength: 60 }),
)
const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(''))
const { settings } = fc.letrec<{ settings: Record<string, unknown>; value: unknown }>((tie) => ({
  settings: fc.dictionary(name, tie('value'), { maxKeys: 5 }),
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value')),
    tie('settings'),
  ),
}))

test('masking masked settings again changes nothing', () => {
  forAll(settings, (value) => {
    const once = masked(value)
    expect(maskSettings(once, hash, 'masking')).toEqual(once)
  })
})

test('a masked secret in a name does not make its member a secret', () => {
  const named = { by: { 'https://a:b@h.example/': 'high' } }
  const once = maskSettings(named, () => 'x-key-token-secret')
  expect(JSON.stringify(once)).toContain('"high"')
  expect(maskSettings(once, () => 'x-key-token-secret', 'masking')).toEqual(once)
})

test('a secret below a secret name is always masked', () => {
  const secretName = fc.constantFrom('apiKey', 'token', 'authHeader', 'env', 'extraArgs', 'x-password')
  forAll(settings, secretName, fc.string({ minLength: 1 }), (value, member, tail) => {
    const secret = `Cq7${tail}`
    const text = JSON.stringify(masked({ ...value, [member]: { deep: [secret, { deeper: secret }] } })[member])
    expect(text).not.toContain(JSON.stringify(secret).slice(1, -1))
  })
})

test('a random key of 24 characters or more is masked anywhere', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
  // A random text that happens to look like words is not a key.
  const turns = (key: string) => key.match(/[a-z](?=[A-Z])|[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0
  const key = fc
    .array(fc.constantFrom(...letters), { minLength: 24, maxLength: 64 })
    .map((signs) => signs.join(''))
    .filter((signs) => turns(signs) > signs.length / 4)
  forAll(key, (secret) => {
    expect(shownText(`see ${secret}.`)).toBe(`see ${MASK}.`)
  })
})

// Quadratic work on texts of this size takes minutes, and the test fails by its timeout.
test('long hostile settings are masked within the test timeout', () => {
  masked({
    a: 'eyJaaaaaaaaa-'.repeat(20_000),
    b: '-'.repeat(300_000),
    c: '//a:b'.repeat(50_000),
    d: '-----BEGIN '.repeat(20_000),
    e: 'key '.repeat(70_000),
    f: 'a1'.repeat(150_000),
    g: ' -u a'.repeat(60_000),
    h: "token='a".repeat(40_000),
    i: 'a.bc/a?'.repeat(40_000),
    j: 'a:b@c'.repeat(60_000),
    k: '--a'.repeat(100_000),
    l: 'TOKEN=$(a:'.repeat(30_000),
    m: '//h/hook/'.repeat(30_000),
    o: 'a~'.repeat(150_000),
    p: 'abcdefghijklmnop~'.repeat(20_000),
    n: ['--token', 'x'.repeat(300_000)],
  })
})
