import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aLiveFlag, aPerson, aProject, inEnvironment, join } from '../../../../tests/support/people.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { filterRows } from '../../../shared/features/flags/filter/filter.ts'
import { sorted } from '../../../shared/features/flags/filter/order.ts'
import type { FlagRow } from '../../../shared/features/flags/schemas/flag-view.ts'
import type { FlagState } from '../../../shared/features/insights/schemas/insights.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { archiveFlag } from './archive-flag.ts'
import { createFlag } from './create-flag.ts'
import { editFlag } from './edit-flag.ts'
import { keys } from './keys.ts'
import { listFlags } from './list-flags.ts'
import { removeFlag } from './remove-flag.ts'
import { restoreFlag } from './restore-flag.ts'
import { switchFlag } from './switch-flag.ts'

let db: Db
let project: ProjectCtx
const words = ['checkout', 'Banner', 'cart-9', 'search', 'Ärger', 'export', 'b2b', 'login', 'zoom', 'upload']

beforeAll(async () => {
  db = (await testDatabase()).db
  project = (await aProject(db)).project
  for (const [n, word] of words.entries()) {
    const key = `${word.replace('Ä', 'A')}-${n}`
    await createFlag(project, {
      ...{ project: project.project.key, key, name: `${word} ${n % 3}`, description: n % 2 ? 'of Checkout' : '' },
      ...{ tags: n % 3 ? ['web'] : ['Mobile', 'web'], permanence: n % 4 ? 'temporary' : 'permanent' },
      ...{ type: 'boolean', visibleToClients: n % 2 === 0, onIn: n % 3 === 0 ? ['development', 'production'] : [] },
    })
  }
  await archiveFlag(project, { flag: 'zoom-8' })
})

type Asked = NonNullable<Parameters<typeof listFlags>[1]>

async function allPages(input: Asked, between: (page: number) => Promise<unknown> = async () => undefined) {
  const rows: FlagRow[] = []
  let cursor: string | null = null
  for (let page = 0; page === 0 || cursor !== null; page++) {
    const { rows: some, next } = await listFlags(project, { ...input, cursor })
    rows.push(...some)
    cursor = next
    if (cursor !== null) await between(page)
  }
  return rows
}
const keysOf = (rows: readonly FlagRow[]) => rows.map(({ flag }) => flag.key)

const term = fc.oneof(
  fc.constantFrom(...words, 'CHECK', 'of', '9', 'nothing'),
  fc.constantFrom('key:c', 'tag:web', 'tag:mobile', 'type:b', 'type:s', 'owner:none', 'owner:ada', 'on:production'),
  fc.constantFrom(
    'off:any',
    'on:any',
    'env:prod=on',
    'env:d=off',
    'env:x',
    'is:on',
    'is:off',
    'is:everywhere',
    'is:ruled',
  ),
  fc.constantFrom(
    'is:temporary',
    'is:client',
    'is:draft',
    'is:live',
    'is:constructor',
    'updated:<1h',
    'created:>1d',
    'a:b',
  ),
)
const query = fc
  .array(fc.record({ term, negate: fc.boolean() }), { maxLength: 3 })
  .map((terms) => terms.map(({ term: one, negate }) => `${negate ? '-' : ''}${one}`).join(' '))

describe('a page of the flag list', () => {
  it('finds by any filter, in any order, what the filter finds among all rows', async () => {
    const states = new Map<string, FlagState>([
      ['checkout-0', 'live'],
      ['search-3', 'draft'],
    ])
    const everything = { false: await allPages({}), true: await allPages({ archived: true }) }
    const sort = fc.constantFrom(undefined, 'name' as const, 'updated' as const)
    await fc.assert(
      fc.asyncProperty(
        query,
        sort,
        fc.boolean(),
        fc.integer({ min: 1, max: 12 }),
        async (asked, order, archived, limit) => {
          const rows: FlagRow[] = []
          let cursor: string | null = null
          let total: number | null = null
          do {
            const input: Asked = { archived, query: asked, sort: order, limit, cursor }
            const page = await listFlags(project, input, async () => states)
            expect(page.rows.length).toBeLessThanOrEqual(limit)
            rows.push(...page.rows)
            cursor = page.next
            total = page.total
          } while (cursor !== null)
          expect(total).toBe(rows.length)
          const known = { nowMs: Date.now(), stateOf: archived ? undefined : states }
          expect(rows).toEqual(sorted(filterRows(everything[`${archived}`], asked, known), order))
        },
      ),
      { numRuns: 60 },
    )
  })

  it.each([undefined, 'name'] as const)(
    'skips and doubles nothing while others publish, make and archive (%s)',
    async (sort) => {
      const before = keysOf(await allPages({}))
      let n = 0
      const seen = await allPages({ limit: 2, sort, query: sort && 'updated:<1d' }, async () => {
        n++
        await aLiveFlag(project, `made-${sort}-${n}`)
        await archiveFlag(project, { flag: `made-${sort}-${n}` })
        const there = await inEnvironment(project, 'development')
        const [row] = (await listFlags(project, { query: 'key:checkout-0' })).rows
        const cell = row?.cells['development']
        await switchFlag(there, {
          ...{ project: project.project.key, environment: 'development', flag: 'checkout-0' },
          ...{ on: !cell?.on, base: cell?.revision ?? 0 },
        })
      })
      const left = keysOf(seen).filter((key) => !key.startsWith('made-'))
      expect(left.toSorted()).toEqual(before.toSorted())
      expect(new Set(keysOf(seen)).size).toBe(seen.length)
    },
  )

  it('by what changed last doubles nothing, and skips only what moves to its top meanwhile', async () => {
    const seen = await allPages({ limit: 3, sort: 'updated' }, async () => aLiveFlag(project, `late-${Math.random()}`))
    expect(new Set(keysOf(seen)).size).toBe(seen.length)
    expect(keysOf(seen)).toEqual(expect.arrayContaining(['Banner-1', 'search-3', 'login-7']))
  })

  it('tells at once what was written just before: a name, an owner, an archived, restored and deleted flag', async () => {
    const finds = async (asked: string, archived = false) =>
      keysOf((await listFlags(project, { query: asked, archived })).rows)
    await aLiveFlag(project, 'fleeting')
    expect(await finds('key:fleeting')).toEqual(['fleeting'])
    const eve = await aPerson(db, 'Eve')
    await join(db, eve, project.project.key, 'editor')
    await editFlag(project, { project: project.project.key, flag: 'fleeting', name: 'Renamed', owner: eve.id })
    expect([await finds('renamed'), await finds('owner:eve')]).toEqual([['fleeting'], ['fleeting']])
    await db.updateTable('person').set({ name: 'Evelyn' }).where('id', '=', eve.id).execute()
    expect([await finds('owner:evelyn'), await finds('owner:eve -owner:evelyn')]).toEqual([['fleeting'], []])
    await archiveFlag(project, { flag: 'fleeting' })
    expect([await finds('renamed'), await finds('renamed', true)]).toEqual([[], ['fleeting']])
    await restoreFlag(project, { flag: 'fleeting' })
    expect(await finds('renamed is:off')).toEqual(['fleeting'])
    await archiveFlag(project, { flag: 'fleeting' })
    await removeFlag(project, { flag: 'fleeting', confirm: 'fleeting' })
    expect([await finds('key:fleeting'), await finds('key:fleeting', true)]).toEqual([[], []])
  })

  it('misses nothing that is written by many at once, whoever commits last', async () => {
    const made = Array.from({ length: 12 }, (_, n) => `rush-${String(n).padStart(2, '0')}`)
    const looks = made.map(async (key) => {
      await aLiveFlag(project, key)
      return keysOf((await listFlags(project, { query: `key:${key} on:development` })).rows)
    })
    expect(await Promise.all(looks)).toEqual(made.map((key) => [key]))
    expect(keysOf(await allPages({ query: 'key:rush' }))).toEqual(made)
  })

  it('refuses a cursor that no page gave', async () => {
    expect((await refusalOf(listFlags(project, { cursor: 'nonsense' }))).code).toBe('request/invalid')
  })

  it('gives pickers the keys of what a filter finds', async () => {
    const found = await keys(project, { query: 'tag:mobile', limit: 2 })
    expect(found.map(({ key, variants, tags }) => ({ key, variants, tags }))).toEqual([
      { key: 'b2b-6', variants: ['on', 'off'], tags: ['Mobile', 'web'] },
      { key: 'checkout-0', variants: ['on', 'off'], tags: ['Mobile', 'web'] },
    ])
  })
})
