/** Texts in lower case, one of which must be there: as a whole part, as the beginning of one, or anywhere. */
export type TextTest = { is: 'part' | 'beginning' | 'anywhere'; texts: readonly string[] }

/** Whether a text in lower case answers to a test. */
export const holds = ({ is, texts }: TextTest): ((text: string) => boolean) => {
  if (is === 'anywhere') return (text) => texts.some((wanted) => text.includes(wanted))
  return (text) => texts.some((wanted) => hasPart(text, wanted, is === 'part'))
}

// What stands between the parts of names and ids. `C++` and `C#` are one part.
const isBetween = (sign: string | undefined): boolean => sign === undefined || /[\s\-_/.:@,;()[\]]/.test(sign)

const hasPart = (text: string, wanted: string, isWhole: boolean): boolean => {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (isBetween(text[at - 1]) && (!isWhole || isBetween(text[at + wanted.length]))) return true
  }
  return false
}
