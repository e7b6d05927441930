/** Characters that the name of a key may have at most. */
export const LONGEST_KEY_NAME = 128

/** What is wrong with the name of a new key, in a few words; undefined when nothing is. */
export const keyNameFault = (text: string): string | undefined => {
  if (text === '') return 'is empty'
  if (text.length > LONGEST_KEY_NAME) return `${text.length} characters, at most ${LONGEST_KEY_NAME}`
  return /\p{Cc}/u.test(text) || !text.isWellFormed() ? 'holds what is no character' : undefined
}
