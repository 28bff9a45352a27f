import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesUnder, root } from './sources.ts'
import { namesIn } from './specification.ts'

const text = readFileSync(path.join(root, 'docs/security.md'), 'utf8')
const threats = text
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').slice(1, -1))
  .filter((cells) => cells.length === 3 && !/^\s*(threat|asset|-+)\s*$/.test(cells[0] ?? ''))

const files = [...filesUnder('src'), ...filesUnder('tests')]

/** Converts a name to a pattern of files. `*` matches within one folder. */
const meant = (name: string): RegExp => new RegExp(`^${name.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`)

/** Expands `{a,b}` in a name. */
const spelledOut = (name: string): string[] => {
  const [, before = '', list = '', after = ''] = /^(.*)\{([^}]+)\}(.*)$/.exec(name) ?? []
  return list ? list.split(',').map((one) => `${before}${one}${after}`) : [name]
}

describe('the threats of docs/security.md', () => {
  it('each name a test that holds them', () => {
    const unheld = threats.filter(([, , heldBy]) => !/`[^`]*\.test\.ts`|the tests of every verb/.test(heldBy ?? ''))
    expect(unheld.map(([threat]) => threat)).toEqual([])
    expect(threats.length).toBeGreaterThan(25)
  })

  it('name only tests that are there', () => {
    const named = threats.flatMap(([, , heldBy]) => namesIn(heldBy)).filter((name) => name.endsWith('.test.ts'))
    const missing = named.flatMap(spelledOut).filter((name) => !files.some((file) => meant(name).test(file)))
    expect(missing).toEqual([])
  })
})
