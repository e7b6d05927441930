import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { SCREEN_NAMES } from '../../../../screens/kit/screen/names.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const textsOf = (pattern: string) => globSync(pattern, { cwd: root }).map((path) => readFileSync(root + path, 'utf8'))

/** The start of a key as far as it is the same each time: `filter:` of `filter:${view}`. */
const stemOf = (literal: string): string => literal.slice(1, -1).replace(/\$\{.*$/s, '')
/** Hooks that keep something under their first argument, or under the one that is called key. */
const KEPT =
  /\b(?:use(?:ScreenState|Kept)(?:<[^(]*>)?|use(?:Quiet)?List|useRow(?:s|List)|useFilter)\(\s*(['`][^'`]*['`])|\bkey: (`[^`]*`|'[^']*')(?= \})/g
const LINKED =
  /(?:\bkey:|innerState\(\w+,)\s*(?:\(state\) => )?(['`][^'`]*['`])|\b(?:state|inner|kept)\.(?:get|has)\(([^)]*)\)/g
const linkedBy = (texts: readonly string[]): Set<string> =>
  new Set(
    texts.flatMap((text) =>
      [...text.matchAll(LINKED)].flatMap(([, key, looked = '']) =>
        key === undefined ? [...looked.matchAll(/['`][^'`]*['`]/g)].map(([one]) => stemOf(one)) : [stemOf(key)],
      ),
    ),
  )

const keptBy = (folder: string): Set<string> =>
  new Set(
    textsOf(`screens/${folder}/**/*.ts*`)
      .filter((text) => !text.includes('link: ScreenLink = '))
      .flatMap((text) => [...text.matchAll(KEPT)].map(([, first, named]) => stemOf(first ?? named ?? ''))),
  )

/** What no link carries, and why. */
const NOT_LINKED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kit: {
    folds: 'what is folded is how one reads, not what is shown',
    started: 'whether the first selection was made',
    sought: 'what was selected once because it was asked for',
    detail: 'how far a detail is scrolled',
  },
  overview: { why: 'an explanation is one key away', muted: 'what was muted is nobody else’s' },
  usage: {
    dayInHand: 'whether Enter means the day or the row',
    extraRows: 'the height of the chart is of the window',
    revisions: 'how many revisions were loaded for the marks of the chart',
  },
  people: {
    stopped: 'whether loading was stopped',
    'moved:': 'whether somebody has moved while people arrived',
    'opened range': 'the range that a day outside of the chosen one asked for: the link has the day',
    measure: 'the row of a comparison',
  },
  readiness: {
    folds: 'what is folded is how one reads, not what is shown',
    started: 'whether the first selection was made',
    'compared row': 'the row of a comparison',
    reportsAt: 'whether the list of reports has found its first row',
  },
  controls: {
    limit: 'how many revisions were loaded',
    started: 'whether the first selection was made',
    'detail alone': 'how the window is shared',
    begun: 'whether the first selection was made',
    folds: 'what is folded is how one reads, not what is shown',
    'opened runs': 'the same of text',
    line: 'lines have no name: the link has the path',
    'text of': 'which text the line is of',
    'last diff': 'what the keys begin with that compare again',
  },
  wiki: { inside: 'which pane has the keys', 'closed ': 'what is folded is how one reads, not what is shown' },
}

test('what is kept is found in the source', () => {
  expect(keptBy('kit')).toContain('sort')
  expect(keptBy('usage').size).toBeGreaterThan(10)
})

test.each(['kit', ...SCREEN_NAMES])(
  'what %s keeps of what is shown is in the table of links, or left out for a reason',
  (folder) => {
    // What the kit keeps is of whichever screen uses it.
    const linked = linkedBy(
      textsOf(`screens/${folder === 'kit' ? '*' : folder}/*-screen.ts`).concat(
        textsOf('screens/kit/screen/{link-members,screen-link}.ts'),
      ),
    )
    const kept = keptBy(folder)
    const left = [...kept].filter((key) => key !== '' && !linked.has(key))
    expect(left.sort()).toEqual(Object.keys(NOT_LINKED[folder] ?? {}).sort())
  },
)
