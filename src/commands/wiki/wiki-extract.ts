import { fullNumber } from '../../domain/text/format.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { localPath } from '../kit/local-path.ts'
import { noteTo } from '../kit/note.ts'

export type ExtractOptions = { path: string; folder: string }

const runExtract = async ({ path, folder }: ExtractOptions, deps: Deps): Promise<undefined> => {
  const { extractArchive } = await import('../../archive/extract-archive.ts')
  const { files } = await extractArchive(path, { folder, signal: deps.signal })
  noteTo(deps.err, `Extracted ${fullNumber(files)} ${files === 1 ? 'file' : 'files'}.`)
  deps.out(`${folder}\n`)
}

export const wikiExtract = command({
  name: 'wiki extract',
  summary: 'Extract a downloaded archive into a folder',
  description:
    'In whole or not at all, into a folder that is new or empty. Every name, size and sum is verified once more.',
  arguments: [
    { name: 'file', help: 'the archive', completes: 'file' },
    { name: 'folder', help: 'new or empty', completes: 'folder' },
  ],
  options: [],
  formats: ['table'],
  pipeFormat: 'table',
  examples: ['wiki extract checkout-wiki.zip checkout'],
  parse: ({ args }: CommandInput<[]>): ExtractOptions => ({
    path: localPath(args[0] ?? '', 'The archive'),
    folder: localPath(args[1] ?? '', 'The folder'),
  }),
  run: runExtract,
})
