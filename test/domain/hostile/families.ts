import { acting, createRandom, hostileString } from './strings.ts'

const code = (...points: number[]): string => String.fromCodePoint(...points)

/** Hostile texts by kind; each family has a text for every number. */
export const hostileFamilies: Readonly<Record<string, (at: number) => string>> = {
  ...acting,
  'stacked combining marks': (at) => `e${code(0x300 + (at % 60)).repeat(5 + (at % 60))}`,
  'wide characters': (at) => '漢字かな한글'.repeat(1 + (at % 30)),
  'half and full width': (at) => 'ｶﾞﾊﾟＡ￥'.repeat(1 + (at % 20)),
  syllables: (at) => `${code(0x1100 + (at % 80))}${code(0x1161)}${code(0x11a8)}क्षिกำസ്`,
  emoji: (at) => ['👨‍👩‍👧‍👦', '🏳️‍🌈', '🇯🇵🇯', '1️⃣', '👍🏽🏽', '👩‍', '‍👩'].join('').repeat(1 + (at % 9)),
  'long text': (at) => 'x'.repeat(500 + (at % 5) * 1_000),
  formulas: (at) => `${['=', '+', '-', '@', '\t=', '\r=', '＝', '＠'][at % 8]}1+1|cmd,"x";\`a\``,
  'formulas behind other separators': (at) =>
    `${['a;=', 'a\t@', 'a;"=', 'a\r\n+', 'a,b;-', 'a";＝', 'a\t""-', 'a\n@'][at % 8]}1+1|cmd;"x"`,
  'links and mentions': (at) =>
    ['https://evil.example', 'see www.evil.example', '@team', 'a@evil.example', 'WWW.e.example', 'ftp://x'][at % 6] ??
    '',
  'markup and quotes': (at) =>
    ['a|b', '`a`', '[x](javascript:1)', '<script>', '"a,"', "'", '\\|', '__proto__'][at % 8] ?? '',
  'all at once': (at) => hostileString(createRandom(at)),
}

/** Replaces every string of a document with `next()`; `keepsDays` spares days, because a row without a day is dropped. */
export const poisoned = (document: unknown, next: () => string, keepsDays: boolean): unknown => {
  const poison = (value: unknown): unknown => {
    if (typeof value === 'string') return keepsDays && /^\d{4}-\d{2}-\d{2}/.test(value) ? value : next()
    if (Array.isArray(value)) return value.map(poison)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, poison(member)]))
  }
  return poison(document)
}
