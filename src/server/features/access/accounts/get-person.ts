import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { Tx } from '../../../platform/db/pool.ts'
import { lockActiveOwners, lockPerson } from './queries.ts'

/** The person, locked for a change, or `user/not-found`. */
export async function getPerson(tx: Tx, id: string) {
  const person = await lockPerson(tx, id)
  if (!person) throw new FanionError('user/not-found')
  return person
}

/** Refuses with `member/last-owner` when nobody but this person could still sign in as an owner. */
export async function keepAnOwner(tx: Tx, id: string): Promise<void> {
  const owners = await lockActiveOwners(tx)
  if (owners.length === 1 && owners[0] === id) throw new FanionError('member/last-owner')
}
