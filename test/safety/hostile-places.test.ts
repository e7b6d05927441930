import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endpoints } from '../../src/contract/endpoints.ts'
import { openApiDocument } from '../../src/service/routes/openapi.ts'
import { hostileFamilies } from '../domain/hostile/families.ts'
import { tryTimes } from '../faults/fault.ts'
import { answer, type Behaviour, rawBytes, redirect, startFaultyServer } from '../helpers/faulty-server.ts'
import { makeConfig, makeFolder } from '../helpers/make-folder.ts'
import { type Ran, runQd } from '../helpers/run-qd.ts'
import { trial } from '../helpers/trial.ts'
import { zipFile } from '../helpers/zip-file.ts'
import { effectsOf } from './effects.ts'

const families = Object.entries(hostileFamilies)

/** Runs a command that shows a hostile text from one place. Returns its output. */
type Place = (text: string) => Promise<Ran>

const terminal = { isOutputTerminal: true, isErrorTerminal: true, columns: 120, key: 'qd-key-of-a-test' }
const described = JSON.stringify(openApiDocument(endpoints))

/** Runs a command against a server that handles every request alike, except for its API description. */
const served =
  (line: string, behaviour: (text: string) => Behaviour): Place =>
  async (text) => {
    const server = await startFaultyServer((received, response, socket) =>
      (received.path.includes('openapi') ? answer(200, described) : behaviour(text))(received, response, socket),
    )
    try {
      return await runQd(line.split(' '), { ...terminal, url: server.url })
    } finally {
      await server.close()
    }
  }

// Leaves out characters that would end a header or take more than one byte.
const inHeader = (text: string): string => Buffer.from(text.replaceAll(/[\r\n\0]/g, '')).toString('latin1')
const headed = (head: (text: string) => string): Place =>
  served('ci jobs', (text) =>
    rawBytes(Buffer.from(`HTTP/1.1 ${head(inHeader(text))}content-length: 2\r\n\r\n{}`, 'latin1')),
  )

/** Runs a command whose arguments contain the text in place of TEXT. */
const typed =
  (...words: string[]): Place =>
  (text) =>
    runQd(
      words.map((word) => word.replace('TEXT', () => text)),
      { ...terminal, url: 'http://127.0.0.1:9' },
    )

const configured =
  (config: (text: string) => unknown, ...words: string[]): Place =>
  (text) =>
    runQd(words, { ...terminal, home: makeConfig(config(text)) })

const archived =
  (...words: string[]): Place =>
  async (text) => {
    const file = join(makeFolder(), 'a.zip')
    writeFileSync(
      file,
      zipFile([
        { name: 'page.md', content: text },
        { name: `${text}.md`.replaceAll(/[/\\\0]/g, ''), content: text },
      ]),
    )
    return await runQd(['wiki', 'pages', file, ...words], terminal)
  }

const places: Readonly<Record<string, Place>> = {
  'the title and detail of an error': served('analytics tokens', (text) =>
    answer(400, { title: text, detail: text, requestId: text }),
  ),
  'an error message as plain text': served('ci jobs', (text) => answer(500, text)),
  'the title of a web page': served('ci jobs', (text) =>
    answer(200, `<html><title>${text}</title>`, { 'content-type': 'text/html' }),
  ),
  'the reason of a status': headed((text) => `500 ${text}\r\n`),
  'the content type of a response': headed((text) => `200 OK\r\ncontent-type: ${text}\r\n`),
  'the id of a request': headed((text) => `404 No\r\nx-request-id: ${text}\r\n`),
  'a Retry-After header': headed((text) => `429 No\r\nretry-after: ${text}\r\n`),
  'a content encoding': headed((text) => `200 OK\r\ncontent-encoding: ${text}\r\n`),
  'the target of a redirect': headed((text) => `302 Found\r\nlocation: ${text}\r\n`),
  'the path of a redirect': served('ci jobs', (text) => redirect(302, `/${encodeURIComponent(text.toWellFormed())}`)),
  'a raw answer': served('api /api/v0/x', (text) => answer(200, text)),
  'names of members': served('ci jobs --format table', (text) => answer(200, { [text]: { [text]: text } })),
  'the response to a change': served('computers update cmp_a --name n', (text) =>
    answer(200, { id: text, name: text, [text]: text }),
  ),
  'a new key': served('keys create sa_a --name n', (text) => answer(200, { id: text, key: text, name: text })),
  'a link to an archive': served('wiki export wr_a -o /dev/null/a', (text) => answer(200, { url: text })),
  'a command': typed('TEXT'),
  'an option': typed('ci', 'jobs', '--TEXT'),
  'a day': typed('analytics', 'tokens', '--from', 'TEXT'),
  'a condition': typed('analytics', 'tokens', '--where', 'TEXT'),
  'a field to sort by': typed('analytics', 'users', '--totals', '--sort', 'TEXT'),
  'an id': typed('computers', 'show', 'TEXT'),
  'a path of settings': typed('controls', 'diff', '--path', 'TEXT'),
  'a path to request': typed('api', 'TEXT'),
  'the name of a profile': typed('analytics', 'tokens', '--profile', 'TEXT'),
  'the name of a file': typed('wiki', 'pages', '/nowhere/TEXT'),
  'the address in the environment': (text) => runQd(['ci', 'jobs'], { ...terminal, url: text }),
  'the key in the environment': (text) => runQd(['ci', 'jobs'], { ...terminal, url: 'http://127.0.0.1:9', key: text }),
  'a member of the configuration': configured((text) => ({ [text]: text }), 'profile', 'list'),
  'the name of a stored profile': configured(
    (text) => ({ profiles: { [text]: { baseUrl: 'https://a.example' } } }),
    'profile',
    'list',
  ),
  'the address of a profile': configured((text) => ({ profiles: { acme: { baseUrl: text } } }), 'profile', 'show'),
  'the helper of a profile': configured(
    (text) => ({ current: 'acme', profiles: { acme: { baseUrl: 'http://127.0.0.1:9', helper: [text] } } }),
    'ci',
    'jobs',
  ),
  'names in an archive': archived(),
  'a page of an archive': archived('page.md'),
  'a page that is not there': archived('\x1b[31m'),
}
// JSON escapes the joiners of an emoji; terminals differ in the width of the rest.
const isContested = (family: string, place: string): boolean => family === 'emoji' && place === 'names of members'
const attempts = families
  .flatMap(([family, piece]) => Object.keys(places).map((place) => ({ family, piece, place })))
  .filter(({ family, place }) => !isContested(family, place))

test('hostile texts of 40 families have no effect in any place', async () => {
  await trial(15, (count) =>
    tryTimes(count, async (round) => {
      const { family, piece, place } = attempts[(round * 101) % attempts.length] as (typeof attempts)[number]
      const ran = await places[place]?.(`${piece(round)}${round % 3 === 0 ? piece(round * 7) : ''}`)
      if (ran === undefined) return `unknown place: ${place}`
      if (/\n {4}at /.test(ran.err)) return `${family} in ${place}: ${ran.err.slice(0, 400)}`
      // A countdown rewrites its own line.
      const lines = `${ran.out}\n${ran.err.replaceAll(/\r(?!\n)/g, '\n')}`.split('\n')
      const effects = await effectsOf(lines, Number.POSITIVE_INFINITY)
      return effects && `${family} in ${place}: ${effects}`
    }),
  )
})

test('the command of every place prints something', async () => {
  for (const [name, place] of Object.entries(places)) {
    const { out, err } = await place('plain')
    expect(`${out}${err}`, name).not.toBe('')
  }
})
