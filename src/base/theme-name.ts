/** What `--theme` and config.json take. `auto` is dark or light, as the terminal's background is; `mono` has no colours. */
export const THEME_NAMES = ['auto', 'dark', 'light', 'contrast', 'mono'] as const
export type ThemeName = (typeof THEME_NAMES)[number]
