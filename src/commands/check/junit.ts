import { safeText } from '../../domain/text/safe-text.ts'
import { summaryText } from './check-output.ts'
import type { CheckResult } from './run-checks.ts'

/** The result as JUnit XML. A failed check is a failure, and an unknown one an error. */
export const junitXml = (results: readonly CheckResult[], policy: string, at: number): string => {
  const counts = [
    ['tests', results.length],
    ['failures', results.filter(({ status }) => status === 'failed').length],
    ['errors', results.filter(({ status }) => status === 'unknown').length],
  ] as const
  const totals = counts.map(([name, count]) => ` ${name}="${count}"`).join('')
  const timestamp = new Date(at).toISOString().slice(0, '2026-11-01T00:00:00'.length)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="qd check"${totals} time="0">`,
    `  <testsuite name="${escaped(policy)}"${totals} skipped="0" time="0" timestamp="${timestamp}" hostname="localhost">`,
    ...results.map(testcase),
    `    <system-out>${escaped(summaryText(results))}</system-out>`,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

const testcase = ({ name, kind, status, why, items }: CheckResult): string => {
  const head = `    <testcase name="${escaped(name)}" classname="${escaped(kind)}" time="0"`
  if (status === 'passed') return `${head}/>`
  const tag = status === 'failed' ? 'failure' : 'error'
  const text = [why, ...items.map((item) => `- ${item.text}${item.link === undefined ? '' : ` ${item.link}`}`)]
  return `${head}>\n      <${tag} message="${escaped(why)}" type="${status}">${escaped(text.join('\n'))}</${tag}>\n    </testcase>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // A parser replaces a line break in an attribute with a space.
  '\n': '&#10;',
}

/** Without characters that XML does not allow, or that a terminal would execute. */
const escaped = (text: string): string =>
  safeText(text, 'text').replace(/[&<>"'\n]/g, (character) => ENTITIES[character] ?? '')
