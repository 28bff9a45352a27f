import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flagdFlag } from '../../../../tests/support/bundles.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { apply, digests, flagd, headsIn, itemsOf, twoFlags, upload } from '../../../../tests/support/imports.ts'
import { aLiveFlag, aProject, inEnvironment } from '../../../../tests/support/people.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { archiveFlag } from '../flags/archive-flag.ts'
import { switchFlag } from '../flags/switch-flag.ts'
import { undoImport } from './undo-import.ts'

const { db } = await testDatabase()

const flagsOf = async (ctx: ProjectCtx) =>
  (await db.selectFrom('flag').select('key').where('projectId', '=', ctx.project.id).orderBy('key').execute()).map(
    ({ key }) => key,
  )

describe('undo', () => {
  it('leaves what was published since, and what others use, and names them', async () => {
    const { project } = await aProject(db)
    const files = { 'flags.production.json': flagd({ a: flagdFlag(), b: flagdFlag(), c: flagdFlag() }) }
    const source = await apply(project, await upload(project, files))
    const production = await inEnvironment(project, 'production')
    const scope = { project: project.project.key, environment: 'production' }
    await switchFlag(production, { ...scope, flag: 'a', on: false, base: 1, message: 'ours' })
    await archiveFlag(project, { flag: 'b' })
    const undone = await undoImport(project, { source: source.number })
    expect(undone).toMatchObject({ removed: 1, restored: 0, source: { state: 'open' } })
    expect(undone.left.map(({ key }) => key)).toEqual(['a', 'b'])
    expect(Object.keys(await headsIn(project, 'production'))).toEqual(['a'])
  })

  it('can itself be undone: the run is applied again', async () => {
    const { project } = await aProject(db)
    const source = await apply(project, await upload(project, twoFlags))
    const there = await digests(project)
    await undoImport(project, { source: source.number })
    expect(await refusalOf(undoImport(project, { source: source.number }))).toMatchObject({
      code: 'import/wrong-state',
    })
    await apply(project, source)
    expect(await digests(project)).toEqual(there)
  })

  const someFlags = fc.dictionary(
    fc.constantFrom('a', 'b', 'c', 'd', 'e', 'A', 'ä b'),
    fc.record({
      state: fc.constantFrom('ENABLED', 'DISABLED'),
      defaultVariant: fc.constantFrom('on', 'off'),
      variants: fc.constantFrom<object>({ on: true, off: false }, { off: false, on: true }),
    }),
    { minKeys: 1 },
  )
  const history = fc.record({
    here: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'x')),
    runs: fc.array(
      fc.record({
        environments: fc.dictionary(fc.constantFrom('production', 'staging', 'development'), someFlags, { minKeys: 1 }),
        replace: fc.boolean(),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  })

  it('gives every environment the digest of before, whatever was imported over whatever, and how often', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ here, runs }) => {
        const { project } = await aProject(db)
        for (const key of here) await aLiveFlag(project, key)
        const before = { digests: await digests(project), flags: await flagsOf(project) }
        const sources = new Set<number>()
        for (const { environments, replace } of runs) {
          const files = Object.fromEntries(
            Object.entries(environments).map(([name, flags]) => [`flags.${name}.json`, flagd(flags)]),
          )
          const source = await upload(project, files)
          const clashes = (await itemsOf(project, source.number))
            .filter(({ status, key }) => status === 'clash' && new Set<string>(here).has(key))
            .map(({ kind, key }) => ({ kind, key }))
          await apply(project, source, { replace: replace ? clashes : [] })
          sources.add(source.number)
        }
        for (const source of sources) {
          await undoImport(project, { source }).catch((error: unknown) => {
            // nothing was imported from it
            if (!(error instanceof Error) || !error.message.includes('Nothing of this import')) throw error
          })
        }
        expect({ digests: await digests(project), flags: await flagsOf(project) }).toEqual(before)
      }),
      { numRuns: 20, endOnFailure: true },
    )
  })
})
