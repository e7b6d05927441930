/** The longest name that every file system takes with room for a suffix, in characters. */
const MAX_LENGTH = 100
// Names that Windows keeps for devices, whatever their extension.
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/**
 * A name that means the same file everywhere, made of one that came from data: letters and digits of ASCII, `.`, `_` and `-`,
 * at most 100 characters, no leading dot, no device of Windows. A longer one keeps its extension; an empty one is `untitled`.
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

/**
 * A name for a file inside an archive: letters of all scripts stay, at most 80 characters, and characters with a meaning in paths
 * become `-`.
 */
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
 * A typed file name without the extension that a form writes behind the cursor, where the typed part has one already:
 * `x.csv.csv` is `x.csv`.
 *
 * @param extension - Without its dot: `csv`, `issue.md`.
 */
export const withoutSecondExtension = (file: string, extension: string): string => {
  const [second, own] = [`.${extension}`, `.${extension.split('.').at(-1)}`]
  const typed = file.slice(0, -second.length)
  const isDoubled = file.toLowerCase().endsWith(second) && typed.toLowerCase().endsWith(own)
  return isDoubled ? typed : file
}
