import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesUnder, root } from './sources.ts'

/** Files that may create a temporary folder which is not removed automatically, with the reason. */
const makers: Record<string, string> = {
  'tests/support/folder.ts': 'makes those of all others',
  'tests/support/left-behind.ts': 'the folder of a run, in which all others are',
  'tests/support/cluster.ts': 'runs outside of test files, and removes its own after its PostgreSQL has ended',
  'tests/conformance/oracles/flagsmith.ts': 'is a program apart, whose folder no other process sees',
}

/** Test files that contain a pattern. */
const having = (pattern: RegExp): string[] =>
  [...filesUnder('tests'), ...filesUnder('src').filter((file) => /\.test\.tsx?$/.test(file))]
    .filter((file) => /\.tsx?$/.test(file) && pattern.test(readFileSync(path.join(root, file), 'utf8')))
    .sort()

describe('what tests leave behind', () => {
  it('is no folder: those are made in one place, which removes them after all who write in them have ended', () => {
    expect(having(/^import \{[^}]*\bmkdtemp|\bfs\.mkdtemp/m)).toEqual(Object.keys(makers).sort())
  })

  it('is no process: who starts one that goes on has it end with the file', () => {
    const starters = having(/^import \{[^}]*\b(spawn|fork)\b/m)
    expect(starters).toEqual(starters.filter((file) => having(/\bendsWithFile\(/).includes(file)))
    expect(starters).not.toEqual([])
  })
})
