import { bytes, fullNumber } from '../text/format.ts'
import { safeFileName } from '../text/safe-file-name.ts'
import { type SafeText, safeText } from '../text/safe-text.ts'

type Named = {
  id: string
  /** The address of the repository. */
  name: string | undefined
}

/** What people call the repository of a run: the last part of its address; without one the run's id. */
export const runName = ({ id, name }: Named): SafeText => safeText(lastPart(name) ?? id)

/** What people call the repository; undefined where its address is not known. */
export const repositoryName = ({ name }: Pick<Named, 'name'>): SafeText | undefined => {
  const last = lastPart(name)
  return last === undefined ? undefined : safeText(last)
}

const lastPart = (url: string | undefined): string | undefined =>
  url
    ?.replace(/\.git$/, '')
    .split(/[/:]/)
    .findLast((part) => part !== '')

/** The name that its archive is offered under: `checkout-wiki.zip`. */
export const archiveName = (run: Named): string => safeFileName(`${lastPart(run.name) ?? run.id}-wiki.zip`)

/** Whether a run is of the repository that somebody names: by its last part, the end of its address, or all of it. */
export const isOfRepository = ({ name }: Named, wanted: string): boolean => {
  const plain = (text: string) => text.replace(/\.git$/, '').toLowerCase()
  const url = plain(name ?? '')
  const sought = plain(wanted)
  return sought !== '' && (url === sought || url.endsWith(`/${sought}`) || url.endsWith(`:${sought}`))
}

type Dated = Named & { item: { createdAt?: number | null | undefined } | undefined }

/** The newest first; those that nobody knows the age of at the end. */
export const newestRuns = <Run extends Dated>(runs: readonly Run[]): Run[] =>
  runs.toSorted((a, b) => (b.item?.createdAt ?? 0) - (a.item?.createdAt ?? 0))

/** What an archive holds, in a few words: `2.8 MB  41 pages`. */
export const archiveText = (sizeBytes: number, files: number): string => `${bytes(sizeBytes)}  ${pagesText(files)}`

/** `41 pages`. */
export const pagesText = (files: number): string => `${fullNumber(files)} ${files === 1 ? 'page' : 'pages'}`
