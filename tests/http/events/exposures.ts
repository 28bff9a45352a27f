import { describe, expect, it } from 'vitest'
import { until } from '../world.ts'
import { aBatch, aRun, query, reasons, told, unitsIn } from './two-servers.ts'

describe('an exposure', () => {
  const exposures = () =>
    query<{ unit: string; arm: number; first_at: Date }>('select * from exposure order by first_at')

  it('is kept at its first time, once for a unit, whatever order it is told in', async () => {
    const [unit = ''] = unitsIn('on', 3).slice(2)
    const others = new Set((await exposures()).map((row) => row.unit))
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    await told(
      aBatch(
        [],
        [
          { unit, variant: 'on', at: at(5) },
          { unit, variant: 'on', at: at(4) },
        ],
      ),
    )
    await told(aBatch([], [{ unit, variant: 'on', at: at(9) }]))
    await told(aBatch([], [{ unit, variant: 'on', at: at(1) }]))
    const rows = (await exposures()).filter((row) => !others.has(row.unit))
    expect(rows.map(({ arm: place }) => place)).toEqual([0])
    expect(Date.now() - (rows[0]?.first_at.getTime() ?? 0)).toBeGreaterThan(8 * 60_000)
    expect(JSON.stringify(rows)).not.toContain(unit)
  })

  it('is refused where the arm is another than the unit has, or the run is not there', async () => {
    const [unit = ''] = unitsIn('off', 1)
    await aRun(2, 'checkout', new Date(Date.now() - 60_000).toISOString())
    await until(
      async () => reasons(await told(aBatch([], [{ unit, run: 2, variant: 'off' }])))['ended-run'] === 1,
      'run 2',
    )
    const receipt = await told(
      aBatch(
        [],
        [
          { unit, variant: 'on' },
          { unit, variant: 'other' },
          { unit, variant: 'off', by: 'companyId' },
          { unit, run: 99, variant: 'off' },
          { unit, variant: 'off' },
        ],
      ),
    )
    expect(receipt.accepted).toBe(1)
    expect(reasons(receipt)).toEqual({ mismatched: 3, 'unknown-run': 1 })
  })
})
