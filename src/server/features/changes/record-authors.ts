import { personIdOf } from '../../platform/kernel/actor.ts'
import { membersWhoSawToken } from '../access/keys/token-queries.ts'
import { insertAuthors } from './queries.ts'
import type { ActCtx } from './transition.ts'

/** Records the caller as an author of a change: their account or, for a service token, all accounts that hold it. */
export async function recordAuthors({ db, actor }: Pick<ActCtx, 'db' | 'actor'>, changeId: string): Promise<void> {
  const person = personIdOf(actor)
  const people = person === null && actor.kind === 'token' ? await membersWhoSawToken(db, actor.id) : [person]
  await insertAuthors(
    db,
    changeId,
    people.filter((one) => one !== null),
  )
}
