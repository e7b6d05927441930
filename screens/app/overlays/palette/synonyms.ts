import { actionPlace } from './action-places.ts'
import type { Fit, PaletteContext, Place, Provider } from './place.ts'
import { rowActionPlaces } from './row-places.ts'
import { verbPlaces } from './verb-places.ts'

/** What words mean: a line of the palette, the action of a key, or an action of the selected row by its label. */
type Meant = { line: string } | { action: string } | { row: string }

const line = (line: string): Meant => ({ line })
const action = (action: string): Meant => ({ action })
const row = (row: string): Meant => ({ row })

/**
 * The words that people type for what has another name here. Of one word's meanings, the first comes first. `hint`: how
 * to go on from there.
 */
export const synonyms: readonly (readonly [meant: Meant, words: string, hint?: string])[] = [
  [line('export csv'), 'csv excel spreadsheet sheet'],
  [line('export json'), 'json'],
  [line('export md'), 'markdown table'],
  [action('export'), 'save download file dump write'],
  [action('copyRow'), 'clipboard yank'],
  [action('copyCommand'), 'cli shell script headless command'],
  [action('copyCurl'), 'curl http api'],
  [line('copy link'), 'share url permalink send'],
  [action('browse'), 'web website browser github gitlab'],
  [row('edit'), 'rename change name'],
  [line('computers'), 'rename', 'select a computer, then press a and e'],
  [line('computers'), 'machine machines host hosts vm vms server servers runner runners'],
  [line('profiles'), 'switch org organisation organization tenant workspace account customer change'],
  [line('connect'), 'login sign in setup add'],
  [line('theme dark'), 'dark night black'],
  [line('theme light'), 'light day white bright'],
  [line('theme contrast'), 'contrast accessible accessibility'],
  [line('theme mono'), 'mono monochrome plain'],
  [line('report'), 'html page share colleague print'],
  [line('logout'), 'sign out log out remove key'],
  [line('settings'), 'preferences options config configuration color colors colour colours mouse'],
  [line('quit'), 'exit close bye leave q q! wq stop'],
  [line('audit'), 'log events logins'],
  [line('criteria'), 'failing fails failed criterion checks'],
  [line('ci phase=failed'), 'failing failed broken red'],
  [line('computers failed'), 'failing failed broken error errors'],
  [line('hooks status=failed'), 'failing failed undelivered'],
  [line('people stopped=yes'), 'inactive stopped churn churned idle gone quiet'],
  [line('readiness change<0'), 'regressed fell dropped worse regressions'],
  [line('keys needs=expiring'), 'expiring expire expires rotate rotation'],
  [line('keys needs=neverExpires'), 'never forever unlimited'],
  [line('controls verdict=loosened'), 'loosened risk risky dangerous danger security'],
  [action('open:overview'), 'home dashboard start summary'],
  [
    action('open:usage'),
    'cost costs spend spending money price billing bill credits budget tokens models forecast tools',
  ],
  [line('people'), 'users user team members staff who leaderboard developers ranking top'],
  [line('readiness'), 'repos repo repositories repository maturity level levels reports'],
  [line('controls'), 'policy policies revisions settings rules allowlist history'],
  [line('keys'), 'secrets credentials tokens service accounts'],
  [line('wiki'), 'wikis docs documentation pages'],
  [line('ci'), 'pipelines pipeline workflows workflow builds build jobs pull requests'],
  [line('hooks'), 'notifications notification notify alerts alert slack webhook events'],
  [line('jobs'), 'tasks background downloads running progress'],
  [line('requests'), 'log logs network debug trace'],
  [line('bookmarks'), 'favourites favorites'],
  [action('help'), 'shortcuts keybindings bindings cheatsheet manual keys'],
  [action('private'), 'anonymous anonymise anonymize pseudonyms hide names screenshot privacy'],
  [action('range'), 'date dates period month week year days time from'],
  [action('compare'), 'previous versus vs delta difference'],
  [action('filter'), 'search find grep where'],
  [action('refresh'), 'reload update fetch'],
  [action('pause'), 'freeze'],
  [action('mute'), 'snooze dismiss ignore hide'],
  [action('mark'), 'select pick'],
  [action('up'), 'back'],
  [action('previousScreen'), 'last'],
]

const indexed = synonyms.map(([meant, words, hint]) => ({ meant, words: words.split(' '), hint }))

/** All typed words must be words of the meaning; the last one may be unfinished. */
const fitIn = (words: readonly string[], typed: readonly string[]): Fit | undefined => {
  const last = typed.at(-1) ?? ''
  if (!typed.slice(0, -1).every((word) => words.includes(word))) return undefined
  if (words.includes(last)) return 'word'
  return last.length >= 2 && words.some((word) => word.startsWith(last)) ? 'inside' : undefined
}

const placesOf = (meant: Meant, context: PaletteContext): readonly Place[] => {
  if ('row' in meant) return rowActionPlaces(context).filter(({ text }) => text.startsWith(meant.row))
  if ('line' in meant) return verbPlaces.find(meant.line, context).slice(0, 1)
  const found = context.actions.find(({ binding }) => binding.action === meant.action)
  return found ? [actionPlace(found, 'word')] : []
}

/** Actions by other words than their own: `csv` exports, `exit` quits. Those of the shown screen come first. */
export const synonymPlaces: Provider = {
  kind: 'synonyms',
  find: (typed, context) => {
    const words = typed.toLowerCase().split(/ +/).filter(Boolean)
    if (words.length === 0) return []
    const found = indexed.flatMap(({ meant, words: known, hint }) => {
      const fit = fitIn(known, words)
      return fit ? [{ meant, fit, hint }] : []
    })
    const isHere = ({ meant }: { meant: Meant }): boolean =>
      'row' in meant || ('line' in meant && meant.line.startsWith(context.screen))
    return [...found.filter(isHere), ...found.filter((one) => !isHere(one))].flatMap(({ meant, fit, hint }) =>
      placesOf(meant, context).map((place) => ({
        ...place,
        ...(hint !== undefined && { detail: hint }),
        id: 'line' in meant ? `verb:${meant.line}` : place.id,
        fit,
      })),
    )
  },
}
