import type { Lenient } from '../../../src/contract/lenient.ts'
import type { ProductivityDay } from '../../../src/contract/productivity.ts'
import { extensionEntries, languageEntries } from '../../../src/domain/usage/productivity-entries.ts'
import { productivityMeasures } from '../../../src/domain/usage/usage-measures.ts'
import { createView, figuresGroup, type Group, plainGroup } from './create-view.ts'
import type { AtLeastOne } from './view.ts'
import { viewMeasures } from './view-measures.ts'

type Row = Lenient<ProductivityDay>

const { git_commits, git_prs_created, files_edited, files_created } = productivityMeasures

// Operations are counted apart from files and commits, so they are a share of neither and do not tell why these moved.
const operations = {
  ...plainGroup,
  counted: 'OPERATIONS',
  measure: files_edited.name,
  hasShares: false,
  command: 'analytics productivity',
} as const

const groups: AtLeastOne<Group<Row>> = [
  figuresGroup('analytics productivity'),
  { ...operations, id: 'language', title: 'language', heading: 'LANGUAGE', entriesOf: languageEntries },
  { ...operations, id: 'extension', title: 'extension', heading: 'EXTENSION', entriesOf: extensionEntries },
]

export const productivityView = createView({
  name: 'productivity',
  query: 'productivityDays',
  measures: viewMeasures(git_commits, git_prs_created, files_edited, files_created),
  groups,
})
