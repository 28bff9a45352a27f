import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { anExperimentWorld, type SomeExperiment } from '../../../../tests/support/experiment-world.ts'
import { headIn } from '../../../../tests/support/team.ts'
import type { Rule } from '../../../shared/schemas/flag.ts'
import { approveChange } from '../changes/approve-change.ts'
import { proposeShareIncrease } from '../changes/propose-share-increase.ts'
import { applyApproved } from '../changes/publish-change.ts'
import { requestReview } from '../changes/request-review.ts'
import { readExperiment } from './read-experiments.ts'
import { stopExperiment } from './stop-experiment.ts'

const { db } = await testDatabase()
const world = await anExperimentWorld(db, 1)
const { team } = world

/** A running experiment whose start was approved. */
async function approved(setup: object = {}): Promise<SomeExperiment> {
  const proposed = await world.propose(await world.draft(setup))
  await reviewed(proposed.change)
  return proposed
}

/** Publishes a change through an approval. */
async function reviewed(change: number): Promise<void> {
  const { version } = await requestReview(team.ada, { change })
  await approveChange(team.publisher, { project: team.key, change, version, body: '' })
  await applyApproved(team.publisher, { change })
}
const stop = (key: string, how: 'as-before' | 'as-it-is') =>
  stopExperiment(team.publisher, { experiment: key, how, why: '' })
const stateOf = async (key: string) => (await readExperiment(team.ada, { experiment: key })).state

describe('an experiment where approvals are required', () => {
  it('is not stopped to what was put under its rule, which moved nobody when it was approved', async () => {
    const { key, flag, run } = await approved()
    await world.publishes(flag, (document) => ({ ...document, otherwise: { variant: 'on' } }))
    const problem = { code: 'change/approval-required', details: { requiredApprovals: 1, changes: [flag] } }
    await expect(stop(key, 'as-before')).rejects.toMatchObject(problem)
    expect(await stateOf(key)).toBe('running')
    expect((await headIn(team.ada, flag)).document.rules).toMatchObject([{ run }])
    await stop(key, 'as-it-is')
    expect((await headIn(team.ada, flag)).document.rules).toMatchObject([{ id: `run-${run}` }])
  })

  it('is stopped without an approval to what it began on, whatever is published beside it', async () => {
    const { key, flag } = await approved({ share: 50_000 })
    const staff: Rule = {
      ...{ id: 'staff', serve: { variant: 'on' } },
      when: { attribute: 'plan', operator: 'is', values: ['staff'] },
    }
    await world.publishes(flag, (document) => ({ ...document, rules: [staff, ...document.rules] }))
    await stop(key, 'as-before')
    expect((await headIn(team.ada, flag)).document.rules).toEqual([staff])
  })

  it('is stopped without an approval after its share grew by one, but to what was put under its rule', async () => {
    const grown = async (edit?: Parameters<typeof world.publishes>[1]) => {
      const one = await approved({ share: 20_000 })
      if (edit) await world.publishes(one.flag, edit)
      const { base } = await headIn(team.ada, one.flag)
      const share = { experiment: one.key, share: 60_000, base, message: '' }
      await reviewed((await proposeShareIncrease(team.ada, share)).number)
      await world.pass(0)
      expect(await readExperiment(team.ada, { experiment: one.key })).toMatchObject({ setup: { share: 60_000 } })
      return one
    }
    const { key, flag } = await grown()
    await stop(key, 'as-before')
    expect((await headIn(team.ada, flag)).document.rules).toEqual([])
    const other = await grown((document) => ({ ...document, otherwise: { variant: 'on' } }))
    await expect(stop(other.key, 'as-before')).rejects.toMatchObject({ code: 'change/approval-required' })
  })
})
