import type { ApprovalOracle } from './approval-oracle.ts'
import type { ApprovalActor, World } from './approval-world.ts'
import type { Random } from './random.ts'
import { smallFlags } from './random-documents.ts'

/** The context of a random action: the world, the random generator, the actor, the oracle, and all actions. */
export type ActContext = {
  world: World
  random: Random
  who: ApprovalActor
  oracle: ApprovalOracle
  acts: readonly { times: number; act: ApprovalAct }[]
}
export type ApprovalAct = (it: ActContext) => Promise<unknown>

export const project = ({ key }: World) => ({ project: key })
export const randomEnvironment = ({ world, random }: Pick<ActContext, 'world' | 'random'>) =>
  random.one(world.environments)
export const flagKeys = [...smallFlags, 'new']

/** Runs another random action with some probability. It may be rejected. */
export async function maybeRunOtherAct(it: ActContext, times: number): Promise<void> {
  if (it.random.once(times))
    await it.random
      .one(it.acts)
      .act(it)
      .catch(() => undefined)
}

/** Takes a change through its lifecycle, by users with and without permission, with other actions in between. */
export async function completeChange(it: ActContext, change: number): Promise<void> {
  const reviewers = it.world.requires.get('staging') === 2 ? [1, 2] : [1]
  for (const _ of reviewers) {
    const { everyone } = it.world
    const may = everyone.filter(({ name }) => name !== it.who.name && ['Ada', 'Adam', 'Pia', 'Paul'].includes(name))
    const reviewer = it.random.one(it.random.once(4) ? everyone : may)
    await maybeRunOtherAct(it, 4)
    const seen = await reviewer.api.changes.get({ ...project(it.world), change })
    await reviewer.api.changes.approve({ ...project(it.world), change, version: seen.version })
    await it.oracle.approved(change, reviewer, seen.entries)
  }
  await maybeRunOtherAct(it, 3)
  await it.who.api.changes.applyNow({ ...project(it.world), change })
}

/** Requests a review of a change that an action saved, then carries it on. */
export async function completeNewChange(it: ActContext, change: number): Promise<void> {
  it.oracle.wrote(change, it.who)
  await it.who.api.changes.requestReview({ ...project(it.world), change })
  await completeChange(it, change)
}
