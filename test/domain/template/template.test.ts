import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TemplateError } from '../../../src/domain/template/lex-template.ts'
import { parseTemplate } from '../../../src/domain/template/parse-template.ts'
import { type RenderOptions, renderTemplate } from '../../../src/domain/template/render-template.ts'
import { forMany } from '../../helpers/for-all.ts'

const document = {
  schema: 1,
  name: 'acme',
  none: null,
  empty: [],
  ok: true,
  ratio: 0.8235,
  at: '2026-11-01T09:05:07.250Z',
  data: [
    { date: '2026-11-01', credits: 30, user: { email: 'a@x.example' }, tags: ['go', 'rust'] },
    { date: '2026-11-02', credits: 4, user: { email: 'b@x.example' }, tags: [] },
  ],
  byName: { zeta: 1, alpha: 2 },
}

const render = (template: string, options: Partial<RenderOptions> = {}, value: unknown = document): string =>
  renderTemplate(parseTemplate(template), value, {
    now: Date.parse('2026-11-01T12:05:07Z'),
    isTerminal: false,
    hasColor: false,
    ...options,
  })

const rows: readonly (readonly [template: string, text: string])[] = [
  ['plain }} text', 'plain }} text'],
  ['{{.name}}, {{.schema}}, {{.ok}}, {{.none}}|{{.missing.too}}|', 'acme, 1, true, ||'],
  ['{{.byName}}', '{"zeta":1,"alpha":2}'],
  ['{{range .data}}{{.date}} {{.credits}}{{"\\n"}}{{end}}', '2026-11-01 30\n2026-11-02 4\n'],
  ['{{range .empty}}x{{else}}none{{end}}{{range .none}}x{{else}} at all{{end}}', 'none at all'],
  ['{{range .byName}}{{.}},{{end}}', '2,1,'],
  ['{{range .data}}{{$.name}}:{{range .tags}}{{.}} {{end}}{{end}}', 'acme:go rust acme:'],
  ['{{if .ok}}yes{{end}}{{if .none}}no{{end}}{{if not .empty}} empty{{end}}', 'yes empty'],
  ['{{if gt .schema 2}}a{{else if eq .name "acme"}}b{{else}}c{{end}}', 'b'],
  ['{{with (index .data 1)}}{{.date}}{{end}}{{with .none}}x{{else}}-{{end}}', '2026-11-02-'],
  ['{{(index .data 0).user.email}}', 'a@x.example'],
  ['a  {{- .schema -}}  b {{/* a comment */}}{{- /* and another */ -}}  c', 'a1b c'],
  ['{{"}}"}}{{`\\n`}}{{"\\u0041\\t"}}', '}}\\nA\t'],
  ['{{pluck "date" .data | join ", "}}', '2026-11-01, 2026-11-02'],
  [
    '{{printf "%s|%5d|%-4s|%.2f|%v|%q|%%|%03d|%+d" .name 42 "ab" .ratio .ok "x" -7 7}}',
    'acme|   42|ab  |0.82|true|"x"|%|-07|+7',
  ],
  ['{{printf "%d%f%s" .none .none .none}}', ''],
  ['{{and .ok .name}} {{and .ok .none .name}}{{or .none .empty .name}} {{or .none ""}}', 'acme acme '],
  [
    '{{eq .schema 2 1}} {{ne .name "x"}} {{lt 1 2}} {{le 2 2}} {{gt "b" "a"}} {{ge 1 2}} {{lt .none 1}}',
    'true true true true true false false',
  ],
  ['{{len .data}} {{len "né"}} {{len .byName}} {{len .none}}', '2 2 2 0'],
  ['{{contains "cm" .name}} {{hasPrefix "ac" .name}} {{.name | hasSuffix "x"}}', 'true true false'],
  ['{{truncate 3 .name}}', 'ac…'],
  ['{{timefmt "Mon, 2 Jan 2006 15:04:05.000 MST" .at}}', 'Sun, 1 Nov 2026 09:05:07.250 UTC'],
  [
    '{{timefmt "01/02/06 3:04 PM" .at}} {{timefmt "2006" .none}}{{timefmt "2006-01-02" 0}}',
    '11/01/26 9:05 AM 1970-01-01',
  ],
  ['{{timeago .at}}', '2 h ago'],
  ['{{json .data}}', JSON.stringify(document.data)],
  ['{{print "a" 1 .none true}}', 'a1true'],
  [
    '{{range .data}}{{tablerow .date .credits (join "," .tags)}}{{end}}{{tablerender}}end',
    '2026-11-01  30  go,rust\n2026-11-02  4\nend',
  ],
  ['{{tablerow "a" "b"}}{{tablerow "long"}}', 'a     b\nlong\n'],
  ['{{color "red" .name}}{{autocolor "green+b" .name}}', 'acmeacme'],
]

test.each(rows)('%s', (template, text) => {
  expect(render(template)).toBe(text)
})

const faults: readonly (readonly [template: string, problem: string])[] = [
  ['{{.a', 'has no }} for the {{ at character 1'],
  ['ab{{range .a}}', 'has no {{end}} for the {{range}} at character 3'],
  ['{{if .a}}{{else}}{{else}}{{end}}', 'has an unexpected "else" at character 20'],
  ['{{end}}', 'has an unexpected "end" at character 3'],
  ['{{else}}', 'has an unexpected "else" at character 3'],
  ['{{if .a}}x{{end .b}}', 'has an unexpected ".b" at character 17'],
  ['{{}}', 'has an empty action before character 5'],
  ['{{if}}{{end}}', 'has an empty action before character 7'],
  ['a\nb{{nope .a}}', 'has an unknown function "nope" at line 2, character 4'],
  ['{{.a .b}}', 'has an unexpected ".b" at character 6'],
  ['{{.a | .b}}', 'has an unexpected ".b" at character 8'],
  ['{{$x}}', 'has an unexpected "x" at character 4'],
  ['{{len}}', 'has 0 arguments for len at character 3, which takes 1'],
  ['{{.a | truncate}}', 'has 1 arguments for truncate at character 8, which takes 2'],
  ['{{and}}', 'has 0 arguments for and at character 3, which takes at least 1'],
  ['{{(.a}}', 'has no ) for the ( at character 3'],
  ['{{.a)}}', 'has an unexpected ")" at character 5'],
  ['{{"\\x41"}}', 'has an invalid escape in the string at character 3'],
  ['{{"abc}}', 'has an unexpected """ at character 3'],
  ['{{%}}', 'has an unexpected "%" at character 3'],
  ['{{printf len}}', 'has an unexpected "len" at character 10'],
  [`${'{{if .}}'.repeat(200)}`, 'has more than 100 levels of blocks'],
  [`{{${'('.repeat(200)}`, 'has no }} for the {{ at character 1'],
  [`{{${'('.repeat(200)}.${')'.repeat(200)}}}`, 'has more than 100 levels of parentheses'],
  [`{{.${'|not'.repeat(200)}}}`, 'has more than 100 functions in a row'],
  ['x'.repeat(64_001), 'has more than 64000 characters'],
]

describe('a problem is found before anything is printed, with its position', () => {
  test.each(faults)('%s', (template, problem) => {
    expect(() => parseTemplate(template)).toThrow(new TemplateError(problem))
  })
})

test.each([
  ['{{range .name}}{{end}}', 'range needs a list or an object'],
  ['{{join "," .name}}', 'join needs a list'],
  ['{{truncate "a" .name}}', 'truncate needs a number, but got "a"'],
  ['{{timefmt "2006" .name}}', 'timefmt needs a time, but got "acme"'],
  ['{{printf "%d" .name}}', 'printf %d needs a number, but got "acme"'],
  ['{{printf "%d"}}', 'printf has too few values for %d'],
  ['{{printf "x" 1}}', 'printf has 1 more values than verbs'],
  ['{{printf "%x" 1}}', 'printf has no %x: use %v, %s, %q, %d, %f or %t'],
  ['{{lt 1 "a"}}', 'lt needs two numbers or two texts'],
  ['{{len 5}}', 'len needs a text, a list or an object'],
])('%s does not apply to the document', (template, problem) => {
  expect(() => render(template)).toThrow(new TemplateError(problem))
})

test('only own members are read', () => {
  const names = ['__proto__', 'constructor', 'toString', 'length', 'hasOwnProperty']
  for (const name of names) {
    expect(render(`{{.${name}}}`), name).toBe('')
    expect(render(`{{.data.${name}}}{{.name.${name}}}`), name).toBe('')
  }
  expect(render('{{index . "__proto__"}}{{index .data "constructor"}}')).toBe('')
  const own = JSON.parse('{"__proto__": 1}')
  expect(render('{{.__proto__}}', {}, own)).toBe('1')
  expect(() => parseTemplate('{{constructor .}}')).toThrow('unknown function')
})

test('values have visible signs instead of control characters, the template has its own', () => {
  const hostile = { text: 'a\x1b]0;x\x07\u202eb\nc', rows: ['\x1b[2J'] }
  for (const isTerminal of [true, false]) {
    const text = render('{{.text}}{{range .rows}}{{tablerow .}}{{end}}{{printf "%s" .text}}', { isTerminal }, hostile)
    expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f\u202e]/)
    expect(text).toContain('a␛]0;x␇')
    expect(text).toContain('\nc')
  }
})

test('colours appear on a terminal that has them, around the safe text', () => {
  const own = { isTerminal: true, hasColor: true }
  expect(render('{{color "red" .name}}{{color "blue+b" "\\u001b"}}', own)).toBe('\x1b[31macme\x1b[0m\x1b[1;34m␛\x1b[0m')
  expect(render('{{color "red" .name}}', { isTerminal: true })).toBe('acme')
  expect(render('{{color "red" .none}}', own)).toBe('')
  expect(() => render('{{color "pink" .name}}', own)).toThrow('color has no style "pink": use one of bold, black')
})

test('a table fits into the terminal', () => {
  const text = render('{{tablerow .name "a long text that is too wide"}}', { isTerminal: true, columns: 20 })
  expect(text).toBe('acme  a long text t…\n')
})

const pieces = fc.constantFrom(
  '{{',
  '}}',
  '{{-',
  ' -}}',
  '.',
  '.data',
  '$',
  '(',
  ')',
  '|',
  '"',
  '`',
  ' ',
  'range',
  'if',
  'else',
  'end',
  'with',
  'len',
  'index',
  'printf',
  '"%d"',
  '"%v"',
  'color',
  'timefmt',
  'tablerow',
  'tablerender',
  'join',
  '0',
  '-1',
  'nil',
  '/*',
  '*/',
  '{{end}}',
  '\\',
  '\n',
  'é',
  '{{range .data}}',
)

test('any text is a template or a problem of the template, and nothing else is thrown', () => {
  forMany(2_000, fc.array(pieces, { maxLength: 25 }), fc.jsonValue(), (some, value) => {
    try {
      expect(render(some.join(''), {}, value)).toEqual(expect.any(String))
    } catch (error) {
      expect(error).toBeInstanceOf(TemplateError)
      expect((error as Error).message).toMatch(/^[a-z][\s\S]*[^.]$/)
    }
  })
})
