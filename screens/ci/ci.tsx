import { truncate } from '../../src/domain/text/fit.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import type { Binding } from '../../src/ui/keys/bindings.ts'
import { cutStyled } from '../../src/ui/layout/columns.ts'
import { shellWord } from '../kit/export/shell-word.ts'
import type { Screen, ScreenProps } from '../kit/screen/screen.ts'
import { webAddress } from '../kit/screen/screen-report.ts'
import { useSession } from '../kit/session/session.ts'
import { jobWords } from './ci-job-lines.ts'
import { ciListKeys, ciTreeKeys } from './ci-keys.ts'
import { CiListView } from './ci-list-view.tsx'
import { CiTreeView } from './ci-tree-view.tsx'
import { useCiJobs } from './use-ci-jobs.ts'

/** Cells of a job's name in the first row. */
const CRUMB = 36
const OTHER = 'The server answers with something else than a list of jobs. This is all of it, as it came.'

const Ci = ({ width, height, target, open }: ScreenProps) => {
  const { theme, now } = useSession()
  const loaded = useCiJobs()
  const { state, rows, other } = loaded
  const shared = { width, height, state }
  if (other !== undefined)
    return (
      <CiTreeView
        {...shared}
        value={other}
        crumbs={[]}
        name="ci-jobs"
        command="ci jobs"
        head={[` ${theme.muted(OTHER)}`]}
      />
    )
  const row = target?.job === undefined ? undefined : rows.find(({ id }) => id === target.job)
  if (!row) return <CiListView {...shared} open={open} loaded={loaded} />
  const head = jobWords(row, now(), width - 2, theme).map((line) => cutStyled(` ${line}`, width))
  const crumb = truncate(safeText(row.file ?? row.id), CRUMB)
  const shown = { value: row.job, crumbs: [crumb], name: 'ci-job', head }
  const command = `ci jobs --where ${shellWord(`id="${row.id}"`)}`
  return <CiTreeView {...shared} {...shown} command={command} address={webAddress('the pull request', row.job.prUrl)} />
}

// In help and in the README each key of the screen stands once; the hints are those of what is shown.
const known = new Set<string>(ciListKeys.flatMap(({ action, keys }) => [action, keys[0]]))
const inside = ciTreeKeys
  .filter(({ action, keys }) => !known.has(action) && !known.has(keys[0]))
  .map(({ keys, action, help, group }): Binding => ({ keys, action, help, group }))

export const ci: Screen = {
  title: 'CI',
  key: '9',
  letter: 'i',
  summary: 'what the platform changes in CI workflows, and how that stands',
  isByRange: false,
  notes: [
    'A job is a change to a workflow file that the platform makes by pull request. It is called by repository and file.',
    'What a status means is told by its name: failed, error and the like need care, running and pending are under way; one that nobody knows has a question mark.',
    'The API promises no shape of these answers: members that nobody knows have columns of their own where there is room, and an answer without jobs is shown whole as a folded tree.',
    'A filter takes conditions (phase=failed repo=web age>2d) and words of repositories, files, statuses, pull requests and errors; inside it is a part of the path, or a glob.',
  ],
  keys: [...ciListKeys, ...inside],
  Component: Ci,
}
