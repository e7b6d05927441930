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
const BEL = '\x07'
const ST = `${ESC}\\`
const code = (codePoint: number) => String.fromCodePoint(codePoint)

// Each of these does something to a terminal when it is written as it is.
const effects = [
  `${ESC}[31m`,
  `${ESC}[1;4;7m`,
  `${ESC}[2J`,
  `${ESC}[H`,
  `${ESC}[10;20H`,
  `${ESC}[3A`,
  `${ESC}[5D`,
  `${ESC}[2K`,
  `${ESC}[8m`,
  `${ESC}[?1049h`,
  `${ESC}[?25l`,
  `${ESC}[?2004h`,
  `${ESC}[?1000h`,
  `${ESC}[4h`,
  `${ESC}[c`,
  `${ESC}[>c`,
  `${ESC}[6n`,
  `${ESC}[5n`,
  `${ESC}[?6n`,
  `${ESC}[18t`,
  `${ESC}[4P`,
  `${ESC}[7@`,
  `${ESC}[!p`,
  `${ESC}c`,
  `${ESC}7`,
  `${ESC}8`,
  `${ESC}M`,
  `${ESC}D`,
  `${ESC}E`,
  `${ESC}(0`,
  `${ESC}#8`,
  `${ESC}]0;owned${BEL}`,
  `${ESC}]2;owned${ST}`,
  `${ESC}]8;;https://evil.example${ST}click${ESC}]8;;${ST}`,
  `${ESC}]8;id=1;https://evil.example${BEL}`,
  `${ESC}]52;c;ZXZpbA==${BEL}`,
  `${ESC}]10;?${BEL}`,
  `${ESC}]11;?${ST}`,
  `${ESC}]4;1;?${BEL}`,
  `${ESC}]104${BEL}`,
  `${ESC}]1337;File=:AAAA${BEL}`,
  `${ESC}P$q"p${ST}`,
  `${ESC}P+q544e${ST}`,
  `${ESC}_Ga=T;AAAA${ST}`,
  `${ESC}^private${ST}`,
  `${ESC}Xsos${ST}`,
  `${code(0x9b)}31m`,
  `${code(0x9b)}6n`,
  `${code(0x9d)}52;c;ZXZpbA==${code(0x9c)}`,
  `${code(0x9d)}0;owned${code(0x9c)}`,
  `${code(0x90)}$q"p${code(0x9c)}`,
  `${code(0x9f)}Ga=T${code(0x9c)}`,
  code(0x85),
  code(0x8d),
  '\r',
  '\n',
  '\r\n',
  '\t',
  '\b\b\b',
  '\v',
  '\f',
  '\0',
  BEL,
  '\x0e',
  '\x0f',
  '\x7f',
  '\x18',
  '\x1a',
]

// Nothing behind these may be swallowed.
const unterminated = [
  ESC,
  `${ESC}[`,
  `${ESC}[38;5`,
  `${ESC}]`,
  `${ESC}]0;never ends`,
  `${ESC}]52;c;`,
  `${ESC}P`,
  `${ESC}_`,
  `${ESC}^`,
  `${ESC}X`,
  code(0x9b),
  code(0x9d),
  code(0x90),
  code(0x9e),
  code(0x98),
]

const invisible = [
  ...[0x200b, 0x200c, 0x200d, 0x2060, 0xfeff, 0x00ad, 0x034f, 0x061c, 0x180e, 0x2061, 0xfff9, 0x1d173].map(code),
  ...[0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069, 0x200e, 0x200f].map(code),
  ...[0x2028, 0x2029, 0xfe00, 0xfe0e, 0xfe0f, 0xe0100, 0xe0001, 0xe0041, 0xe007f].map(code),
  ...[0x115f, 0x1160, 0x3164, 0xffa0, 0xe000, 0xf8ff, 0xf0000, 0x10fffd, 0xfffe, 0xffff, 0xfdd0, 0x1fffe].map(code),
]

const marks = [0x300, 0x301, 0x308, 0x327, 0x33f, 0x489, 0x5b0, 0x64b, 0x93c, 0x94d, 0xe31, 0x20dd, 0x20e3, 0x302e]

const plain = [
  'a',
  'Z',
  '7',
  ' ',
  '-',
  '{"a": 1}',
  'web/checkout',
  'ä',
  'ß',
  'λ',
  'Ж',
  'ש',
  'ع',
  '│',
  '▁',
  '█',
  '–',
  '…',
]
const wide = ['漢', '字', 'か', 'ナ', '한', '글', '、', '（', 'Ａ', '￥', '𠀀', '𪚥']
const halfWide = ['ｶ', 'ﾞ', 'ﾟ', 'ﾊﾟ', '。'.normalize('NFKC'), '｡']
const jamo = [0x1100, 0x1112, 0x1161, 0x1175, 0x11a8, 0x11c2, 0xac00, 0xac01, 0xa960, 0xd7b0, 0xd7cb].map(code)
const indic = ['क', '्', 'ष', 'ि', 'க', 'ொ', 'ก', 'ำ', 'ാ', 'ൎ', 'മ', 'ស', '្']

/** Emoji of one code point and of many, and pieces of them. */
const emoji = [
  '😀',
  '🚀',
  '🔥',
  '❤️',
  '☕',
  '✈️',
  '👍🏽',
  '🏽',
  '👨‍👩‍👧‍👦',
  '🏳️‍🌈',
  '🏴‍☠️',
  '🇯🇵',
  '🇯',
  '🇽🇽',
  '1️⃣',
  '#⃣',
  '👩‍',
  '‍👩',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  '🏴󠁧',
  '❤‍🔥',
  '😀🏽',
]
const lone = ['\ud800', '\udc00', '\udbff\udbff', '\ude00\ud83d']

const pick = <T>(random: () => number, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T

const pile = (random: () => number): string => {
  const base = random() < 0.7 ? pick(random, plain) : ''
  const count = Math.floor(random() * 12)
  return base + Array.from({ length: count }, () => code(pick(random, marks))).join('')
}

const kinds: ((random: () => number) => string)[] = [
  (random) => pick(random, effects),
  (random) => pick(random, effects),
  (random) => pick(random, unterminated),
  (random) => pick(random, invisible),
  (random) => pick(random, plain),
  (random) => pick(random, plain),
  (random) => pick(random, wide),
  (random) => pick(random, halfWide),
  (random) => pick(random, jamo),
  (random) => pick(random, indic),
  (random) => pick(random, emoji),
  (random) => pick(random, lone),
  (random) => code(Math.floor(random() * 0xa0)),
  pile,
]

/** A string of 1 to 12 pieces that try to act on a terminal, to hide in it or to leave their cell. */
export const hostileString = (random: () => number): string => {
  const count = 1 + Math.floor(random() * 12)
  return Array.from({ length: count }, () => pick(random, kinds)(random)).join('')
}
