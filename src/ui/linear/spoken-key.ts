/** Keys that a voice would leave out or take for the end of a sentence, by their names. */
const names: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  ':': 'colon',
  '.': 'dot',
  '/': 'slash',
  '?': 'question mark',
  '!': 'exclamation mark',
  "'": 'apostrophe',
  '-': 'minus',
  '+': 'plus',
  '=': 'equals',
  '@': 'at sign',
  '&': 'ampersand',
  '|': 'vertical bar',
  '[': 'left bracket',
  ']': 'right bracket',
  '{': 'left brace',
  '}': 'right brace',
  '(': 'left parenthesis',
  ')': 'right parenthesis',
  '<': 'less than',
  '>': 'greater than',
}

/** A key as bindings write it, as it is said: `Control d`, `g u`, `comma`, `Left`. */
export const spokenKey = (keys: string): string =>
  keys
    .split(' ')
    .map((key) => names[key] ?? (key.length === 2 && key.startsWith('^') ? `Control ${key.slice(1)}` : key))
    .join(' ')
