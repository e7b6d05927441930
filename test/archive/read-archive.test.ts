import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readArchive, readPage } from '../../src/archive/read-archive.ts'
import { makeFolder } from '../helpers/make-folder.ts'

test.skipIf(process.platform === 'win32')('a pipe in the place of an archive is refused, not waited for', async () => {
  const pipe = join(makeFolder(), 'wiki.zip')
  execFileSync('mkfifo', [pipe])
  await expect(readArchive(pipe)).rejects.toThrow(`${pipe} is no file.`)
  await expect(readPage(pipe, 'a.md')).rejects.toThrow(`${pipe} is no file.`)
})
