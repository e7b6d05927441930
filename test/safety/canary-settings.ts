import { CANARY, canariesIn, spellings } from './canary.ts'

const hex = Buffer.from(CANARY).toString('hex')
/** The forms in which settings may contain the secret. */
export const forms = {
  plain: CANARY,
  base64: spellings.base64,
  'percent-encoded': spellings['percent-encoded'],
  'escaped as JSON': spellings['escaped as JSON'],
  hex,
}

/** A secret that looks like ordinary words, so only its place shows that it is one. */
const WORDS = 'quiet-otter-lamp'

/** The names of the forms in which a text contains secrets of {@link settingsWith}. */
export const secretsIn = (text: string): string[] => [
  ...canariesIn(text),
  ...['quiet-otter', 'quiet%2dotter'].filter((words) => text.toLowerCase().includes(words)),
  ...(text.includes(hex.slice(16, 48)) ? ['hex'] : []),
  ...(text.toLowerCase().includes(hex.slice(16, 32)) ? ['a piece in hex'] : []),
]

/** Settings with a secret in every documented place, and in unknown members. */
export const settingsWith = (secret: string) => {
  // Different for each secret.
  const words = `${WORDS}-${secret.length}`
  const inAddress = encodeURIComponent(secret)
  const address = `https://name:${inAddress}@host.example/way?key=${inAddress}`
  return {
    sessionRetentionDays: 4711,
    env: { API_TOKEN: secret, PLAIN: secret, nested: { list: [secret] } },
    customModels: [
      {
        id: 'cm_1',
        model: 'm',
        apiKey: secret,
        baseUrl: address,
        extraHeaders: { authorization: `Bearer ${secret}`, 'x-team': secret },
        extraArgs: { one: secret, two: { three: [secret] } },
        cloudHost: {
          cloudProfile: 'p',
          cloudHostBaseUrl: address,
          cloudAuthRefresh: `refresh --with ${secret}`,
          cloudCredentialExport: secret,
        },
      },
    ],
    mcpAutonomyUrlOverrides: [{ urlPattern: address }],
    mcpAutonomyOverrides: { [address]: 'high' },
    mcpPolicy: { enabled: true, allowlist: [address] },
    modelPolicy: { allowedBaseUrls: [address] },
    extraKnownMarketplaces: { own: { source: { url: address } } },
    strictKnownMarketplaces: [{ source: 'github', repo: address }],
    hooks: {
      Stop: [{ hooks: [{ type: 'command', command: `curl -H "Authorization: Bearer ${secret}" ${address}` }] }],
    },
    commandAllowlist: [`deploy --token ${secret}`, address],
    byPlace: {
      env: { A: words, B: [words] },
      apiKey: words,
      extraHeaders: { any: words },
      cloudAuthRefresh: `refresh ${words}`,
      servers: [
        { command: 'serve', args: ['--token', words, '--user', `me:${words}`], url: `https://${words}@h.example/` },
      ],
      variables: [{ name: 'API_TOKEN', value: words }],
      hooks: [
        `curl --password "${words} and more" -H "Cookie: a=b; c=${words}"`,
        `PASSWORD='${words}' deploy --key=${words}`,
      ],
      lines: ['-----BEGIN PRIVATE KEY-----', words, '-----END PRIVATE KEY-----'],
      chat: `https://hooks.chat.example/services/${words}`,
      database: `postgres://app:${words}@db.example/main`,
      signed: `https://host.example/way?sig=${words}`,
      [`https://app:${words}@host.example/`]: 'high',
      likeAMask: `\u{f8ff}\u{e0aa}${words}\u{e0bb}\u{f8ff}`,
    },
    // Members unknown to every version of the program.
    unheardOf: { clientSecret: secret, passwords: [secret], deep: { credentials: { any: secret } } },
    authHeader: secret,
    note: `remember ${secret} for later`,
    listOfNotes: [secret],
  }
}

/** The settings of three revisions: no secrets, every form of the secret, and every form of another secret. */
export const canaryRevisions = [{}, '', 'x'].map((end) =>
  typeof end === 'string'
    ? Object.fromEntries(Object.entries(forms).map(([name, secret]) => [`as ${name}`, settingsWith(`${secret}${end}`)]))
    : end,
)
