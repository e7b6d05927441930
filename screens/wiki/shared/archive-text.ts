import { bytes, fullNumber } from '../../../src/domain/text/format.ts'

/** What an archive holds, in a few words: `2.8 MB  41 pages`. */
export const archiveText = (sizeBytes: number, files: number): string => `${bytes(sizeBytes)}  ${pagesText(files)}`

/** `41 pages`. */
export const pagesText = (files: number): string => `${fullNumber(files)} ${files === 1 ? 'page' : 'pages'}`
