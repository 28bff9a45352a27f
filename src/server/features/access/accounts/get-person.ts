import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { Tx } from '../../../platform/db/pool.ts'
import { lockActiveOwners, lockPerson } from './queries.ts'

/** Returns the account, locked for an update, or throws `user/not-found`. */
export async function getPerson(tx: Tx, id: string) {
  const person = await lockPerson(tx, id)
  if (!person) throw new FanionError('user/not-found')
  return person
}

/** Throws `member/last-owner` if this account is the only owner who can still sign in. */
export async function requireAnotherOwner(tx: Tx, id: string): Promise<void> {
  const owners = await lockActiveOwners(tx)
  if (owners.length === 1 && owners[0] === id) throw new FanionError('member/last-owner')
}
