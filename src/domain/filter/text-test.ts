/** Lower-case texts, of which one must match: a whole part, the beginning of a part, or any substring. */
export type TextTest = { is: 'part' | 'beginning' | 'anywhere'; texts: readonly string[] }

/** Returns a predicate for texts in lower case. */
export const matcherOf = ({ is, texts }: TextTest): ((text: string) => boolean) => {
  if (is === 'anywhere') return (text) => texts.some((wanted) => text.includes(wanted))
  return (text) => texts.some((wanted) => hasPart(text, wanted, is === 'part'))
}

// Separators between the parts of names and ids. `C++` and `C#` are single parts.
const isSeparator = (sign: string | undefined): boolean => sign === undefined || /[\s\-_/.:@,;()[\]]/.test(sign)

const hasPart = (text: string, wanted: string, isWhole: boolean): boolean => {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (isSeparator(text[at - 1]) && (!isWhole || isSeparator(text[at + wanted.length]))) return true
  }
  return false
}
