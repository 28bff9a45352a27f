import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aProject, inEnvironment } from '../../../../tests/support/people.ts'
import { limits } from '../../../shared/limits.ts'
import { type Exposure, TelemetryReport } from '../../../shared/schemas/telemetry.ts'
import { recordTelemetry } from './record-telemetry.ts'

const { db } = await testDatabase()
const at = '2026-11-20T12:00:00.000Z'
const now = new Date('2026-11-20T13:00:00.000Z')
const report = (...exposures: Exposure[]) =>
  TelemetryReport.parse({ instance: 'i', sdk: 's', from: at, to: at, counts: [], dropped: 0, exposures })
const shown = (targetingKey: string, variant: string, when = at): Exposure => ({
  flag: 'hero',
  variant,
  targetingKey,
  at: when,
})
const anEnvironment = async () => {
  const { project } = await aProject(db)
  return (await inEnvironment(project)).environment.id
}
const kept = (environmentId: string) =>
  db
    .selectFrom('exposure')
    .select(['flag', 'unit', 'variant', 'firstAt'])
    .where('environmentId', '=', environmentId)
    .orderBy('variant')
    .orderBy('firstAt')
    .execute()

describe('exposures', () => {
  it('are kept once for whom, flag and variant, at the first time, whatever order they come in', async () => {
    const id = await anEnvironment()
    await recordTelemetry(db, now, id, report(shown('ada', 'a', '2026-11-20T12:30:00.000Z'), shown('ada', 'b')))
    await recordTelemetry(db, now, id, report(shown('ada', 'a'), shown('ada', 'a', '2026-11-20T12:40:00.000Z')))
    const rows = await kept(id)
    expect(rows.map(({ variant, firstAt }) => [variant, firstAt.toISOString()])).toEqual([
      ['a', at],
      ['b', at],
    ])
    expect(new Set(rows.map(({ unit }) => unit)).size).toBe(1)
  })

  it('name nobody, and the same person by another digest in another environment', async () => {
    const [one, other] = [await anEnvironment(), await anEnvironment()]
    for (const id of [one, other]) await recordTelemetry(db, now, id, report(shown('ada@example.com', 'a')))
    const units = [...(await kept(one)), ...(await kept(other))].map(({ unit }) => unit)
    expect(units.join()).not.toContain('ada')
    expect(new Set(units).size).toBe(2)
  })

  it('were not seen in the future, and add nothing to counts', async () => {
    const id = await anEnvironment()
    await recordTelemetry(db, now, id, report(shown('ada', 'a', '2031-01-01T00:00:00.000Z')))
    expect((await kept(id))[0]?.firstAt).toEqual(now)
    const counts = await db.selectFrom('evaluationCount').select('flag').where('environmentId', '=', id).execute()
    expect(counts).toEqual([])
  })

  it('are refused over the limit of a report', () => {
    const many = Array.from({ length: limits.exposuresPerReport + 1 }, (_, n) => shown(`u${n}`, 'a'))
    expect(() => report(...many)).toThrow('exposures')
  })
})
