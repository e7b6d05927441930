import { type OpenedScreen, until } from './screen.tsx'

/** The file that the form of this letter comes to, with its name. */
export const exported = async (screen: OpenedScreen, letter: string): Promise<[string, string]> => {
  const { files } = screen.outside
  const before = files.size
  await screen.press('^s', letter, 'Enter')
  await until(
    () => files.size > before,
    () => screen.frame().join('\n'),
  )
  await screen.frameWith('Wrote')
  return [...files].at(-1) ?? ['', '']
}
