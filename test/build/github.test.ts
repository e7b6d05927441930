import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { addresses } from '../../src/base/addresses.ts'
import { RECIPES } from '../../src/build/recipes.ts'
import { root } from '../helpers/built-program.ts'

type Step = { uses?: string; run?: string; with?: Record<string, unknown>; env?: Record<string, string> }
type Job = {
  'runs-on'?: string
  uses?: string
  needs?: string
  permissions?: Record<string, string>
  strategy?: { matrix: Record<string, unknown[]> }
  steps?: Step[]
}
type Workflow = {
  name: string
  on: Record<string, unknown>
  permissions: Record<string, string>
  jobs: Record<string, Job>
}

const github = join(root, '.github')
const yamlFiles = globSync(['workflows/*.yml', 'ISSUE_TEMPLATE/*.yml'], { cwd: github }).sort()

/** Parses a file in which YAML has neither errors nor warnings. */
const parse = <Content>(path: string): Content => {
  const document = parseDocument(readFileSync(join(github, path), 'utf8'), { strict: true, uniqueKeys: true })
  expect([...document.errors, ...document.warnings], path).toEqual([])
  return document.toJS() as Content
}

const workflows = ['workflows/test.yml', 'workflows/release.yml']
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
const stepsOf = ({ jobs }: Workflow): Step[] => Object.values(jobs).flatMap(({ steps = [] }) => steps)
const runsOf = (workflow: Workflow): string[] => stepsOf(workflow).flatMap(({ run }) => run ?? [])

test('all files are valid YAML', () => {
  expect(yamlFiles).toEqual([
    'ISSUE_TEMPLATE/bug.yml',
    'ISSUE_TEMPLATE/config.yml',
    'ISSUE_TEMPLATE/idea.yml',
    ...workflows.toSorted(),
  ])
  for (const path of yamlFiles) parse(path)
})

test.each(workflows)('%s runs scripts that exist, pinned actions, and jobs with a system or a workflow', (path) => {
  const workflow = parse<Workflow>(path)
  for (const job of Object.values(workflow.jobs)) {
    expect(Boolean(job['runs-on']) !== Boolean(job.uses)).toBe(true)
    if (job.uses) expect(existsSync(join(root, job.uses))).toBe(true)
    if (job.needs) expect(workflow.jobs).toHaveProperty([job.needs])
  }
  const uses = stepsOf(workflow).flatMap((step) => step.uses ?? [])
  for (const action of uses) expect(action).toMatch(/^actions\/[\w-]+@(?:v\d+|[0-9a-f]{40})$/)
  const named = runsOf(workflow).flatMap((run) =>
    [...run.matchAll(/npm (?:run )?([\w-]+)/g)].map(([, name = '']) => name),
  )
  expect(named.length).toBeGreaterThan(1)
  expect(named.filter((name) => !['ci', 'publish'].includes(name) && scripts[name] === undefined)).toEqual([])
})

test.each(workflows)('%s may only read by default, and runs no text of a pull request', (path) => {
  const workflow = parse<Workflow>(path)
  expect(workflow.permissions).toEqual({ contents: 'read' })
  expect(workflow.on).not.toHaveProperty('pull_request_target')
  for (const run of runsOf(workflow)) expect(run).not.toContain('${{')
  for (const step of stepsOf(workflow))
    if (step.uses?.startsWith('actions/checkout')) expect(step.with).toMatchObject({ 'persist-credentials': false })
})

test('tests run on three systems with the oldest and the newest supported Node', () => {
  const { jobs } = parse<Workflow>('workflows/test.yml')
  expect(jobs.test?.strategy?.matrix).toEqual({
    os: ['ubuntu-latest', 'macos-latest', 'windows-latest'],
    node: [22, 24],
  })
})

test('a tag is tested before anything is built, and only publishing may write', () => {
  const { on, jobs } = parse<Workflow>('workflows/release.yml')
  expect(on).toEqual({ push: { tags: ['v*'] } })
  expect(Object.entries(jobs).map(([name, { needs }]) => [name, needs])).toEqual([
    ['test', undefined],
    ['binary', 'test'],
    ['publish', 'binary'],
  ])
  expect(jobs.test?.uses).toBe('./.github/workflows/test.yml')
  expect([jobs.test?.permissions, jobs.binary?.permissions]).toEqual([undefined, undefined])
  expect(jobs.publish?.permissions).toEqual({ contents: 'write', 'id-token': 'write' })
  const runs = (jobs.publish?.steps ?? []).flatMap(({ run }) => run ?? [])
  expect(runs[1]).toBe('npm run release -- --tag "$GITHUB_REF_NAME" --binaries executables')
  expect(runs[2]).toContain('--provenance --access public')
  // .SRCINFO is only for the AUR, and GitHub would rename it.
  for (const recipe of Object.values(RECIPES))
    if (!recipe.endsWith('.SRCINFO')) expect(runs[3]).toContain(`dist/release/${recipe}`)
})

test('forms have a body with unique ids, and the address of the repository', () => {
  for (const path of ['ISSUE_TEMPLATE/bug.yml', 'ISSUE_TEMPLATE/idea.yml']) {
    const form = parse<{ name: string; description: string; body: { type: string; id?: string }[] }>(path)
    const ids = form.body.flatMap(({ id }) => id ?? [])
    expect([new Set(ids).size, form.name === '', form.description === '']).toEqual([ids.length, false, false])
    for (const { type, id } of form.body) expect(type === 'markdown' ? 'markdown' : id).toBeTruthy()
  }
  const { contact_links } = parse<{ contact_links: { url: string }[] }>('ISSUE_TEMPLATE/config.yml')
  expect(contact_links.map(({ url }) => url)).toEqual([addresses.security])
})

test.each(['CONTRIBUTING.md', 'SECURITY.md'])('the links and scripts of %s exist', (path) => {
  const text = readFileSync(join(github, path), 'utf8')
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => to)
  expect(links.length).toBeGreaterThan(0)
  expect(links.filter((to) => !existsSync(join(dirname(join(github, path)), to)))).toEqual([])
  const named = [...text.matchAll(/npm run (\w+)/g)].map(([, name = '']) => name)
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
  const files = [...text.matchAll(/`((?:src|test|\.github)\/[^`]+)`/g)].map(([, file = '']) => file)
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
})
