import { createRandom, hostileString } from './strings.ts'

const code = (...points: number[]): string => String.fromCodePoint(...points)
const ESC = '\x1b'

/** What hostile text is made of, by what it tries: each has one piece for every number. */
export const hostileFamilies: Readonly<Record<string, (at: number) => string>> = {
  colours: (at) => `${ESC}[${31 + (at % 7)};1;7mred`,
  'clearing the screen': (at) => `${ESC}[${at % 4}J${ESC}[${at % 3}K`,
  'moving the cursor': (at) => `${ESC}[${at % 20};${at % 70}H${ESC}[3A${ESC}[5D`,
  scrolling: () => `${ESC}[3;5r${ESC}D${ESC}M${ESC}[4S`,
  'other screens': () => `${ESC}[?1049h${ESC}[?47h`,
  'modes of input': () => `${ESC}[?2004h${ESC}[?1000h${ESC}[?1006h${ESC}[4h`,
  'hidden cursor': () => `${ESC}[?25l${ESC}[8m`,
  'questions about the terminal': (at) => [`${ESC}[c`, `${ESC}[6n`, `${ESC}[>c`, `${ESC}[18t`][at % 4] ?? '',
  'questions about colours': () => `${ESC}]10;?\x07${ESC}]11;?${ESC}\\${ESC}]4;1;?\x07`,
  titles: () => `${ESC}]0;owned\x07${ESC}]2;owned${ESC}\\`,
  links: () => `${ESC}]8;;https://evil.example${ESC}\\click${ESC}]8;;${ESC}\\`,
  clipboard: () => `${ESC}]52;c;ZXZpbA==\x07`,
  'device control': () => `${ESC}P$q"p${ESC}\\${ESC}P+q544e${ESC}\\`,
  'application commands': () => `${ESC}_Ga=T;AAAA${ESC}\\${ESC}^private${ESC}\\${ESC}Xsos${ESC}\\`,
  'files for the terminal': () => `${ESC}]1337;File=:AAAA\x07${ESC}]777;notify;a;b\x07${ESC}]9;note\x07`,
  'signs of lines': () => `${ESC}(0lqqk${ESC}#8\x0e`,
  resets: () => `${ESC}c${ESC}[!p${ESC}7${ESC}8`,
  'sequences of eight bits': () => `${code(0x9b)}31m${code(0x9b)}6n`,
  'commands of eight bits': () => `${code(0x9d)}52;c;ZXZpbA==${code(0x9c)}${code(0x90)}$q"p${code(0x9c)}`,
  'other controls of eight bits': (at) => code(0x80 + (at % 32)),
  'sequences without an end': (at) => [ESC, `${ESC}[`, `${ESC}[38;5`, `${ESC}[?`][at % 4] ?? '',
  'commands without an end': (at) => [`${ESC}]`, `${ESC}]0;never`, `${ESC}]52;c;`, code(0x9d)][at % 4] ?? '',
  'strings without an end': (at) => [`${ESC}P`, `${ESC}_`, `${ESC}^`, `${ESC}X`, code(0x90)][at % 5] ?? '',
  'controls of seven bits': (at) => code(at % 32),
  bells: () => '\x07\x07\x7f\b\b\b',
  'ends of lines': (at) => ['a\nb', 'a\rb', 'a\r\nb', 'a\u2028b', 'a\u2029b', 'a\x85b', 'a\vb', 'a\fb'][at % 8] ?? '',
  tabs: () => 'a\tb\t\tc',
  'orders of writing': (at) => `${code(0x202a + (at % 5))}abc${code(0x2066 + (at % 4))}def`,
  'marks of order': (at) => `a${code([0x200e, 0x200f, 0x061c][at % 3] ?? 0x200e)}b`,
  'signs without width': (at) =>
    `a${code([0x200b, 0x200c, 0x200d, 0x2060, 0xfeff, 0x00ad, 0x034f][at % 7] ?? 0x200b)}b`,
  tags: (at) => `a${code(0xe0001)}${code(0xe0041 + (at % 26))}${code(0xe007f)}`,
  'private signs': (at) => `${code(0xe000 + (at % 999))}${code(0xf0000)}${code(0xfffe)}${code(0xfdd0)}`,
  'halves of pairs': (at) => `${String.fromCharCode(0xd800 + (at % 0x800))}a`,
  'piles of marks': (at) => `e${code(0x300 + (at % 60)).repeat(5 + (at % 60))}`,
  'wide signs': (at) => '漢字かな한글'.repeat(1 + (at % 30)),
  'half and full width': (at) => 'ｶﾞﾊﾟＡ￥'.repeat(1 + (at % 20)),
  syllables: (at) => `${code(0x1100 + (at % 80))}${code(0x1161)}${code(0x11a8)}क्षिกำസ്`,
  emoji: (at) => ['👨‍👩‍👧‍👦', '🏳️‍🌈', '🇯🇵🇯', '1️⃣', '👍🏽🏽', '👩‍', '‍👩'].join('').repeat(1 + (at % 9)),
  'great length': (at) => 'x'.repeat(500 + (at % 5) * 1_000),
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

/** Makes every text of a document one of `next`; days stay where `keepsDays`, as without them a row belongs to no answer. */
export const poisoned = (document: unknown, next: () => string, keepsDays: boolean): unknown => {
  const poison = (value: unknown): unknown => {
    if (typeof value === 'string') return keepsDays && /^\d{4}-\d{2}-\d{2}/.test(value) ? value : next()
    if (Array.isArray(value)) return value.map(poison)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, poison(member)]))
  }
  return poison(document)
}
