import { beforeAll, describe, expect, it } from 'vitest'
import { aFlag, where } from '../../../../tests/support/builders.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aPerson, contextOf, inEnvironment, join } from '../../../../tests/support/people.ts'
import { anEnvironment, flagEntry, publishNow, removal } from '../../../../tests/support/publications.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'

let db: Db
beforeAll(async () => {
  db = (await testDatabase()).db
})

describe('an environment outside a limited membership', () => {
  it('takes nothing from its editor but what changes nobody’s answer', async () => {
    const ctx = await anEnvironment(db, 'staging')
    const role = { role: 'editor' as const, environments: ['development'] }
    const project = { ...contextOf(db, await aPerson(db, 'limited')), project: { ...ctx.project, ...role } }
    const editor = await inEnvironment(project, 'staging')
    const error = await refusalOf(publishNow(editor, [removal('flag', 'alpha')]))
    expect(error).toMatchObject({ code: 'auth/forbidden', details: { permission: 'revision.publish', role: 'viewer' } })
    await publishNow(ctx, [removal('flag', 'alpha')])
    const off = aFlag('alpha').switchedOff()
    const answers = await refusalOf(publishNow(editor, [flagEntry(off)]))
    expect(answers).toMatchObject({ code: 'auth/forbidden', details: { permission: 'revision.publish' } })
    await expect(publishNow(editor, [flagEntry(off.with({ offVariant: null }))])).resolves.toBeDefined()
  })
})

describe('a protected environment', () => {
  const as = async (ctx: EnvironmentCtx, role: 'editor' | 'publisher' | 'admin') => {
    const person = await aPerson(db, role)
    await join(db, person, ctx.project.key, role)
    const project = { ...contextOf(db, person), project: { ...ctx.project, role } }
    return inEnvironment(project, 'production')
  }
  const requireApprovals = (ctx: EnvironmentCtx, requiredApprovals: number) =>
    db.updateTable('environment').set({ requiredApprovals }).where('id', '=', ctx.environment.id).execute()

  it('takes no publication from an editor', async () => {
    const editor = await as(await anEnvironment(db, 'production'), 'editor')
    const error = await refusalOf(publishNow(editor, [flagEntry(aFlag('alpha'))], 'on'))
    expect(error).toMatchObject({ code: 'auth/forbidden', details: { permission: 'revision.publish-protected' } })
  })

  it('wants a message', async () => {
    const publisher = await as(await anEnvironment(db, 'production'), 'publisher')
    const error = await refusalOf(publishNow(publisher, [flagEntry(aFlag('alpha'))]))
    expect(error.details.problems?.[0]?.path).toBe('message')
    const revision = await publishNow(publisher, [flagEntry(aFlag('alpha'))], 'ready for everyone')
    expect(revision).toMatchObject({ message: 'ready for everyone', mark: null })
  })

  it('wants approval where it says so, owners included', async () => {
    const ctx = await anEnvironment(db, 'production')
    await requireApprovals(ctx, 2)
    const owner = await inEnvironment(ctx, 'production')
    const error = await refusalOf(publishNow(owner, [flagEntry(aFlag('alpha'))], 'on'))
    expect(error).toMatchObject({ code: 'change/approval-required', details: { requiredApprovals: 2 } })
  })

  it('lets a publisher turn a flag off at once, without approval or message, marked as an emergency', async () => {
    const ctx = await anEnvironment(db, 'production')
    const flag = aFlag('alpha').rule(where('country', 'is', 'NO'), 'on')
    await publishNow(ctx, [flagEntry(flag)], 'on')
    await requireApprovals(ctx, 1)
    const publisher = await as(ctx, 'publisher')
    const revision = await publishNow(publisher, [flagEntry(flag.switchedOff())])
    expect(revision.mark).toBe('emergency')
  })

  it('lets a publisher take away a flag that leaves programs their default, and no other', async () => {
    const ctx = await anEnvironment(db, 'production')
    await publishNow(ctx, [flagEntry(aFlag('alpha'))], 'on')
    await publishNow(ctx, [flagEntry(aFlag('bravo').with({ offVariant: null }))], 'on')
    await requireApprovals(ctx, 1)
    const publisher = await as(ctx, 'publisher')
    const refused = await refusalOf(publishNow(publisher, [removal('flag', 'alpha')], 'gone'))
    expect(refused).toMatchObject({
      code: 'change/approval-required',
      message: expect.stringContaining('Have a change approved there that takes it away'),
    })
    await publishNow(publisher, [flagEntry(aFlag('alpha').switchedOff())])
    const off = await refusalOf(publishNow(publisher, [removal('flag', 'alpha')], 'gone'))
    expect(off.code).toBe('change/approval-required')
    const gone = removal('flag', 'bravo')
    await publishNow(publisher, [flagEntry(aFlag('bravo').with({ offVariant: null }).switchedOff())])
    const editor = await refusalOf(publishNow(await as(ctx, 'editor'), [gone], 'gone'))
    expect(editor.details['permission']).toBe('revision.publish-protected')
    expect(await publishNow(publisher, [gone], 'gone')).toMatchObject({ mark: null, message: 'gone' })
  })

  it('takes an emergency from no editor, and nothing more than the switch', async () => {
    const ctx = await anEnvironment(db, 'production')
    const flag = aFlag('alpha').rule(where('country', 'is', 'NO'), 'on')
    await publishNow(ctx, [flagEntry(flag)], 'on')
    await requireApprovals(ctx, 1)
    const editor = await as(ctx, 'editor')
    const forbidden = await refusalOf(publishNow(editor, [flagEntry(flag.switchedOff())]))
    expect(forbidden.details['permission']).toBe('revision.turn-off-protected')
    const publisher = await as(ctx, 'publisher')
    const more = await refusalOf(publishNow(publisher, [flagEntry(flag.switchedOff().with({ rules: [] }))], 'off'))
    expect(more.code).toBe('change/approval-required')
  })
})
