/**
 * Creates a check of names with a maximum number of characters. It returns why a name is invalid, in a few words;
 * undefined if it is valid.
 */
export const nameCheck =
  (maxLength: number) =>
  (text: string): string | undefined => {
    if (text === '') return 'is empty'
    if (text.length > maxLength) return `has ${text.length} characters, the maximum is ${maxLength}`
    return /\p{Cc}/u.test(text) || !text.isWellFormed() ? 'contains an invalid character' : undefined
  }
