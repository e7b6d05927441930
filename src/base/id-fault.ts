/**
 * What is wrong with an id that becomes a segment of a path, in a few words after its name; undefined when nothing is. `.` and `..`
 * would climb the path; the others no id can hold.
 */
export const idFault = (id: string): string | undefined => {
  if (id === '') return 'is empty'
  if (id === '.' || id === '..') return 'is only dots'
  if (/\p{Cc}/u.test(id)) return 'holds a control character'
  return id.isWellFormed() ? undefined : 'holds half a character'
}
