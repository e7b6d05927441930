// esbuild puts this in place of the package string-width: Ink then measures text as this program does. The package's table of
// emoji takes 15 ms of each start.
import { stripVTControlCharacters } from 'node:util'
import { textWidth } from '../../domain/text/width.ts'

export default (text: string): number => textWidth(stripVTControlCharacters(text))
