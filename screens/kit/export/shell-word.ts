import { safeText } from '../../../src/domain/text/safe-text.ts'

/** A text as one word of a command for a shell: quoted, unless nothing in it means anything to a shell. */
export const shellWord = (text: string): string =>
  // Between single quotes everything is as it is, and there is no way to have one inside.
  /^[\w./:-][\w./:~-]*$/.test(text) ? text : `'${safeText(text).replaceAll("'", `'\\''`)}'`
