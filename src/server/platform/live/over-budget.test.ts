import { describe, expect, it } from 'vitest'
import { spentDetail } from '../../../shared/engine/meter.ts'
import type { Outcome } from '../../../shared/engine/outcome.ts'
import { sharedSpentDetail } from '../../../shared/engine/shared-budget.ts'
import { OverBudgetCounts } from './over-budget.ts'

const anOutcome = (flag: string, detail: string | null, errorCode: Outcome['errorCode'] = 'GENERAL') =>
  // The other fields of an outcome don't matter here.
  ({ flag, detail, errorCode }) as Outcome

const watched = () => {
  const warned: unknown[] = []
  const silent = () => undefined
  const log = { info: silent, error: silent, warn: (what: object) => void warned.push(what) }
  return { warned, over: new OverBudgetCounts(log) }
}

describe('evaluations over their budget', () => {
  it('are counted by flag and environment, and told to the log once for each', () => {
    const { over, warned } = watched()
    for (const detail of [spentDetail, sharedSpentDetail, spentDetail]) over.note('e', anOutcome('checkout', detail))
    over.note('f', anOutcome('checkout', spentDetail))
    expect([over.of('e', 'checkout'), over.of('f', 'checkout'), over.of('e', 'hero'), over.total]).toEqual([3, 1, 0, 4])
    expect(warned).toEqual([
      { environmentId: 'e', flag: 'checkout' },
      { environmentId: 'f', flag: 'checkout' },
    ])
  })

  it('are none that failed for another reason, and none that did not fail', () => {
    const { over, warned } = watched()
    over.note('e', anOutcome('checkout', 'the flag is malformed'))
    over.note('e', anOutcome('checkout', spentDetail, null))
    over.note('e', anOutcome('checkout', null))
    expect([over.total, over.of('e', 'checkout'), warned]).toEqual([0, 0, []])
  })

  it('of more than ten thousand flags are known by their total alone; those known are counted on', () => {
    const { over, warned } = watched()
    for (let flag = 0; flag <= 10_000; flag++) over.note('e', anOutcome(`flag-${flag}`, spentDetail))
    over.note('e', anOutcome('flag-3', spentDetail))
    expect([over.total, over.of('e', 'flag-9999'), over.of('e', 'flag-10000'), over.of('e', 'flag-3')]).toEqual([
      10_002, 1, 0, 2,
    ])
    expect(warned).toHaveLength(10_000)
  })
})
