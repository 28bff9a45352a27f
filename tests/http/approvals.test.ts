import { describe, expect, it } from 'vitest'
import { FanionError } from '../../src/shared/errors/fanion-error.ts'
import { acts } from '../support/approval-acts.ts'
import { ApprovalOracle } from '../support/approval-oracle.ts'
import { type ApprovalActor, aWorld } from '../support/approval-world.ts'
import { testDatabase } from '../support/database.ts'
import { randomOf } from '../support/random.ts'
import { draws, suiteSeed } from '../support/seed.ts'

/** Histories of the whole server. The decision alone is tested with 10,000 histories (`publish-effect.test.ts`). */
const histories = draws(7)
const actsEach = 40

describe('an environment that requires approvals', async () => {
  const { db } = await testDatabase(5)

  it(
    'answers otherwise only by an approval, by the way back, by an off switch or by a bypass',
    async () => {
      const total = { done: 0, refused: 0, approved: 0, 'way back': 0, off: 0, bypassed: 0, step: 0, undone: 0 }
      const bag = acts.flatMap(({ times, act }) => Array.from({ length: times }, () => act))
      for (let history = 0; history < histories; history += 1) {
        const random = randomOf(suiteSeed + history)
        const world = await aWorld(db, random)
        const oracle = new ApprovalOracle(world)
        await oracle.begin()
        for (let step = 0; step < actsEach; step += 1) {
          // Mostly actors with permissions there.
          const who = random.one(random.once(4) ? world.everyone : world.everyone.filter(mayDoMuch))
          try {
            await random.one(bag)({ world, random, who, oracle, acts })
            total.done += 1
          } catch (error) {
            if (!isRefusal(error)) throw new Error(`seed ${suiteSeed + history}, step ${step}`, { cause: error })
            total.refused += 1
          }
          await oracle.trace().catch((error: unknown) => {
            throw new Error(`seed ${suiteSeed + history}, step ${step}, ${who.name}: ${String(error)}`, {
              cause: error,
            })
          })
        }
        for (const [how, count] of Object.entries(oracle.counts)) total[how as keyof typeof oracle.counts] += count
      }
      console.log(`${histories} histories: ${JSON.stringify(total)}`)
      // The histories are meaningful only if each common path occurred.
      const { done, refused, approved, off, 'way back': back } = total
      for (const count of [done, refused, approved, off, back]) expect(count).toBeGreaterThan(0)
    },
    histories * 40_000,
  )
})

const mayDoMuch = ({ name }: ApprovalActor) => !['Vera', 'Stan', 'Eda', 'Eda’s agent', 'stranger'].includes(name)

/** Whether an error is one of the catalogue's, or says that there was nothing to act on. */
const isRefusal = (error: unknown): boolean => {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (cause instanceof FanionError) return !cause.code.startsWith('server/')
  return error instanceof Error && error.message === 'nothing to choose from'
}
