import type { ProductivityDay } from '../../../contract/analytics.ts'
import type { Lenient } from '../../../contract/lenient.ts'
import { extensionEntries, languageEntries } from '../day-entries.ts'
import { productivityMeasures } from '../usage-measures.ts'
import { createView, figuresGroup, type Group, groupOf, viewMeasures } from './create-view.ts'
import type { AtLeastOne } from './view.ts'

const { git_commits, git_prs_created, files_edited, files_created } = productivityMeasures

// Operations are counted separately from files and commits, so they aren't parts of them and can't explain
// their changes.
const operations = { counted: 'OPERATIONS', measure: files_edited.name }

const groups: AtLeastOne<Group<Lenient<ProductivityDay>>> = [
  figuresGroup,
  groupOf('language', 'language', { ...operations, entriesOf: languageEntries }),
  groupOf('extension', 'extension', { ...operations, entriesOf: extensionEntries }),
]

export const productivityView = createView({
  name: 'productivity',
  command: 'analytics productivity',
  measures: viewMeasures(git_commits, git_prs_created, files_edited, files_created),
  groups,
})
