import { ciJobRows, inWords } from '../../../../src/domain/ci/ci-jobs.ts'
import { computerName } from '../../../../src/domain/computers/computer-list.ts'
import { safeText } from '../../../../src/domain/text/safe-text.ts'
import { newestRuns, runName } from '../../../../src/domain/wiki/run-name.ts'
import { betterFit, createFitMatcher, type Fit, type PaletteContext, type Place, type Provider } from './place.ts'

/** A thing to find by any of its texts. Untrusted texts. */
type Found = Required<Pick<Place, 'id' | 'run'>> & {
  name: string
  detail: string
  texts: readonly (string | undefined)[]
}

/** A provider of things that other screens have loaded: typing sends no request for them. */
const loadedPlaces = (kind: string, label: string, list: (context: PaletteContext) => readonly Found[]): Provider => ({
  kind,
  find: (typed, context) => {
    if (typed === '') return []
    const fitOf = createFitMatcher(typed)
    return list(context).flatMap(({ id, name, detail, texts, run }): Place[] => {
      const fits = [name, ...texts].map((text) => (text === undefined ? undefined : fitOf(text)))
      const fit = fits.reduce<Fit | undefined>(betterFit, undefined)
      return fit ? [{ id, text: safeText(name), detail: safeText(detail), label, fit, run }] : []
    })
  },
})

/** Wiki runs, CI jobs, computers and keys. */
export const managementPlaces: readonly Provider[] = [
  loadedPlaces('wikis', 'wiki', ({ known, openScreen }) =>
    newestRuns(known('wikiRuns', {})?.rows ?? []).map((run) => ({
      id: `wiki:${run.id}`,
      name: runName(run),
      detail: `run ${run.id}`,
      texts: [`${runName(run)} wiki`, run.id, run.name],
      run: () => openScreen('wiki', { row: run.id }),
    })),
  ),
  loadedPlaces('CI jobs', 'CI job', ({ known, openScreen }) =>
    ciJobRows(known('ciJobs', {})?.rows ?? []).map(({ id, repo, file, job, pullRequest }) => ({
      id: `ci:${id}`,
      name: [repo ?? id, file].filter(Boolean).join(' '),
      detail: [job.status && inWords(job.status), pullRequest].filter(Boolean).join('  '),
      texts: [id, job.prUrl ?? undefined],
      run: () => openScreen('ci', { job: id }),
    })),
  ),
  loadedPlaces('computers', 'computer', ({ known, openScreen }) =>
    (known('computers', {})?.rows ?? []).map((row) => ({
      id: `computer:${row.id}`,
      name: computerName(row),
      detail: [row.item?.status, row.id].filter(Boolean).join('  '),
      texts: [row.id],
      run: () => openScreen('computers', { row: row.id }),
    })),
  ),
  loadedPlaces('keys', 'key', ({ known, openScreen }) =>
    (known('serviceAccounts', {}) ?? []).flatMap((account) =>
      (account.item ?? []).flatMap(({ id, name, fingerprint }) =>
        id === undefined
          ? []
          : [
              {
                id: `key:${id}`,
                name: name ?? id,
                detail: [account.id, fingerprint].filter(Boolean).join('  '),
                texts: [id, account.id, fingerprint],
                run: () => openScreen('keys', { key: id }),
              },
            ],
      ),
    ),
  ),
]
