import { afterAll, beforeEach, expect, test } from 'vitest'
import { startDemoOrganisation } from '../helpers/demo-organisation.ts'

const demo = await startDemoOrganisation()
afterAll(() => demo.close())
beforeEach(() => demo.front.alter())

const strangers = [null, 7, 'text', true, [], [null]]

/** The value with invalid items added at the start, in the middle and at the end of each list of objects. */
const withStrangers = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    const items = value.map(withStrangers)
    const isListOfRows = items.length > 0 && items.every((item) => typeof item === 'object' && item !== null)
    return isListOfRows ? [...strangers, items[0], ...strangers, ...items.slice(1), ...strangers] : items
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withStrangers(member)]))
}

const range = '--from 2026-11-12 --to 2026-11-18'
const commands = [
  ...['tokens', 'tools', 'activity', 'productivity'].flatMap((name) => [
    `analytics ${name} ${range}`,
    `analytics ${name} ${range} --totals`,
    `analytics ${name} ${range} --totals --compare prev`,
  ]),
  `analytics tokens ${range} --group-by model --totals`,
  `analytics tools ${range} --group-by tool_name --sort date`,
  `analytics activity ${range} --group-by client --totals`,
  `analytics users ${range} --limit 100`,
  `analytics users ${range} --all`,
  `analytics users ${range} --all --sort credits`,
  `analytics users ${range} --totals`,
  `analytics users ${range} --all --where credits>1`,
  `overview ${range}`,
  'readiness list',
  'readiness list --all',
  'readiness show latest',
  'readiness compare latest~1 latest --repo checkout',
  'controls history',
  'controls history --all',
  'controls diff 417 418',
  'controls blame model_policy',
]

/** A format for each command by turns: rows are left out before they are formatted. */
const formats = ['json', 'ndjson', 'csv']

test.each(commands.map((line, at) => [line, formats[at % formats.length]] as const))(
  '%s leaves out invalid rows and reports their number',
  async (line, format) => {
    const usual = await demo.qd(`${line} --format table`)
    demo.front.alter(withStrangers)
    const strange = await demo.qd(`${line} --format table`)
    expect([strange.code, strange.out]).toEqual([usual.code, usual.out])
    expect(strange.err).not.toMatch(/TypeError|\bat .*:\d+:\d+/)
    // The overview does not print this note.
    if (!line.startsWith('overview')) expect(strange.err).toMatch(/\d+ fields or rows are missing or have a wrong type/)
    const { code, err } = await demo.qd(`${line} --format ${format}`)
    // Status 2: the command does not have this format.
    expect([format, code === 2 ? usual.code : code]).toEqual([format, usual.code])
    expect(err).not.toMatch(/TypeError/)
  },
)
