export const ENVIRONMENT: Readonly<Record<string, string>> = {
  QUARTERDECK_BASE_URL: 'address of the API',
  QUARTERDECK_APP_URL: 'application address, if different',
  QUARTERDECK_API_KEY: 'API key',
  QUARTERDECK_HISTORY_URL: "team's server, which mirrors the history",
  QUARTERDECK_HISTORY_API_KEY: "key of the team's server",
  QUARTERDECK_PROFILE: 'profile to use, like --profile; without a profile or an address, qd uses the demo',
}

/** Environment variables of the system that the program reads, for the manual page. */
export const SYSTEM_ENVIRONMENT: Readonly<Record<string, string>> = {
  'QUARTERDECK_SCREEN_READER, INK_SCREEN_READER': 'if 1, same as --screen-reader',
  NO_COLOR: 'if set, same as --no-color',
  'FORCE_COLOR, TERM, COLORTERM, COLORFGBG':
    'number of colours (FORCE_COLOR 0 to 3: none, 16, 256, all) and background; if they are not set, the explorer queries the terminal',
  'LC_ALL, LC_CTYPE, LANG': 'a locale without UTF-8 has the effect of --ascii',
  XDG_CONFIG_HOME: 'contains quarterdeck/config.json and quarterdeck/keys; ~/.config by default',
  XDG_CACHE_HOME:
    'contains quarterdeck/cache.db, compiled code and saved frames, all safe to delete; ~/.cache by default',
  XDG_STATE_HOME: 'contains private files in quarterdeck/; ~/.local/state by default',
  PAGER: 'pager that the key | opens; less or more by default',
  'VISUAL, EDITOR': 'editor that the key e opens; vi by default',
  TMPDIR: 'contains the file that the editor opens, in a private folder',
  'HTTPS_PROXY, HTTP_PROXY, NO_PROXY, NODE_EXTRA_CA_CERTS': 'proxies and certificates, as in other programs',
}

export const EXIT_STATUSES: Readonly<Record<string, string>> = {
  0: 'done',
  1: 'failed (or, with --exit-code, something was found)',
  2: 'wrong usage',
  3: 'refused (401, 402, 403)',
  4: 'not found',
  5: 'unreachable',
  6: 'outcome unknown (a change was sent, but no answer arrived)',
  7: 'incomplete (some data is missing)',
  130: 'interrupted',
}
