import type { WikiPage } from '../../store/wiki-store.ts'
import type { Repository } from '../kit/repositories.ts'

type Topic = {
  title: string
  /** Text about an application. `{app}` is its path and `{what}` its description. */
  text: string
  points: readonly string[]
  code?: string
}

/** Pages for every application. */
const appTopics: readonly Topic[] = [
  {
    title: 'Overview',
    text: '`{app}` is this: {what}. It is one process without state of its own; whatever has to outlive a restart is in the database.',
    points: [
      'Started by the platform, never by hand',
      'Reads its settings from the environment',
      'Logs JSON to standard output',
    ],
  },
  {
    title: 'Request flow',
    text: 'A request enters `{app}` through the gateway, which has checked the session already. It is validated once, at the edge, and from there on typed.',
    points: [
      'Gateway: session, rate limit, request id',
      'Router: method and path to a handler',
      'Handler: one unit of work, one transaction',
      'Presenter: what goes out, and nothing else',
    ],
    code: "router.post('/baskets/:id/lines', validate(AddLine), async ({ params, body }) => {\n  return baskets.addLine(params.id, body)\n})",
  },
  {
    title: 'Data model',
    text: 'Tables are named in the plural and never hold money as a fraction: amounts are whole minor units, plus a column for currency.',
    points: [
      'Every row has `created_at` and `updated_at`, in UTC',
      'Nothing is deleted, only marked',
      'Foreign keys are always on',
    ],
    code: 'CREATE TABLE lines (\n  id UUID PRIMARY KEY,\n  basket_id UUID NOT NULL REFERENCES baskets (id),\n  amount_minor BIGINT NOT NULL,\n  currency CHAR(3) NOT NULL\n);',
  },
  {
    title: 'Errors',
    text: 'Errors that a caller can do something about have a code and a sentence. Everything else is logged with its stack and answered as 500 with the request id.',
    points: [
      'Codes are documented and stable',
      'Retries are safe where the table says so',
      'Nothing internal is ever in an answer',
    ],
  },
  {
    title: 'Tests',
    text: 'Unit tests of `{app}` are next to the code; tests that use a database are in `test/integration` and start their own.',
    points: [
      '`npm test` runs all of it in under two minutes',
      'A test that needs the clock gets one',
      'Snapshots only for output too big to read',
    ],
    code: 'npm test -- --project {app}',
  },
  {
    title: 'Deployment',
    text: 'A merge to main builds an image and rolls `{app}` out to one percent. It goes on by itself while the error rate stays flat for ten minutes.',
    points: [
      'Roll back: `deploy rollback {app}`',
      'Freeze: label the pull request `hold`',
      'Migrations run before, and must fit the old code',
    ],
  },
  {
    title: 'Metrics',
    text: 'The dashboard of `{app}` has four panels: requests, errors, latency and saturation. Alerts exist for each objective and link to the runbook.',
    points: ['p95 under 300 ms', 'Errors under 0.1 %', 'Queue younger than a minute'],
  },
  {
    title: 'Runbook',
    text: 'What to do when an alert of `{app}` fires at night. Work from top to bottom and write down what you did.',
    points: [
      'Is a deployment running? Roll it back first.',
      'Is the database slow? See the page on connections.',
      'Is a neighbour down? Switch its flag off.',
      'Still there after fifteen minutes? Page the team.',
    ],
  },
  {
    title: 'Configuration',
    text: 'All settings of `{app}` are environment variables, read once at start and checked there. A missing one ends the process with its name.',
    points: [
      '`DATABASE_URL`: where the data is',
      '`LOG_LEVEL`: info unless said otherwise',
      '`FEATURES`: flags, separated by commas',
    ],
  },
  {
    title: 'Dependencies',
    text: 'What `{app}` calls, and what happens when that does not answer.',
    points: ['Ledger: required, fails fast', 'Search: optional, the page says so', 'Mail: queued, sent later'],
  },
]

const generalTopics: readonly Topic[] = [
  {
    title: 'Glossary',
    text: 'Words that mean something particular here.',
    points: [
      'Basket: what a user might buy',
      'Order: what that user bought',
      'Line: one article and how many',
      'Settlement: the night on which money moves',
    ],
  },
  {
    title: 'Local setup',
    text: 'From a fresh clone to running tests in about five minutes.',
    points: ['Install Node and the container tool', 'Copy `.env.example` to `.env`', 'Run `make setup`'],
    code: 'git clone git@github.example:northwind/repository.git\ncd repository\nmake setup',
  },
  {
    title: 'Conventions',
    text: 'How the code reads, and why.',
    points: ['One thing per file', 'Names say what happens', 'Comments say why'],
  },
  {
    title: 'Release calendar',
    text: 'Changes go out all day. Two weeks in December nothing goes out but repairs.',
    points: ['Monday to Thursday until 16:00', 'Friday until noon', 'Repairs at any time'],
  },
]

const decisions: readonly Topic[] = [
  {
    title: '0001 Amounts in minor units',
    text: 'We keep amounts as whole minor units. Fractions lost a cent in one of three hundred baskets, and we never found out why.',
    points: ['Decided after the incident of March', 'Converted at the edges only'],
  },
  {
    title: '0002 One database per service',
    text: 'Each service has a database of its own. Sharing one made every migration a meeting.',
    points: ['Reports read from the warehouse', 'No foreign keys across services'],
  },
  {
    title: '0003 Flags expire',
    text: 'A flag has an end date. After that it opens an issue, and two weeks later the build fails.',
    points: ['Default: ninety days', 'Exceptions are written down'],
  },
  {
    title: '0004 Agents work in worktrees',
    text: 'Sessions of agents run in a worktree of their own, so that they don’t change files that you edit.',
    points: ['Cleaned up each night', 'Branches are named after the session'],
  },
]

/** The pages of a repository's wiki in reading order: general pages, then a folder per application, then decisions. */
export const wikiPages = ({ url, apps }: Repository): WikiPage[] => {
  const name = url.slice(url.lastIndexOf('/') + 1)
  const introduction = Object.entries(apps).map(([app, { description }]) => `\`${app}\`: ${description}`)
  const home: Topic = {
    title: name,
    text: `Everything worth knowing about ${name}, written from its code.`,
    points: introduction,
  }
  return [
    page('Home', home, name, ''),
    ...generalTopics.map((topic) => page(topic.title, topic, name, '')),
    ...Object.entries(apps).flatMap(([app, { description }]) =>
      appTopics.map((topic) => page(`Applications/${folderOf(app, name)}/${topic.title}`, topic, app, description)),
    ),
    ...decisions.map((topic) => page(`Decisions/${topic.title}`, topic, name, '')),
  ]
}

const folderOf = (app: string, name: string): string => (app === '.' ? name : app.replaceAll('/', ' '))

const page = (path: string, { title, text, points, code }: Topic, app: string, what: string): WikiPage => {
  const fill = (template: string): string => template.replaceAll('{app}', app).replaceAll('{what}', what)
  const list = points.map((point) => `- ${fill(point)}`).join('\n')
  const example = code === undefined ? '' : `\n## Example\n\n\`\`\`\n${fill(code)}\n\`\`\`\n`
  return { path, markdown: `# ${title}\n\n${fill(text)}\n\n${list}\n${example}` }
}

/** The wiki of the notices service, whose team writes Japanese. */
export const noticePages: readonly WikiPage[] = (
  [
    ['Home', 'お知らせ service', 'Sends notices by mail, push and in the app. 配信の仕組みをまとめたページです。'],
    ['はじめに', 'はじめに', '開発環境の準備は五分ほどで終わります。`make setup` を実行してください。'],
    ['設計/配信の流れ', '配信の流れ', 'お知らせは一度キューに入り、利用者の設定に従って送られます。'],
    ['設計/データモデル', 'データモデル', '一つのお知らせは、本文、対象者、送信時刻を持ちます。'],
    ['運用/障害対応', '障害対応', '最初に直近のリリースを確認し、必要なら元に戻します。'],
    ['運用/Alerts', 'Alerts', 'The queue must not be older than a minute. 夜間は当番に連絡が届きます。'],
    ['用語集', '用語集', '「一斉配信」は全利用者に送ることを、「個別配信」は一人に送ることを指します。'],
    ['Emoji 🚀', 'Emoji 🚀', 'Titles may hold emoji: 件名に絵文字を使う場合は一つだけにします。'],
  ] as const
).map(([path, title, text]) => ({ path, markdown: `# ${title}\n\n${text}\n` }))
