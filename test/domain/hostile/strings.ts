/** A generator of numbers from 0 (included) to 1 that gives the same sequence for the same seed. */
export const createRandom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const ESC = '\x1b'
const code = (...points: number[]): string => String.fromCodePoint(...points)

/** Functions that create text that controls a terminal, hides in it or swallows the text after it, by kind. */
export const acting: Readonly<Record<string, (at: number) => string>> = {
  colours: (at) => `${ESC}[${31 + (at % 7)};1;7mred`,
  'clearing the screen': (at) => `${ESC}[${at % 4}J${ESC}[${at % 3}K`,
  'moving the cursor': (at) => `${ESC}[${at % 20};${at % 70}H${ESC}[3A${ESC}[5D`,
  scrolling: () => `${ESC}[3;5r${ESC}D${ESC}M${ESC}[4S`,
  'other screens': () => `${ESC}[?1049h${ESC}[?47h`,
  'input modes': () => `${ESC}[?2004h${ESC}[?1000h${ESC}[?1006h${ESC}[4h`,
  'hidden cursor': () => `${ESC}[?25l${ESC}[8m`,
  'terminal queries': (at) => [`${ESC}[c`, `${ESC}[6n`, `${ESC}[>c`, `${ESC}[18t`][at % 4] ?? '',
  'colour queries': () => `${ESC}]10;?\x07${ESC}]11;?${ESC}\\${ESC}]4;1;?\x07`,
  titles: () => `${ESC}]0;owned\x07${ESC}]2;owned${ESC}\\`,
  links: () => `${ESC}]8;;https://evil.example${ESC}\\click${ESC}]8;;${ESC}\\`,
  clipboard: () => `${ESC}]52;c;ZXZpbA==\x07`,
  'device control': () => `${ESC}P$q"p${ESC}\\${ESC}P+q544e${ESC}\\`,
  'application commands': () => `${ESC}_Ga=T;AAAA${ESC}\\${ESC}^private${ESC}\\${ESC}Xsos${ESC}\\`,
  'files for the terminal': () => `${ESC}]1337;File=:AAAA\x07${ESC}]777;notify;a;b\x07${ESC}]9;note\x07`,
  'line-drawing characters': () => `${ESC}(0lqqk${ESC}#8\x0e`,
  resets: (at) => [`${ESC}c`, `${ESC}[!p`, `${ESC}7${ESC}8`, `${ESC}E`][at % 4] ?? '',
  edits: (at) => [`${ESC}[4P`, `${ESC}[7@`, `${ESC}[5n`, `${ESC}[?6n`][at % 4] ?? '',
  '8-bit sequences': () => `${code(0x9b)}31m${code(0x9b)}6n`,
  '8-bit commands': () => `${code(0x9d)}52;c;ZXZpbA==${code(0x9c)}${code(0x90)}$q"p${code(0x9c)}`,
  'other 8-bit controls': (at) => code(0x80 + (at % 32)),
  'unterminated sequences': (at) => [ESC, `${ESC}[`, `${ESC}[38;5`, `${ESC}[?`][at % 4] ?? '',
  'unterminated commands': (at) => [`${ESC}]`, `${ESC}]0;never`, `${ESC}]52;c;`, code(0x9d)][at % 4] ?? '',
  'unterminated strings': (at) => [`${ESC}P`, `${ESC}_`, `${ESC}^`, `${ESC}X`, code(0x90)][at % 5] ?? '',
  '7-bit controls': (at) => code(at % 32),
  bells: () => '\x07\x07\x7f\b\b\b',
  'line breaks': (at) => ['a\nb', 'a\rb', 'a\r\nb', 'a\u2028b', 'a\u2029b', 'a\x85b', 'a\vb', 'a\fb'][at % 8] ?? '',
  tabs: () => 'a\tb\t\tc',
  'direction overrides': (at) => `${code(0x202a + (at % 5))}abc${code(0x2066 + (at % 4))}def`,
  'direction marks': (at) => `a${code([0x200e, 0x200f, 0x061c][at % 3] ?? 0x200e)}b`,
  'zero-width characters': (at) =>
    `a${code([0x200b, 0x200c, 0x200d, 0x2060, 0xfeff, 0x00ad, 0x034f][at % 7] ?? 0x200b)}b`,
  tags: (at) => `a${code(0xe0001)}${code(0xe0041 + (at % 26))}${code(0xe007f)}`,
  'private-use characters': (at) => `${code(0xe000 + (at % 999))}${code(0xf0000)}${code(0xfffe)}${code(0xfdd0)}`,
  'lone surrogates': (at) => `${String.fromCharCode(0xd800 + (at % 0x800))}a`,
}

const marks = [0x300, 0x301, 0x308, 0x327, 0x33f, 0x489, 0x5b0, 0x64b, 0x93c, 0x94d, 0xe31, 0x20dd, 0x20e3, 0x302e]

const plain = [' ', '{"a": 1}', ...'a Z 7 - web/checkout ä ß λ Ж ש ع │ ▁ █ – …'.split(' ')]
const wide = ['漢', '字', 'か', 'ナ', '한', '글', '、', '（', 'Ａ', '￥', '𠀀', '𪚥']
const halfWide = ['ｶ', 'ﾞ', 'ﾟ', 'ﾊﾟ', '。'.normalize('NFKC'), '｡']
const jamo = [0x1100, 0x1112, 0x1161, 0x1175, 0x11a8, 0x11c2, 0xac00, 0xac01, 0xa960, 0xd7b0, 0xd7cb].map((point) =>
  code(point),
)
const indic = ['क', '्', 'ष', 'ि', 'க', 'ொ', 'ก', 'ำ', 'ാ', 'ൎ', 'മ', 'ស', '្']

/** Emoji of one code point and of many, and pieces of them. */
const emoji = '😀 🚀 🔥 ❤️ ☕ ✈️ 👍🏽 🏽 👨‍👩‍👧‍👦 🏳️‍🌈 🏴‍☠️ 🇯🇵 🇯 🇽🇽 1️⃣ #⃣ 👩‍ ‍👩 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧 ❤‍🔥 😀🏽'.split(' ')
const pick = <T>(random: () => number, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T

const pile = (random: () => number): string => {
  const base = random() < 0.7 ? pick(random, plain) : ''
  const count = Math.floor(random() * 12)
  return base + Array.from({ length: count }, () => code(pick(random, marks))).join('')
}

const act = (random: () => number): string => pick(random, Object.values(acting))(Math.floor(random() * 1_000))

const kinds: ((random: () => number) => string)[] = [
  ...[act, act, act, act, pile],
  ...[plain, plain, wide, halfWide, jamo, indic, emoji].map((from) => (random: () => number) => pick(random, from)),
  (random) => code(Math.floor(random() * 0xa0)),
]

/** A string of 1 to 12 pieces that try to control a terminal, hide in it or leave their cell. */
export const hostileString = (random: () => number): string => {
  const count = 1 + Math.floor(random() * 12)
  return Array.from({ length: count }, () => pick(random, kinds)(random)).join('')
}
