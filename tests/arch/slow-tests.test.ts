import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { concernedTests, groupTests, selectTests, slowTests } from '../../scripts/select-tests.mjs'
import { root } from './sources.ts'

const files = Object.keys(slowTests)

describe('the slow test files', () => {
  it('exist, and so does what they cover', () => {
    const named = [...files, ...Object.values(slowTests).flatMap(({ covers }) => covers ?? [])]
    expect(named.filter((name) => !existsSync(path.join(root, name)))).toEqual([])
    expect(files.length).toBeGreaterThan(20)
  })

  it('are all run in one round of turns, whatever was changed', () => {
    const { groups } = selectTests(slowTests, [], 0)
    const rounds = Array.from({ length: groups }, (_, turn) => selectTests(slowTests, [], 1000 + turn))
    expect(new Set(rounds.flatMap(({ selected }) => selected))).toEqual(new Set(files))
    for (const { selected, omitted } of rounds) expect([...selected, ...omitted].toSorted()).toEqual(files.toSorted())
  })

  it('have groups of about the same duration', () => {
    const slow = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`${at}.test.ts`, { seconds: 10 + at }]))
    const durations = groupTests(slow, 200).map((group) =>
      group.reduce((sum, file) => sum + (slow[file]?.seconds ?? 0), 0),
    )
    expect(durations).toHaveLength(6)
    expect(Math.max(...durations) - Math.min(...durations)).toBeLessThan(20)
  })

  it('are run when a commit changes them or what they cover, as long as the time suffices', () => {
    const slow = {
      'a.test.ts': { seconds: 10, covers: ['src/a'] },
      'b.test.ts': { seconds: 20, covers: ['src/a/b.ts'] },
      'c.test.ts': { seconds: 30 },
    }
    expect(concernedTests(slow, ['src/ab/x.ts'], 100)).toEqual([])
    expect(concernedTests(slow, ['src/a/b.ts'], 100)).toEqual(['a.test.ts', 'b.test.ts'])
    expect(concernedTests(slow, ['src/a/b.ts'], 29)).toEqual(['a.test.ts'])
    expect(concernedTests(slow, ['src/a/x.ts', 'c.test.ts'], 35)).toEqual(['c.test.ts'])
  })
})
