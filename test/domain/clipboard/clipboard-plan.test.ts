import { expect, test } from 'vitest'
import type { Env } from '../../../src/base/env.ts'
import { type ClipboardWay, clipboardPlan, withTmuxEnvironment } from '../../../src/domain/clipboard/clipboard-plan.ts'

const nameOf = (way: ClipboardWay): string => {
  if (way.is === 'program') return way.program.argv[0]
  return way.is === 'tmux' ? 'tmux' : `terminal${way.inside ? ` in ${way.inside}` : ''}`
}

const waysOf = (platform: string, env: Env, installed: string): [ways: string, why: string] => {
  const isInstalled = (name: string) => installed.split(' ').includes(name)
  const { ways, why } = clipboardPlan({ platform, env, isInstalled })
  return [ways.map(nameOf).join(', '), why]
}

const all = 'wl-copy xclip xsel pbcopy clip.exe tmux'
const wayland = { WAYLAND_DISPLAY: 'wayland-0' }
const x11 = { DISPLAY: ':0' }
const ssh = { SSH_CONNECTION: '10.0.0.2 50000 10.0.0.1 22' }
const tmux = { TMUX: '/tmp/tmux-1000/default,1,0' }
const screen = { STY: '1234.pts-0.host' }
const wsl = { WSL_DISTRO_NAME: 'Debian' }
const SSH = 'this is an SSH session (SSH_CONNECTION is set)'

test.each<[title: string, platform: string, env: Env, installed: string, ways: string, why: string]>([
  ['Wayland', 'linux', wayland, all, 'wl-copy, terminal', 'WAYLAND_DISPLAY is set'],
  [
    'X11 under Wayland',
    'linux',
    { ...wayland, ...x11 },
    all,
    'wl-copy, xclip, xsel, terminal',
    'WAYLAND_DISPLAY is set',
  ],
  ['X11', 'linux', x11, all, 'xclip, xsel, terminal', 'DISPLAY is set'],
  ['X11 with xsel only', 'linux', x11, 'xsel', 'xsel, terminal', 'DISPLAY is set'],
  ['X11 without a program', 'linux', x11, '', 'terminal', 'none of xclip, xsel is installed'],
  ['Wayland without a program', 'linux', wayland, 'xclip', 'terminal', 'wl-copy is not installed'],
  ['no desktop', 'linux', {}, all, 'terminal', 'neither WAYLAND_DISPLAY nor DISPLAY is set'],
  ['macOS', 'darwin', {}, all, 'pbcopy, terminal', 'this is macOS'],
  ['macOS without pbcopy', 'darwin', {}, '', 'terminal', 'pbcopy is not installed'],
  ['Windows', 'win32', {}, all, 'clip.exe, terminal', 'this is Windows'],
  ['WSL', 'linux', wsl, all, 'clip.exe, terminal', 'this is WSL'],
  ['WSL with a desktop', 'linux', { ...wsl, ...wayland }, all, 'clip.exe, wl-copy, terminal', 'this is WSL'],
  ['SSH', 'linux', { ...ssh, ...wayland, ...x11 }, all, 'terminal', SSH],
  [
    'SSH with a terminal only',
    'linux',
    { SSH_TTY: '/dev/pts/1', ...x11 },
    all,
    'terminal',
    SSH.replace('CONNECTION', 'TTY'),
  ],
  ['SSH to macOS', 'darwin', ssh, all, 'terminal', SSH],
  ['SSH to Windows', 'win32', ssh, all, 'terminal', SSH],
  ['tmux on this machine', 'linux', { ...tmux, ...x11 }, all, 'xclip, xsel, tmux, terminal in tmux', 'DISPLAY is set'],
  ['tmux without a desktop', 'linux', tmux, all, 'tmux, terminal in tmux', 'TMUX is set'],
  ['tmux over SSH', 'linux', { ...tmux, ...ssh, ...x11 }, all, 'tmux, terminal in tmux', 'TMUX is set'],
  ['screen', 'linux', { ...screen, ...x11 }, all, 'xclip, xsel, terminal in screen', 'DISPLAY is set'],
  ['screen over SSH', 'linux', { ...screen, ...ssh }, all, 'terminal in screen', SSH],
  ['the Linux console', 'linux', { TERM: 'linux' }, all, '', 'neither WAYLAND_DISPLAY nor DISPLAY is set'],
  ['tmux on the Linux console', 'linux', { TERM: 'screen', ...tmux }, all, 'tmux, terminal in tmux', 'TMUX is set'],
  ['a dumb terminal', 'linux', { TERM: 'dumb', ...x11 }, all, 'xclip, xsel', 'DISPLAY is set'],
])('the ways to copy: %s', (_title, platform, env, installed, ways, why) => {
  expect(waysOf(platform, env, installed)).toEqual([ways, why])
})

test('why no program fills the clipboard is known unless one does', () => {
  const isInstalled = () => true
  expect(clipboardPlan({ platform: 'linux', env: { ...ssh, ...x11 }, isInstalled }).whyNoProgram).toBe(SSH)
  expect(clipboardPlan({ platform: 'linux', env: x11, isInstalled }).whyNoProgram).toBeUndefined()
})

test('in tmux, the client that was attached last decides whether this is an SSH session', () => {
  const text = 'DISPLAY=:1\n-SSH_CONNECTION\nEDITOR=vi\n-WAYLAND_DISPLAY\n'
  const pane = { ...tmux, ...ssh, ...wayland, SSH_TTY: '/dev/pts/1', EDITOR: 'ed' }
  expect(withTmuxEnvironment(pane, text)).toEqual({ ...tmux, DISPLAY: ':1', EDITOR: 'ed' })
  const local = { ...tmux, ...x11 }
  expect(withTmuxEnvironment(local, 'SSH_CONNECTION=1.2.3.4 5 6.7.8.9 22\n-DISPLAY\n')).toEqual({
    ...tmux,
    SSH_CONNECTION: '1.2.3.4 5 6.7.8.9 22',
  })
  // An old tmux, or one that does not answer.
  expect(withTmuxEnvironment({ ...tmux, SSH_TTY: '/dev/pts/1' }, '')).toEqual({ ...tmux, SSH_TTY: '/dev/pts/1' })
})
