import type { Lenient } from '../../src/contract/lenient.ts'
import type { ProductivityDay } from '../../src/contract/productivity.ts'
import { extensionEntries, languageEntries } from '../../src/domain/usage/productivity-entries.ts'
import { createView, figuresGroup, type Group, plainGroup } from './create-view.ts'
import { type Measure, measure } from './measures.ts'

type Row = Lenient<ProductivityDay>

const measures: readonly Measure<Row>[] = [
  measure('commits', 'commits', 'count', 'sum', (day) => day.git_commits),
  measure('pullRequests', 'pull requests', 'count', 'sum', (day) => day.git_prs_created),
  measure('edited', 'files edited', 'count', 'sum', (day) => day.files_edited),
  measure('created', 'files created', 'count', 'sum', (day) => day.files_created),
]

// Operations are counted apart from files and commits, so they are a share of neither.
const operations = {
  ...plainGroup,
  counted: 'OPERATIONS',
  measure: 'edited',
  hasShares: false,
  command: 'analytics productivity',
} as const

const groups: readonly Group<Row>[] = [
  figuresGroup('analytics productivity'),
  { ...operations, id: 'language', title: 'language', heading: 'LANGUAGE', entriesOf: languageEntries },
  { ...operations, id: 'extension', title: 'extension', heading: 'EXTENSION', entriesOf: extensionEntries },
]

export const productivityView = createView<Row>({
  name: 'productivity',
  query: 'productivityDays',
  measures,
  groups,
  // Which language an edit was in is known by operations, which created files are among.
  reasonsOf: () => undefined,
  wholeOf: () => undefined,
})
