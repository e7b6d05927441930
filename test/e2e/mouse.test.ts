import { expect, test } from 'vitest'
import { open } from '../helpers/e2e.ts'

test('with --mouse a click opens a tab, and both :mouse off and exiting disable mouse reports', async () => {
  const program = open({ args: ['demo', '--mouse', '--users', '8', '--days', '20'] })
  await program.waitFor('NEEDS ATTENTION')
  expect(program.raw()).toContain('\x1b[?1000h\x1b[?1006h')
  const tab = (program.screen()[1] ?? '').indexOf('People')
  await program.typeUntil(
    `\x1b[<0;${tab + 2};2M\x1b[<0;${tab + 2};2m`,
    (screen) => screen[0]?.includes('People') ?? false,
  )
  program.type(':mouse off\r')
  const last = (mode: string) => program.raw().lastIndexOf(`\x1b[?1000${mode}`)
  await program.waitFor(() => last('l') > last('h'))
  await program.typeUntil(':mouse on\r', () => last('h') > last('l'))
  process.kill(program.pid, 'SIGTERM')
  await program.exited
  expect(last('l')).toBeGreaterThan(last('h'))
})

test('clicks sort by a heading, act like a hint and return to the level of a crumb', async () => {
  const program = open({ args: ['demo', '--mouse', '--screen', 'people', '--users', '8', '--days', '20'] })
  const click = async (text: RegExp, isDone: (screen: readonly string[]) => boolean) => {
    const screen = await program.waitFor((shown) => shown.some((row) => text.test(row)))
    const y = screen.findIndex((row) => text.test(row))
    const x = (screen[y] ?? '').search(text)
    return program.typeUntil(`\x1b[<0;${x + 2};${y + 1}M\x1b[<0;${x + 2};${y + 1}m`, isDone)
  }
  await program.waitFor('CREDITS▾')
  await click(/TOOLS /, (screen) => screen.some((row) => row.includes('TOOLS▾')))
  await click(/Enter \S+/, (screen) => / People > \S/.test(screen[0] ?? ''))
  await click(/People > /, (screen) => / People {2}/.test(screen[0] ?? ''))
  program.type('q')
  await program.exited
})
