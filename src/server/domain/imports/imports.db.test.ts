import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bundleOf, flagdFlag, inSegment, launchDarklyPayload } from '../../../../tests/support/bundles.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { eventsOf } from '../../../../tests/support/events.ts'
import { aLiveFlag, aPerson, aProject, contextOf, inEnvironment, join } from '../../../../tests/support/people.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { ApplyImportInput, ListItemsInput } from '../../../shared/schemas/import.ts'
import { preview } from '../../apart/preview-job.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { proveProject } from '../../kernel/scope.ts'
import { createVault } from '../../kernel/vault.ts'
import { approveChange } from '../changes/approve-change.ts'
import { applyApproved } from '../changes/publish-change.ts'
import { readChange } from '../changes/read-change.ts'
import { editEnvironment } from '../environments/edit-environment.ts'
import { archiveFlag } from '../flags/archive-flag.ts'
import { getFlag } from '../flags/get-flag.ts'
import { switchFlag } from '../flags/switch-flag.ts'
import { heads } from '../revisions/queries.ts'
import { applyImport } from './apply-import.ts'
import { discardImport } from './discard-import.ts'
import { getImport } from './get-import.ts'
import type { ImportCtx } from './import-ctx.ts'
import { listItems } from './list-items.ts'
import { mapEnvironments } from './map-environments.ts'
import { undoImport } from './undo-import.ts'
import { uploadBundle } from './upload-bundle.ts'

const { db } = await testDatabase()
// the same job, without its thread: that is asked in apart.test.ts
const apart = { preview }
const vault = createVault('of this test')
const importing = (ctx: ProjectCtx): ImportCtx => ({ ...ctx, apart, vault })
const upload = (ctx: ProjectCtx, files: Readonly<Record<string, unknown>>) =>
  uploadBundle(importing(ctx), { bytes: bundleOf(files) })
const apply = (ctx: ProjectCtx, { number, run }: { number: number; run: { number: number } }, more: object = {}) =>
  applyImport(ctx, ApplyImportInput.parse({ project: ctx.project.key, source: number, run: run.number, ...more }))
const itemsOf = async (ctx: ProjectCtx, source: number) =>
  (await listItems(ctx, ListItemsInput.parse({ project: ctx.project.key, source }))).items
const headsIn = async (ctx: ProjectCtx, environment: string) =>
  Object.fromEntries(
    (await heads(db, (await inEnvironment(ctx, environment)).environment)).map((one) => [one.key, one.document]),
  )
const digests = async (ctx: ProjectCtx) => {
  const rows = await db
    .selectFrom('environment')
    .leftJoin('revision', (on) =>
      on.onRef('revision.environmentId', '=', 'environment.id').onRef('revision.number', '=', 'environment.headNumber'),
    )
    .select(['environment.key', 'revision.digest'])
    .where('environment.projectId', '=', ctx.project.id)
    .orderBy('environment.key')
    .execute()
  return Object.fromEntries(rows.map(({ key, digest }) => [key, digest ?? '0'.repeat(32)]))
}
const numbers = async (ctx: ProjectCtx) =>
  Object.fromEntries(
    (
      await db.selectFrom('environment').select(['key', 'headNumber']).where('projectId', '=', ctx.project.id).execute()
    ).map(({ key, headNumber }) => [key, headNumber]),
  )

const flagd = (flags: Readonly<Record<string, object>>) => ({ flags })
const twoFlags = {
  'flags.production.json': flagd({ checkout: flagdFlag(), banner: flagdFlag({ state: 'DISABLED' }) }),
  'flags.staging.json': flagd({ checkout: flagdFlag({ defaultVariant: 'on' }), banner: flagdFlag() }),
}

describe('files of another system', () => {
  it('become a preview, and write nothing', async () => {
    const { project } = await aProject(db)
    const before = await numbers(project)
    const source = await upload(project, twoFlags)
    expect(source).toMatchObject({
      vendor: 'flagd',
      state: 'open',
      subjects: 0,
      run: {
        number: 1,
        state: 'previewed',
        mapping: { production: 'production', staging: 'staging' },
        standings: { new: 2, same: 0, update: 0, clash: 0, 'taken-over': 0 },
        summary: { flags: 2, environments: [{ name: 'production' }, { name: 'staging' }] },
      },
    })
    expect(await numbers(project)).toEqual(before)
    expect(await itemsOf(project, source.number)).toMatchObject([
      { key: 'checkout', standing: 'new', states: { production: 'off', staging: 'on' } },
      { key: 'banner', states: { production: 'off', staging: 'off' } },
    ])
  })

  it.each([
    ['nothing known', { 'a.json': { hello: 1 } }, 'None of these files'],
    [
      'two vendors',
      { 'a.json': flagd({ a: flagdFlag() }), 'b.json': launchDarklyPayload({ b: {} }) },
      'Import one system',
    ],
    ['no JSON', { 'a.txt': 'usr-1\nusr-2' }, 'a.txt is neither JSON nor YAML.'],
    ['a file cut short', { 'a.json': '{"flags": {"a": ' }, 'neither JSON nor YAML'],
    ['nesting', { 'a.json': '['.repeat(500) + ']'.repeat(500) }, 'levels deep'],
    [
      'a feature export of Flagsmith',
      { 'a.json': { features: [{ name: 'a', initial_value: 'x' }] } },
      'It has no ids and no segments',
    ],
  ])('are refused with a sentence: %s', async (_, files, sentence) => {
    const { project } = await aProject(db)
    const error = await refusalOf(upload(project, files))
    expect(error.code).toBe('import/unreadable')
    expect(error.message).toContain(sentence)
    expect(error.message).not.toMatch(/Invalid input|expected|ZodError/)
    expect(
      await db.selectFrom('importSource').select('id').where('projectId', '=', project.project.id).execute(),
    ).toEqual([])
  })

  it('may be YAML', async () => {
    const { project } = await aProject(db)
    const source = await upload(project, {
      'flags.yaml':
        'flags:\n  checkout:\n    state: ENABLED\n    variants: {on: true, off: false}\n    defaultVariant: on\n',
    })
    expect(source.run.summary).toMatchObject({ flags: 1 })
  })

  it('are kept sealed, and only until they were imported or discarded', async () => {
    const { project } = await aProject(db)
    const source = await upload(project, twoFlags)
    const kept = () =>
      db
        .selectFrom('importRun')
        .innerJoin('importSource', 'importSource.id', 'importRun.sourceId')
        .select('bundle')
        .where('importSource.projectId', '=', project.project.id)
        .execute()
    const [row] = await kept()
    expect(row?.bundle?.includes('checkout')).toBe(false)
    await discardImport(project, { source: source.number, run: 1 })
    expect(await kept()).toEqual([{ bundle: null }])
    expect(await refusalOf(apply(project, source))).toMatchObject({ code: 'import/wrong-state' })
  })
})

describe('an import', () => {
  it('is one revision in each environment, with a mark, and leaves its event', async () => {
    const { project } = await aProject(db)
    const source = await upload(project, twoFlags)
    const done = await apply(project, source)
    expect(done).toMatchObject({ subjects: 2, run: { state: 'applied', change: null } })
    expect(await numbers(project)).toEqual({ development: 1, staging: 1, production: 1 })
    const revisions = await db
      .selectFrom('revision')
      .innerJoin('environment', 'environment.id', 'revision.environmentId')
      .select(['revision.mark', 'revision.message'])
      .where('environment.projectId', '=', project.project.id)
      .execute()
    expect(revisions.map(({ mark }) => mark)).toEqual(['import', 'import', 'import'])
    expect(revisions[0]?.message).toBe('Imported 2 flags from flagd (run 1)')
    expect((await headsIn(project, 'staging'))['checkout']).toMatchObject({ on: true, otherwise: { variant: 'on' } })
    // the files say nothing of development: nobody there is answered by the flag
    expect((await headsIn(project, 'development'))['checkout']).toMatchObject({ on: false, offVariant: null })
    expect(
      (await eventsOf(db, project.project.id)).findLast(({ action }) => action === 'import.apply')?.after,
    ).toMatchObject({ flags: 2, segments: 0 })
    expect(await getFlag(project, 'checkout')).toMatchObject({ type: 'boolean', variants: ['on', 'off'] })
  })

  it('makes the environments that are missing', async () => {
    const { project } = await aProject(db)
    const source = await upload(project, {
      'a.qa.json': flagd({ a: flagdFlag() }),
      'a.production.json': flagd({ a: flagdFlag() }),
    })
    expect(source.run).toMatchObject({ fresh: ['qa'], mapping: { qa: 'qa', production: 'production' } })
    await apply(project, source)
    expect((await headsIn(project, 'qa'))['a']).toMatchObject({ on: true })
  })

  it('goes where it was told to, and nowhere it was not', async () => {
    const { project } = await aProject(db)
    const { number } = await upload(project, twoFlags)
    const source = await mapEnvironments(project, { source: number, run: 1, mapping: { staging: 'development' } })
    await apply(project, source)
    expect((await headsIn(project, 'development'))['checkout']).toMatchObject({ on: true })
    expect((await headsIn(project, 'production'))['checkout']).toMatchObject({ on: false, rules: [] })
  })

  it('brings what was chosen, and what that needs', async () => {
    const { project } = await aProject(db)
    const files = {
      'latest-all.production.json': launchDarklyPayload(
        { a: { rules: [inSegment('beta')] }, b: { prerequisites: [{ key: 'a', variation: 0 }] }, c: {} },
        { beta: { included: ['ada'] }, other: {} },
      ),
    }
    const source = await upload(project, files)
    await apply(project, source, { only: [{ kind: 'flag', key: 'b' }] })
    expect(Object.keys(await headsIn(project, 'production')).sort()).toEqual(['a', 'b', 'beta'])
  })

  it('leaves out what cannot be imported, with all that needs it, and says why', async () => {
    const { project } = await aProject(db)
    const files = {
      'latest-all.production.json': launchDarklyPayload(
        { a: { rules: [inSegment('big')] }, b: { prerequisites: [{ key: 'a', variation: 0 }] }, c: {} },
        { big: { unbounded: true, generation: 1 } },
      ),
    }
    const source = await upload(project, files)
    const verdicts = Object.fromEntries(
      (await itemsOf(project, source.number)).map(({ key, verdict }) => [key, verdict]),
    )
    expect(verdicts).toMatchObject({ big: 'left-out' })
    const left = Object.keys(verdicts).filter((key) => verdicts[key] === 'left-out')
    await apply(project, source)
    const there = Object.keys(await headsIn(project, 'production'))
    expect(there).toContain('c')
    for (const key of left) expect(there).not.toContain(key)
    const named = left.map((key) => ({ kind: key === 'big' ? 'segment' : 'flag', key }))
    const again = await upload(project, files)
    expect(await refusalOf(apply(project, again, { only: named }))).toMatchObject({ code: 'import/blocked' })
  })

  it('does not touch a flag of the same key, unless it is told to', async () => {
    const { project } = await aProject(db)
    await aLiveFlag(project, 'checkout')
    const before = await headsIn(project, 'development')
    const source = await upload(project, twoFlags)
    expect(source.run.standings).toMatchObject({ new: 1, clash: 1 })
    await apply(project, source)
    expect((await headsIn(project, 'development'))['checkout']).toEqual(before['checkout'])
    await undoImport(project, { source: source.number })
    const again = await upload(project, twoFlags)
    await apply(project, again, { replace: [{ kind: 'flag', key: 'checkout' }] })
    expect((await headsIn(project, 'staging'))['checkout']).toMatchObject({ otherwise: { variant: 'on' } })
    await undoImport(project, { source: again.number })
    expect(await headsIn(project, 'development')).toEqual(before)
  })

  it('is all or nothing: where one environment refuses, none has it', async () => {
    const { project } = await aProject(db)
    const admin = await aPerson(db, 'Bo')
    await join(db, admin, project.project.key, 'editor')
    const bo = { ...contextOf(db, admin), project: await proveProject(db, admin, project.project.key) }
    const source = await upload(project, twoFlags)
    const before = { numbers: await numbers(project), digests: await digests(project) }
    await editEnvironment(
      { ...project, ...(await inEnvironment(project, 'production')) },
      { project: project.project.key, environment: 'production', protected: true },
    )
    expect(await refusalOf(apply(bo, source))).toMatchObject({ code: 'auth/forbidden' })
    expect({ numbers: await numbers(project), digests: await digests(project) }).toEqual(before)
    expect(await db.selectFrom('flag').select('key').where('projectId', '=', project.project.id).execute()).toEqual([])
    expect((await getImport(project, { source: source.number })).run.state).toBe('previewed')
  })
})

describe('an environment that asks for approvals', () => {
  const approved = async () => {
    const { project } = await aProject(db)
    const production = await inEnvironment(project, 'production')
    await editEnvironment(production, {
      project: project.project.key,
      environment: 'production',
      protected: true,
      requiredApprovals: 1,
    })
    const actor = await aPerson(db, 'Pia')
    await join(db, actor, project.project.key, 'publisher')
    const pia = { ...contextOf(db, actor), project: await proveProject(db, actor, project.project.key) }
    return { project, pia }
  }
  const on = { 'flags.production.json': flagd({ checkout: flagdFlag({ defaultVariant: 'on' }) }) }

  it('gets flags that answer nobody, and a change in review that brings the rest', async () => {
    const { project, pia } = await approved()
    const done = await apply(project, await upload(project, on))
    expect((await headsIn(project, 'production'))['checkout']).toMatchObject({ on: false, offVariant: null })
    const change = done.run.change ?? 0
    expect(await readChange(project, { change })).toMatchObject({ state: 'in-review' })
    await approveChange(pia, { project: project.project.key, change, version: 1, body: '' })
    await applyApproved(pia, { change })
    expect((await headsIn(project, 'production'))['checkout']).toMatchObject({ on: true, otherwise: { variant: 'on' } })
  })

  it('loses both with the import, where nothing was approved', async () => {
    const { project } = await approved()
    const before = await digests(project)
    const source = await apply(project, await upload(project, on))
    await undoImport(project, { source: source.number })
    expect(await digests(project)).toEqual(before)
    expect(await readChange(project, { change: source.run.change ?? 0 })).toMatchObject({ state: 'withdrawn' })
  })

  it('is not turned by an undo past its approvals', async () => {
    const { project, pia } = await approved()
    const source = await apply(project, await upload(project, on))
    const change = source.run.change ?? 0
    await approveChange(pia, { project: project.project.key, change, version: 1, body: '' })
    await applyApproved(pia, { change })
    const before = await digests(project)
    const refused = await refusalOf(undoImport(project, { source: source.number }))
    expect(refused.code).toBe('change/approval-required')
    expect(await digests(project)).toEqual(before)
  })
})

describe('reading the same project again', () => {
  it('writes nothing where nothing changed, and what changed where nobody touched it', async () => {
    const { project } = await aProject(db)
    const first = await apply(project, await upload(project, twoFlags))
    const same = await upload(project, twoFlags)
    expect(same).toMatchObject({ number: first.number, run: { number: 2, standings: { same: 2 } } })
    const before = await numbers(project)
    await apply(project, same)
    expect(await numbers(project)).toEqual(before)
    const moved = await upload(project, {
      ...twoFlags,
      'flags.production.json': flagd({
        checkout: flagdFlag({ defaultVariant: 'on' }),
        banner: flagdFlag({ state: 'DISABLED' }),
      }),
    })
    expect(moved.run.standings).toMatchObject({ same: 1, update: 1 })
    await apply(project, moved)
    expect((await headsIn(project, 'production'))['checkout']).toMatchObject({ otherwise: { variant: 'on' } })
    expect(await numbers(project)).toEqual({ ...before, production: (before['production'] ?? 0) + 1 })
  })

  it('leaves a flag to whoever published it here, unless it is told to', async () => {
    const { project } = await aProject(db)
    await apply(project, await upload(project, twoFlags))
    const staging = await inEnvironment(project, 'staging')
    await switchFlag(staging, {
      project: project.project.key,
      environment: 'staging',
      flag: 'checkout',
      on: false,
      base: 1,
      message: 'ours',
    })
    const again = await upload(project, twoFlags)
    expect(again.run.standings).toMatchObject({ same: 1, 'taken-over': 1 })
    await apply(project, again)
    expect((await headsIn(project, 'staging'))['checkout']).toMatchObject({ on: false })
    const taken = await upload(project, twoFlags)
    await apply(project, taken, { replace: [{ kind: 'flag', key: 'checkout' }] })
    expect((await headsIn(project, 'staging'))['checkout']).toMatchObject({ on: true })
  })

  it('keeps every key that it gave', async () => {
    const { project } = await aProject(db)
    const files = (...keys: string[]) => ({
      'flags.production.json': flagd(Object.fromEntries(keys.map((key) => [key, flagdFlag()]))),
    })
    await apply(project, await upload(project, files('Checkout', 'checkout')))
    const keysOf = async (source: number) =>
      Object.fromEntries((await itemsOf(project, source)).map(({ theirs, key }) => [theirs, key]))
    const again = await upload(project, files('checkout', 'CHECKOUT', 'Checkout'))
    expect(await keysOf(again.number)).toMatchObject({
      Checkout: 'Checkout',
      checkout: 'checkout-2',
      CHECKOUT: 'CHECKOUT-3',
    })
  })
})

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

  it('gives every environment the digest of before, whatever was imported over whatever, and how often', {
    timeout: 120_000,
  }, async () => {
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
            .filter(({ standing, key }) => standing === 'clash' && new Set<string>(here).has(key))
            .map(({ kind, key }) => ({ kind, key }))
          await apply(project, source, { replace: replace ? clashes : [] })
          sources.add(source.number)
        }
        for (const source of sources) {
          await undoImport(project, { source }).catch((error: unknown) => {
            // nothing came from it
            if (!(error instanceof Error) || !error.message.includes('Nothing of this import')) throw error
          })
        }
        expect({ digests: await digests(project), flags: await flagsOf(project) }).toEqual(before)
      }),
      { numRuns: 20, endOnFailure: true },
    )
  })
})

const flagsOf = async (ctx: ProjectCtx) =>
  (await db.selectFrom('flag').select('key').where('projectId', '=', ctx.project.id).orderBy('key').execute()).map(
    ({ key }) => key,
  )
