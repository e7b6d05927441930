import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { compileCache } from '../helpers/compile-cache.ts'
import { startDemo } from '../helpers/demos.ts'
import { open } from '../helpers/e2e.ts'
import { fileFolder } from '../helpers/make-folder.ts'
import { foldersIn } from '../helpers/pty.ts'

const run = promisify(execFile)
const program = fileURLToPath(new URL('../../dist/qd.js', import.meta.url))

/** A home folder with qd on the PATH, a profile, and revisions in the cache. */
const home = fileFolder()
let env: Record<string, string>
beforeAll(async () => {
  mkdirSync(join(home, 'bin'))
  writeFileSync(join(home, 'bin', 'qd'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`, { mode: 0o755 })
  const demo = await startDemo()
  env = {
    PATH: [join(home, 'bin'), process.env.PATH].join(delimiter),
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    ...foldersIn(home),
    QUARTERDECK_BASE_URL: demo.url,
    QUARTERDECK_API_KEY: demo.key,
    ...compileCache(),
  }
  const addresses = ['--base-url', 'https://acme.example.com']
  await run('qd', ['profile', 'add', 'acme', ...addresses], { env })
  await run('qd', ['controls', 'blame', 'sandbox', '--limit', '1'], { env })
})

const isInstalled = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0

const lines: [string, string][] = [
  ['qd contr', 'qd controls'],
  ['qd controls hist', 'qd controls history'],
  ['qd ci jobs --format=nd', 'qd ci jobs --format=ndjson'],
  ['qd --profile ac', 'qd --profile acme'],
  ['qd controls blame sandbox.network.allowedD', 'qd controls blame sandbox.network.allowedDomains'],
]

test.each([
  ['bash', ['--norc', '--noprofile', '-i'], ''],
  ['zsh', ['-f', '-i'], 'autoload -U compinit; compinit -u; '],
])('%s completes commands, choices, profiles and settings (if it is installed)', async (name, args, start) => {
  if (!isInstalled(name)) return
  const shell = open({
    executable: name,
    args,
    cols: 100,
    rows: 30,
    env: { ...env, PS1: '> ', PROMPT: '> ' },
    cwd: home,
  })
  await shell.typeUntil(`${start}eval "$(qd completion ${name})"; echo re""ady\r`, 'ready')
  for (const [typed, wanted] of lines) {
    await shell.typeUntil(`${typed}\t`, (rows) => rows.some((row) => row.trimEnd().endsWith(wanted)))
    shell.type('\x15')
  }
})

test.skipIf(!isInstalled('fish'))('fish completes the same, with descriptions (if installed)', async () => {
  const script = join(home, 'qd.fish')
  writeFileSync(script, (await run('qd', ['completion', 'fish'], { env })).stdout)
  const completed = async (typed: string): Promise<string> => {
    const words = ['--no-config', '-c', `source ${script}; complete -C "$argv[1]"`, typed]
    return (await run('fish', words, { env })).stdout
  }
  for (const [typed, wanted] of lines)
    expect((await completed(typed)).split(/[\t\n]/)).toContain(wanted.split(' ').at(-1))
  expect(await completed('qd contr')).toContain('Show who changed which enterprise control')
})

/** A word as the PowerShell script quotes it. */
const quotedWord = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`

test('the words that the PowerShell script sends are completed', async () => {
  const { stdout: script } = await run('qd', ['completion', 'powershell'], { env })
  // How it quotes words, and what it runs.
  expect(script).toContain(`"'" + $word.Replace("'", "'\\''") + "'"`)
  expect(script).toContain("& $program completion '--line' $line 2>$null")
  for (const [typed, wanted] of lines) {
    const line = ['qd', ...typed.split(' ').slice(1).map(quotedWord)].join(' ')
    const { stdout } = await run('qd', ['completion', '--line', line], { env })
    expect(stdout.split(/[\t\n]/), line).toContain(wanted.split(' ').at(-1))
  }
  // After a space, the last word is empty.
  const { stdout } = await run('qd', ['completion', '--line', "qd 'controls' ''"], { env })
  expect(stdout.split('\n').map((row) => row.split('\t')[0])).toEqual(expect.arrayContaining(['history', 'diff']))
})

test('the PowerShell script has balanced brackets outside its strings, and quotes every word that could be code', async () => {
  const { stdout: script } = await run('qd', ['completion', 'powershell'], { env })
  const open: string[] = []
  for (const sign of script.replace(/^ *#.*$|'[^'\n]*'|"[^"\n]*"/gm, '').match(/[[\](){}]/g) ?? []) {
    if ('[({'.includes(sign)) open.push(sign)
    else expect(`${open.pop()}${sign}`).toMatch(/^(?:\[\]|\(\)|\{\})$/)
  }
  expect(open).toEqual([])
  const [, plain = ''] = /-notmatch '(.*)'/.exec(script) ?? []
  const isPlain = (word: string): boolean => new RegExp(plain).test(word)
  expect(['history', '--format', '--format=ndjson', 'sandbox.network.allowedDomains', '41'].map(isPlain)).not.toContain(
    false,
  )
  const code = [
    '$(reboot)',
    'a;b',
    'a b',
    'a|b',
    'a&b',
    '@x',
    '`x',
    "a'b",
    'a’b',
    'credits>',
    '{x}',
    '#x',
    'a,b',
    '~',
    '*',
    '',
  ]
  expect(code.map(isPlain)).not.toContain(true)
})

test.skipIf(!isInstalled('pwsh'))('PowerShell completes the same (if installed)', async () => {
  for (const [typed, wanted] of lines) {
    const script = `qd completion powershell | Out-String | Invoke-Expression
      (TabExpansion2 '${typed}' ${typed.length}).CompletionMatches.CompletionText`
    const { stdout } = await run('pwsh', ['-NoProfile', '-NonInteractive', '-Command', script], { env })
    expect(stdout.split(/\r?\n/)).toContain(wanted.split(' ').at(-1))
  }
})
