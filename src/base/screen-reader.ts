import type { Env } from './env.ts'

/** Whether the environment asks for text that is read aloud or felt, by our own word or by that of other programs of Ink. */
export const isScreenReader = ({ QUARTERDECK_SCREEN_READER, INK_SCREEN_READER }: Env): boolean =>
  [QUARTERDECK_SCREEN_READER, INK_SCREEN_READER].some((asked = '') => /^(1|true|yes|on)$/i.test(asked))
