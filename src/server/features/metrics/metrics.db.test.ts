import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { eventsOf } from '../../../../tests/support/events.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { aTeam } from '../../../../tests/support/team.ts'
import {
  type CreateMetricInput,
  CreateMetricInput as Input,
} from '../../../shared/features/metrics/schemas/metric-catalogue.ts'
import { SaveEventInput } from '../../../shared/features/usage/schemas/tracked.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { inTransaction } from '../../platform/kernel/ctx.ts'
import { proveEnvironment } from '../../platform/kernel/scope.ts'
import { archiveEvent } from '../events/archive-event.ts'
import { saveEvent } from '../events/save-event.ts'
import { proposeRun } from '../runs/propose-run.ts'
import { archiveMetric } from './archive-metric.ts'
import { createMetric } from './create-metric.ts'
import { getMetric } from './get-metric.ts'
import { listMetrics } from './list-metrics.ts'
import { updateMetric } from './update-metric.ts'

const { db } = await testDatabase()
const team = await aTeam(db)
const { key: project } = team

const declare = (ctx: ProjectCtx, key: string, more: object = {}) =>
  saveEvent(ctx, SaveEventInput.parse({ project, key, name: key, ...more }))
await declare(team.ada, 'purchase', { value: { unit: '€' }, properties: { plan: ['free', 'gold'], items: 'number' } })
await declare(team.ada, 'visit')

const parsed = (key: string, measure: object, more: object = {}) =>
  Input.parse({
    project,
    key,
    definition: { name: key, better: 'more', from: 'anyone', measure, ...more },
  } as CreateMetricInput)
const made = (key: string, measure: object, more?: object) => createMetric(team.editor, parsed(key, measure, more))
const edited = (metric: string, measure: object, more?: object) =>
  updateMetric(team.editor, { metric, definition: parsed(metric, measure, more).definition })
const buyers = { kind: 'proportion', of: { event: 'purchase' } }

describe('a metric', () => {
  it('is created once for a key, and told', async () => {
    const metric = await made('buyers', buyers)
    expect(metric).toMatchObject({ key: 'buyers', version: 1, definition: { before: 'P14D', cap: null } })
    expect(await listMetrics(team.viewer)).toEqual([metric])
    expect(await refusalOf(made('Buyers', buyers))).toMatchObject({ code: 'metric/key-taken' })
    expect(await eventsOf(db, team.ada.project.id)).toContainEqual(
      expect.objectContaining({ action: 'metric.create', subject: `${project}/buyers` }),
    )
  })

  it('has a next version with every edit, and those before stay', async () => {
    const first = await made('sales', { kind: 'sum', of: { event: 'purchase' } })
    const second = await edited('sales', { kind: 'count', of: { event: 'purchase' } })
    expect(await edited('sales', { kind: 'count', of: { event: 'purchase' } })).toEqual(second)
    const { versions, version, usedBy } = await getMetric(team.viewer, { metric: 'sales' })
    expect([version, versions.map((one) => one.definition), usedBy]).toEqual([
      2,
      [second.definition, first.definition],
      [],
    ])
    const both = await Promise.all([1, 2].map((atLeast) => edited('sales', { ...buyers, atLeast })))
    expect(both.map((one) => one.version).toSorted((a, b) => a - b)).toEqual([3, 4])
  })

  it.each([
    ['definition.measure.of.event', { kind: 'count', of: { event: 'nothing' } }, {}],
    ['definition.measure.of.event', { kind: 'sum', of: { event: 'visit' } }, {}],
    [
      'definition.measure.over.where',
      {
        kind: 'ratio',
        over: { event: 'visit', take: 'count', where: { attribute: 'plan', operator: 'is', values: ['gold'] } },
        under: { event: 'visit', take: 'count' },
      },
      {},
    ],
    [
      'definition.measure.of.where.operator',
      { kind: 'count', of: { event: 'purchase', where: { attribute: 'items', operator: 'contains', values: ['1'] } } },
      {},
    ],
    [
      'definition.measure.of.where',
      {
        kind: 'count',
        of: { event: 'purchase', where: { attribute: 'plan', operator: 'matches', values: ['(a+)+$'] } },
      },
      {},
    ],
    ['definition.window.length', buyers, { window: { length: 'P60D' } }],
  ])('is refused at %s where its events don’t have what it asks for', async (path, measure, more) => {
    const { code, details } = await refusalOf(made('wrong', measure, more))
    expect([code, details.problems?.[0]?.path]).toEqual(['metric/invalid', path])
  })

  it('is not archived while an open run uses it, and comes back when it is edited', async () => {
    const environment = await proveEnvironment(db, team.ada.project, 'development')
    await made('used', buyers)
    const run = { flag: 'f', kind: 'ramp', salt: 'f', arms: ['on', 'off'], plan: {}, change: null } as const
    const { id } = await inTransaction({ ...team.ada, environment }, (tx) =>
      proposeRun(tx, { ...run, versions: { used: 1 } }),
    )
    expect(await refusalOf(archiveMetric(team.editor, { metric: 'used' }))).toMatchObject({
      code: 'metric/in-use',
      details: { runs: [{ flag: 'f', environment: 'development', version: 1 }] },
    })
    await db.updateTable('run').set({ state: 'ended', endedAt: new Date() }).where('id', '=', id).execute()
    expect((await archiveMetric(team.editor, { metric: 'used' })).archivedAt).not.toBeNull()
    expect(await getMetric(team.viewer, { metric: 'used' })).toMatchObject({ usedBy: [{ isOpen: false, version: 1 }] })
    expect(await edited('used', buyers)).toMatchObject({ version: 1, archivedAt: null })
    expect(await refusalOf(archiveMetric(team.editor, { metric: 'nothing' }))).toMatchObject({
      code: 'metric/not-found',
    })
  })
})

describe('an event that a metric reads', () => {
  it('is neither archived nor declared without what the metric asks for', async () => {
    const value = { unit: '€' }
    await declare(team.editor, 'refund', { value, properties: { plan: ['free'] } })
    await made('refunds', {
      kind: 'sum',
      of: { event: 'refund', where: { attribute: 'plan', operator: 'is', values: ['free'] } },
    })
    const uses = { code: 'event/in-use', details: { metrics: ['refunds'] } }
    expect(await refusalOf(archiveEvent(team.editor, { event: 'refund' }))).toMatchObject(uses)
    expect(await refusalOf(declare(team.editor, 'refund', { value }))).toMatchObject(uses)
    expect(await refusalOf(declare(team.editor, 'refund', { properties: { plan: ['free'] } }))).toMatchObject(uses)
    await declare(team.editor, 'refund', { value, properties: { plan: ['free', 'gold'] } })
    await archiveMetric(team.editor, { metric: 'refunds' })
    expect((await archiveEvent(team.editor, { event: 'refund' })).archivedAt).not.toBeNull()
  })
})
