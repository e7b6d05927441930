import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { root } from '../helpers/built-program.ts'
import { fileFolder } from '../helpers/make-folder.ts'

type Step = { id?: string; uses?: string; shell?: string; run?: string; env?: Record<string, string>; if?: string }
type Action = {
  inputs: Record<string, { description: string; default: string }>
  outputs: Record<string, { value: string }>
  runs: { using: string; steps: Step[] }
}

const document = parseDocument(readFileSync(join(root, '.github/actions/check/action.yml'), 'utf8'), { strict: true })
const action = document.toJS() as Action
const { steps } = action.runs

test('the action is composite, and describes each input and output', () => {
  expect([...document.errors, ...document.warnings]).toEqual([])
  expect(action.runs.using).toBe('composite')
  expect(Object.keys(action.inputs)).toEqual([
    'policy',
    'version',
    'base-url',
    'app-url',
    'profile',
    'api-key',
    'allow-unknown',
    'pseudonyms',
    'upload-sarif',
  ])
  for (const step of steps) expect(Boolean(step.uses) !== Boolean(step.run && step.shell)).toBe(true)
  const named = JSON.stringify(steps).matchAll(/inputs\.([\w-]+)/g)
  expect(new Set([...named].map(([, name]) => name))).toEqual(new Set(Object.keys(action.inputs)))
})

test('no script contains an input, and only the step of the checks has the key', () => {
  for (const { run = '' } of steps) expect(run).not.toContain('${{')
  const withKey = steps.filter((step) => JSON.stringify(step).includes('api-key'))
  expect(withKey.map(({ id }) => id)).toEqual(['check'])
  expect(withKey[0]?.env?.QUARTERDECK_API_KEY).toMatch(/^\$\{\{ inputs\.api-key \}\}$/)
})

/** Runs the script of the checks with a program in place of qd, which prints its arguments and environment. */
const runScript = (status: number, env: Record<string, string> = {}) => {
  const folder = fileFolder()
  const bin = join(folder, 'quarterdeck/node_modules/.bin')
  mkdirSync(bin, { recursive: true })
  const result = status === 2 ? '' : 'touch "$4"\n'
  writeFileSync(
    join(bin, 'qd'),
    `#!/bin/bash\nprintf '%s\\n' "$@"\nenv | grep ^QUARTERDECK_\n${result}exit ${status}\n`,
  )
  chmodSync(join(bin, 'qd'), 0o755)
  const output = join(folder, 'output')
  const script = join(folder, 'script.sh')
  writeFileSync(script, steps.find(({ id }) => id === 'check')?.run ?? '')
  const given = { POLICY: '--odd name.yaml', ALLOW_UNKNOWN: 'false', QUARTERDECK_BASE_URL: 'https://api.example.com' }
  const empty = { QUARTERDECK_APP_URL: '', QUARTERDECK_PROFILE: '', QUARTERDECK_API_KEY: 'k' }
  const ran = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, RUNNER_TEMP: folder, GITHUB_OUTPUT: output, ...given, ...empty, ...env },
  })
  const sarif = join(folder, 'quarterdeck.sarif')
  const lines = readFileSync(output, 'utf8').replaceAll(sarif, 'SARIF').trim().split('\n')
  return { code: ran.status, lines, out: ran.stdout.replaceAll(sarif, 'SARIF'), hasResult: existsSync(sarif) }
}

const hasBash = spawnSync('bash', ['--version']).status === 0

test.runIf(hasBash)('the script passes on the status, and writes where the result is', () => {
  expect(runScript(0).out.trim().split('\n')).toEqual([
    ...['check', '--read-only', '--output', 'SARIF', '--', '--odd name.yaml'],
    ...['QUARTERDECK_BASE_URL=https://api.example.com', 'QUARTERDECK_API_KEY=k'],
  ])
  expect(runScript(0, { PSEUDONYMS: 'true' }).out).toContain('\n--pseudonyms\n--\n')
  expect([0, 1, 7].map((status) => runScript(status)).map(({ code, lines }) => [code, lines])).toEqual(
    [0, 1, 7].map((status) => [status, [`status=${status}`, 'sarif=SARIF']]),
  )
  expect(runScript(2)).toMatchObject({ code: 2, lines: ['status=2'], hasResult: false })
  expect(runScript(7, { ALLOW_UNKNOWN: 'true' })).toMatchObject({ code: 0, lines: ['status=7', 'sarif=SARIF'] })
  expect(runScript(1, { ALLOW_UNKNOWN: 'true' }).code).toBe(1)
})

test.runIf(hasBash)('the script of the installation has no syntax error', () => {
  for (const { run } of steps) if (run) execFileSync('bash', ['-n', '-c', run])
})
