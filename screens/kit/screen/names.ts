/** All screens, in the order of their number keys. */
export const SCREEN_NAMES = [
  'overview',
  'usage',
  'people',
  'readiness',
  'controls',
  'computers',
  'keys',
  'wiki',
  'ci',
  'hooks',
  'live',
] as const
export type ScreenName = (typeof SCREEN_NAMES)[number]
