import { describe, expect, it } from 'vitest'
import { where } from '../../../../tests/support/builders.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { eventsOf } from '../../../../tests/support/events.ts'
import { aLiveFlag, aProject, inEnvironment } from '../../../../tests/support/people.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { headIn } from '../../../../tests/support/team.ts'
import { SaveAttributeInput } from '../../../shared/features/attributes/schemas/attribute.ts'
import { RecentContextsInput, TelemetryReport } from '../../../shared/features/usage/schemas/telemetry.ts'
import { limits } from '../../../shared/limits.ts'
import type { Condition } from '../../../shared/schemas/condition.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { editEnvironment } from '../environments/edit-environment.ts'
import { publish } from '../publishing/publish.ts'
import { recentContexts } from '../usage/recent-contexts.ts'
import { recordTelemetry } from '../usage/record-telemetry.ts'
import { listAttributes } from './list-attributes.ts'
import { removeAttribute } from './remove-attribute.ts'
import { saveAttribute } from './save-attribute.ts'

const { db } = await testDatabase()
const declare = (ctx: ProjectCtx, name: string, type: string, more: object = {}) =>
  saveAttribute(ctx, SaveAttributeInput.parse({ project: ctx.project.key, name, type, ...more }))

const publishRule = async (ctx: ProjectCtx, flag: string, when: Condition) => {
  const { there, base, document } = await headIn(ctx, flag, 'development')
  const rules = [{ id: 'r1', when, serve: { variant: 'on' } }]
  return publish(there, {
    base,
    message: 'A rule',
    entries: [{ kind: 'flag', key: flag, document: { ...document, rules } }],
  })
}

describe('declaring an attribute', () => {
  it('keeps what it is, and tells of before and after', async () => {
    const { project } = await aProject(db)
    await declare(project, 'plan', 'string')
    const plan = await declare(project, 'plan', 'string', { knownValues: ['free', 'pro'], required: true })
    expect(await listAttributes(project)).toEqual([plan])
    expect((await eventsOf(db, project.project.id)).at(-1)).toMatchObject({
      action: 'attribute.save',
      subject: `${project.project.key}/plan`,
      before: { knownValues: [], required: false },
      after: { knownValues: ['free', 'pro'], required: true },
    })
  })

  it('takes known values of its type only, and not the targeting key', () => {
    const fits = (name: string, type: string, knownValues: unknown[]) =>
      SaveAttributeInput.safeParse({ project: 'shop', name, type, knownValues }).success
    expect(fits('age', 'number', [18])).toBe(true)
    expect(fits('age', 'number', ['18'])).toBe(false)
    expect(fits('beta', 'boolean', [true])).toBe(false)
    expect(fits('targetingKey', 'string', [])).toBe(false)
  })

  it('has a limit', async () => {
    const { project } = await aProject(db)
    const { id: projectId } = project.project
    const rest = { type: 'string', required: false, knownValues: '[]', personal: false, description: '' } as const
    const names = Array.from({ length: limits.attributesPerProject }, (_, at) => `a${at}`)
    await db
      .insertInto('attribute')
      .values(names.map((name) => ({ projectId, name, ...rest })))
      .execute()
    expect(await refusalOf(declare(project, 'more', 'string'))).toMatchObject({ code: 'limit/reached' })
    expect((await declare(project, 'a0', 'number')).type).toBe('number')
  })

  it('can be taken back', async () => {
    const { project } = await aProject(db)
    await declare(project, 'plan', 'string')
    await removeAttribute(project, { name: 'plan' })
    expect(await listAttributes(project)).toEqual([])
    expect(await refusalOf(removeAttribute(project, { name: 'plan' }))).toMatchObject({ code: 'attribute/not-found' })
  })
})

describe('a declared attribute', () => {
  it('is tested with operators of its type only', async () => {
    const { project } = await aProject(db)
    await aLiveFlag(project, 'checkout')
    await declare(project, 'appVersion', 'version')
    const refusal = await refusalOf(publishRule(project, 'checkout', where('appVersion', 'lessThan', 2)))
    expect(refusal.code).toBe('rule/operator-mismatch')
    expect(refusal.details.problems?.[0]?.path).toContain('rules[0].when.operator')
    await publishRule(project, 'checkout', where('appVersion', 'versionLessThan', '2.0.0'))
  })

  it('does not become what live rules contradict', async () => {
    const { project } = await aProject(db)
    await aLiveFlag(project, 'checkout')
    await publishRule(project, 'checkout', { all: [{ not: where('age', 'atLeast', 18) }] })
    const refusal = await refusalOf(declare(project, 'age', 'string'))
    expect(refusal).toMatchObject({
      code: 'attribute/in-use',
      details: { uses: [{ environment: 'development', key: 'checkout', operator: 'atLeast' }] },
    })
    expect((await declare(project, 'age', 'number')).type).toBe('number')
  })
})

describe('an attribute that is personal data', () => {
  it('stays out of the contexts that programs send', async () => {
    const { project } = await aProject(db)
    const there = await inEnvironment(project)
    const scope = { project: project.project.key, environment: 'development' }
    await editEnvironment(there, { ...scope, sampling: true })
    const at = '2026-11-20T12:00:00.000Z'
    const tell = (context: Record<string, unknown>) => {
      const contexts = [context]
      const report = { instance: 'i', sdk: 's', from: at, to: at, counts: [], dropped: 0, contexts }
      return recordTelemetry(db, there.now(), there.environment.id, TelemetryReport.parse(report))
    }
    const kept = async () =>
      (await recentContexts(there, RecentContextsInput.parse(scope))).contexts.map(({ context }) => context)
    await tell({ country: 'NO', user: { email: 'a@example.com' } })
    expect(await kept()).toHaveLength(1)
    await declare(project, 'user.email', 'string', { personal: true })
    expect(await kept()).toEqual([])
    const { sampling } = await tell({ country: 'SE', user: { email: 'b@example.com' } })
    expect(sampling?.without).toEqual(['user.email'])
    await tell({ country: 'SE', user: {} })
    expect(await kept()).toEqual([{ country: 'SE', user: {} }])
  })
})
