import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { typeCheck } from '../../../../tests/support/type-check.ts'
import { loadParser } from '../load-parser.ts'
import { tsconfigPaths } from '../tsconfig-paths.ts'
import { findReferences, isCode } from './find-references.ts'
import { removeFromProgram } from './remove-from-program.ts'

/** A realistic shop before and after the removal of two flags, for side-by-side review. */
const folder = path.join(import.meta.dirname, '../../../../tests/removal')
const [before, after] = [path.join(folder, 'before'), path.join(folder, 'after')]
const filesOf = (root: string) =>
  new Map(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => path.join(one.parentPath, one.name))
      .map((file) => [path.relative(root, file).split(path.sep).join('/'), readFileSync(file, 'utf8')] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )

const parse = await loadParser()
const paths = tsconfigPaths(before)
const removals = [
  { key: 'new-checkout', value: true },
  { key: 'hero', value: 'compact' },
]
const shop = new Map([...filesOf(before)].filter(([file]) => isCode(file)))
const said: string[] = []
let removed = shop
for (const removal of removals) {
  const { changed, leftovers } = removeFromProgram(removed, { ...removal, parse, paths })
  removed = new Map([...removed].map(([file, text]) => [file, changed.get(file) ?? text]))
  said.push(
    ...leftovers.map(({ file, line, reason, stays }) => `${file}:${line} ${reason}${stays ? '' : ' (good to know)'}`),
  )
}

describe('a shop without two of its flags', () => {
  it.each([...shop.keys()])('is written as people would have: %s', async (file) => {
    await expect(removed.get(file)).toMatchFileSnapshot(path.join(after, file))
  })

  it('has nothing left but what is told', () => {
    expect(said).toEqual([
      'src/server/openfeature.ts:7 it was waited for: what follows runs a moment earlier (good to know)',
    ])
  })

  it('has nothing to do when asked again', () => {
    for (const removal of removals) {
      const again = removeFromProgram(removed, { ...removal, parse, paths })
      expect([...again.changed.keys(), again.reads]).toEqual([0])
    }
  })

  it.each([before, after])('compiles, with no name that nobody uses: %#', async (root) => {
    expect(await typeCheck(root)).toBe('')
  })
})

/** The shop’s flag reads, found by hand. */
const reads = `
src/page/Price.vue:6 new-checkout
src/page/Total.svelte:6 new-checkout
src/page/cart.tsx:11 new-checkout
src/page/hero.tsx:7 hero
src/page/use-checkout.ts:7 new-checkout
src/page/use-checkout.ts:10 beta
src/server/no-semicolons.ts:4 new-checkout
src/server/openfeature.ts:7 new-checkout
src/server/orders.ts:12 new-checkout
src/server/orders.ts:33 new-checkout
src/server/overloads.ts:6 new-checkout
src/server/overloads.ts:15 new-checkout
src/server/overloads.ts:23 new-checkout
src/server/queue.ts:7 new-checkout
src/server/queue.ts:17 new-checkout
src/server/queue.ts:20 new-checkout
src/server/queue.ts:21 new-checkout
src/server/queue.ts:22 new-checkout
src/server/shop.ts:28 beta
src/server/shop.ts:29 hero
src/server/shop.ts:40 new-checkout
src/server/shop.ts:44 new-checkout
src/shared/price.ts:9 new-checkout
`

describe('a scan of the shop', () => {
  it('finds every read, and calls nothing a read that is none', () => {
    const found = findReferences(shop, { keys: new Set(['new-checkout', 'hero', 'beta']), parse, paths })
    const of = (kind: string) =>
      found.filter((one) => one.kind === kind).map(({ path: file, line, flag }) => `${file}:${line} ${flag}`)
    expect(of('read').join('\n')).toBe(reads.trim())
    expect(of('declaration')).toEqual(['src/flags.ts:6 new-checkout', 'src/flags.ts:8 hero', 'src/flags.ts:9 beta'])
  })
})
