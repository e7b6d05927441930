import { readFileSync } from 'node:fs'
import { Text } from 'ink'
import { render } from 'ink-testing-library'
import { useState } from 'react'
import { expect, test } from 'vitest'
import reconciler from '../../../node_modules/ink/build/reconciler.js'
import { flushSync } from '../../../src/ui/painter/ink-reconciler.ts'

test('the reconciler of this version of Ink has what the painter uses', () => {
  expect(JSON.parse(readFileSync('node_modules/ink/package.json', 'utf8')).version).toBe('8.0.0')
  expect(typeof reconciler.discreteUpdates).toBe('function')
  expect(typeof reconciler.flushSyncWork).toBe('function')
})

test('flushSync draws an update before it returns; without it, the update is drawn later', () => {
  let setWord: (word: string) => void = () => {}
  const Word = () => {
    const [word, set] = useState('one')
    setWord = set
    return <Text>{word}</Text>
  }
  const { lastFrame, unmount } = render(<Word />)
  setWord('two')
  expect(lastFrame()).toBe('one')
  const result = flushSync(() => {
    setWord('three')
    return 'the result'
  })
  expect(result).toBe('the result')
  expect(lastFrame()).toBe('three')
  unmount()
})
