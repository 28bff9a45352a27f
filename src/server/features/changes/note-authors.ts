import { personIdOf } from '../../platform/kernel/actor.ts'
import { holdersOf } from '../access/keys/token-queries.ts'
import { insertAuthors } from './queries.ts'
import type { ActCtx } from './transition.ts'

/** Notes that the caller wrote some of a change: they themselves, or whoever made or holds the service token they act by. */
export async function noteAuthors({ db, actor }: Pick<ActCtx, 'db' | 'actor'>, changeId: string): Promise<void> {
  const person = personIdOf(actor)
  const people = person === null && actor.kind === 'token' ? await holdersOf(db, actor.id) : [person]
  await insertAuthors(
    db,
    changeId,
    people.filter((one) => one !== null),
  )
}
