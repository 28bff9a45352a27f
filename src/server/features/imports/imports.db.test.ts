import { describe, expect, it } from 'vitest'
import { flagdFlag, inSegment, launchDarklyPayload } from '../../../../tests/support/bundles.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { eventsOf } from '../../../../tests/support/events.ts'
import {
  apply,
  digests,
  flagd,
  headNumbers,
  headsIn,
  itemsOf,
  twoFlags,
  upload,
} from '../../../../tests/support/imports.ts'
import { aLiveFlag, aPerson, aProject, contextOf, inEnvironment, join } from '../../../../tests/support/people.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { proveProject } from '../../platform/kernel/scope.ts'
import { editEnvironment } from '../environments/edit-environment.ts'
import { getFlag } from '../flags/get-flag.ts'
import { discardImport } from './discard-import.ts'
import { getImport } from './get-import.ts'
import { mapEnvironments } from './map-environments.ts'
import { undoImport } from './undo-import.ts'

const { db } = await testDatabase()

describe('files of another system', () => {
  it('become a preview, and write nothing', async () => {
    const { project } = await aProject(db)
    const before = await headNumbers(project)
    const source = await upload(project, twoFlags)
    expect(source).toMatchObject({
      vendor: 'flagd',
      state: 'open',
      subjects: 0,
      run: {
        number: 1,
        state: 'previewed',
        mapping: { production: 'production', staging: 'staging' },
        statuses: { new: 2, same: 0, update: 0, clash: 0, 'taken-over': 0 },
        summary: { flags: 2, environments: [{ name: 'production' }, { name: 'staging' }] },
      },
    })
    expect(await headNumbers(project)).toEqual(before)
    expect(await itemsOf(project, source.number)).toMatchObject([
      { key: 'checkout', status: 'new', states: { production: 'off', staging: 'on' } },
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
    ['no JSON', { 'a.txt': 'usr-1\nusr-2' }, 'a.txt is neither JSON nor YAML nor TOML.'],
    ['a file cut short', { 'a.json': '{"flags": {"a": ' }, 'is JSON that was cut short'],
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
    expect(await headNumbers(project)).toEqual({ development: 1, staging: 1, production: 1 })
    const revisions = await db
      .selectFrom('revision')
      .innerJoin('environment', 'environment.id', 'revision.environmentId')
      .select(['revision.mark', 'revision.message'])
      .where('environment.projectId', '=', project.project.id)
      .execute()
    expect(revisions.map(({ mark }) => mark)).toEqual(['import', 'import', 'import'])
    expect(revisions[0]?.message).toBe('Imported 2 flags from flagd (run 1)')
    expect((await headsIn(project, 'staging'))['checkout']).toMatchObject({ on: true, otherwise: { variant: 'on' } })
    // the files do not mention development, so the flag serves no value there
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
    expect(source.run.statuses).toMatchObject({ new: 1, clash: 1 })
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
    const before = { numbers: await headNumbers(project), digests: await digests(project) }
    await editEnvironment(
      { ...project, ...(await inEnvironment(project, 'production')) },
      { project: project.project.key, environment: 'production', protected: true },
    )
    expect(await refusalOf(apply(bo, source))).toMatchObject({ code: 'auth/forbidden' })
    expect({ numbers: await headNumbers(project), digests: await digests(project) }).toEqual(before)
    expect(await db.selectFrom('flag').select('key').where('projectId', '=', project.project.id).execute()).toEqual([])
    expect((await getImport(project, { source: source.number })).run.state).toBe('previewed')
  })
})
