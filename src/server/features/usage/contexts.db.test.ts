import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aProject, inEnvironment } from '../../../../tests/support/people.ts'
import {
  RecentContextsInput,
  type SampledContext,
  TelemetryReport,
} from '../../../shared/features/usage/schemas/telemetry.ts'
import { limits } from '../../../shared/limits.ts'
import type { EnvironmentCtx, ProjectCtx } from '../../platform/kernel/ctx.ts'
import { editEnvironment } from '../environments/edit-environment.ts'
import { deleteContextsBefore, upsertContexts } from './context-queries.ts'
import { recentContexts } from './recent-contexts.ts'
import { recordTelemetry } from './record-telemetry.ts'

const { db } = await testDatabase()
const at = '2026-11-20T12:00:00.000Z'
const report = (...contexts: SampledContext[]) =>
  TelemetryReport.parse({ instance: 'i', sdk: 's', from: at, to: at, counts: [], dropped: 0, contexts })
const sample = async (project: ProjectCtx, sampling: boolean): Promise<EnvironmentCtx> => {
  const environment = await inEnvironment(project)
  await editEnvironment(environment, {
    project: project.project.key,
    environment: environment.environment.key,
    sampling,
  })
  return environment
}
const seen = async (environment: EnvironmentCtx) => {
  const { project, key } = { project: environment.project.key, key: environment.environment.key }
  const { contexts } = await recentContexts(environment, RecentContextsInput.parse({ project, environment: key }))
  return contexts.map(({ context }) => context)
}
const later = (environment: EnvironmentCtx, hours: number) => new Date(environment.now().getTime() + hours * 3_600_000)

describe('contexts that programs send', () => {
  it('are asked for and kept only where the environment samples', async () => {
    const { project } = await aProject(db)
    const environment = await sample(project, false)
    const { id } = environment.environment
    expect(await recordTelemetry(db, environment.now(), id, report({ country: 'NO' }))).toEqual({
      accepted: 0,
      sampling: null,
    })
    expect(await seen(environment)).toEqual([])
    await sample(project, true)
    const receipt = await recordTelemetry(db, environment.now(), id, report({ country: 'NO' }))
    expect(receipt.sampling).toEqual({ contexts: limits.sampledContexts, without: [] })
    expect(await seen(environment)).toEqual([{ country: 'NO' }])
  })

  it('are kept once each, the last seen first, and a day at most', async () => {
    const { project } = await aProject(db)
    const environment = await sample(project, true)
    const { id } = environment.environment
    const old = later(environment, -23.9)
    await recordTelemetry(db, old, id, report({ targetingKey: 'a' }, { targetingKey: 'b' }))
    await recordTelemetry(db, environment.now(), id, report({ targetingKey: 'c' }))
    await recordTelemetry(db, later(environment, 0.05), id, report({ targetingKey: 'a' }))
    expect(await seen(environment)).toEqual([{ targetingKey: 'a' }, { targetingKey: 'c' }, { targetingKey: 'b' }])
    await recordTelemetry(db, later(environment, 0.2), id, report({ targetingKey: 'a' }))
    expect(await seen(environment)).toEqual([{ targetingKey: 'a' }, { targetingKey: 'c' }])
  })

  it('are forgotten beyond a number, the oldest first', async () => {
    const { project } = await aProject(db)
    const environment = await sample(project, true)
    const { id } = environment.environment
    for (let i = 0; i < 6; i += 1) await upsertContexts(db, id, [{ i }], later(environment, -i))
    await deleteContextsBefore(db, id, later(environment, -24), 4)
    expect(await seen(environment)).toEqual([{ i: 0 }, { i: 1 }, { i: 2 }, { i: 3 }])
  })

  it('are refused when they are too long', () => {
    expect(() => report({ text: 'x'.repeat(limits.sampledContextCharacters) })).toThrow(/too long/)
  })
})
