import { safeText } from '../../src/domain/text/safe-text.ts'

/** What has to be typed before something is destroyed: its name, where that can be typed as it is shown; else its id. */
export const typedWord = (name: string | undefined, id: string): string =>
  name !== undefined && name !== '' && name.trim() === name && safeText(name) === name ? name : id
