/** What `--theme` and config.json take. `auto` is dark or light, as the terminal's background is; `mono` has no colours. */
export const THEME_NAMES = ['auto', 'dark', 'light', 'contrast', 'mono'] as const
export type ThemeName = (typeof THEME_NAMES)[number]

/** What each is, in a few words. */
export const THEMES: Record<ThemeName, string> = {
  auto: 'as the terminal is, dark or light',
  dark: 'for a dark terminal',
  light: 'for a light terminal',
  contrast: 'contrasts of 7:1',
  mono: 'no colours',
}
