import { rmSync } from 'node:fs'

/** Removes a draft when the program ends before whoever writes it could. Answers how to leave that. */
export const removeOnExit = (draft: string): (() => void) => {
  const remove = () => rmSync(draft, { recursive: true, force: true })
  process.on('exit', remove)
  return () => void process.off('exit', remove)
}
