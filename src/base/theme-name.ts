/** Values of `--theme` and config.json. `auto` is dark or light, like the terminal's background. */
export const THEME_NAMES = ['auto', 'dark', 'light', 'contrast', 'mono'] as const
export type ThemeName = (typeof THEME_NAMES)[number]

/** Descriptions of the themes. */
export const THEMES: Record<ThemeName, string> = {
  auto: 'dark or light, like the terminal',
  dark: 'for a dark terminal',
  light: 'for a light terminal',
  contrast: 'contrasts of 7:1',
  mono: 'no colours',
}
