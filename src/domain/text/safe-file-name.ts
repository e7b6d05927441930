/** Maximum length, in characters. With a suffix it is still valid on every file system. */
const MAX_LENGTH = 100
// Device names that Windows reserves, with any extension.
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/**
 * Converts a text from external data to a file name that is valid everywhere: ASCII letters and digits, `.`, `_` and
 * `-`, at most 100 characters, no leading dot, no Windows device name. A longer name keeps its extension; an empty one
 * becomes `untitled`.
 */
export const safeFileName = (name: string): string => {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(plain)?.[0] ?? ''
  return usableName(plain.length > MAX_LENGTH ? plain.slice(0, MAX_LENGTH - extension.length) + extension : plain)
}

/** Name for a file in an archive: letters of all scripts, at most 80 characters, path characters become `-`. */
export const safeEntryName = (name: string): string => {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N} ._()-]/gu, '-')
    .replace(/^[ .]+|[ .]+$/g, '')
  return usableName([...plain].slice(0, 80).join('').trim())
}

const usableName = (name: string): string => {
  if (name === '') return 'untitled'
  return reserved.test(name) ? `_${name.slice(0, MAX_LENGTH - 1)}` : name
}

/**
 * Removes a duplicate extension. A form adds its extension after the cursor, so a typed one makes `x.csv.csv`, which
 * becomes `x.csv`.
 *
 * @param extension - Without a leading dot: `csv`, `issue.md`.
 */
export const withoutSecondExtension = (file: string, extension: string): string => {
  const [second, own] = [`.${extension}`, `.${extension.split('.').at(-1)}`]
  const typed = file.slice(0, -second.length)
  const isDoubled = file.toLowerCase().endsWith(second) && typed.toLowerCase().endsWith(own)
  return isDoubled ? typed : file
}
