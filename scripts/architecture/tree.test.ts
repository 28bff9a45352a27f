import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { drawTree, folders, foldersIn, pageFile, withTree } from './tree.ts'

describe('the drawing in docs/architecture.md', () => {
  it('is the tree of today: npm run architecture draws it', () => {
    const page = readFileSync(pageFile, 'utf8')
    expect(page).toContain(drawTree())
    expect(withTree(page)).toBe(page)
  })

  it('has every folder of the source', () => {
    const named = new Set(folders.map(([folder]) => folder))
    const parents = [
      'src',
      'src/shared',
      'src/server',
      'src/server/platform',
      'src/server/commands',
      'src/client',
      'src/client/app',
    ]
    const missing = parents
      .flatMap((parent) => foldersIn(parent).map((name) => `${parent}/${name}`))
      .filter((folder) => !named.has(folder))
    expect(missing).toEqual(['src/server/commands/doctor', 'src/client/app/public'])
  })
})
