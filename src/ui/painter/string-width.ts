// esbuild replaces the package string-width with this, so that Ink measures text as this program does. The package's
// table of emoji takes 15 ms per start.
import { stripVTControlCharacters } from 'node:util'
import { textWidth } from '../../domain/text/width.ts'

export default (text: string): number => textWidth(stripVTControlCharacters(text))
