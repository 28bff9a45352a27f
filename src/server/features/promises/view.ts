import type { FlagPromise } from '../../../shared/features/promises/schemas/promise.ts'
import { promiseSentence } from '../../../shared/text/promise/promise-sentence.ts'
import type { PromiseRow } from './queries.ts'

export const promiseView = (
  { key, name, statement, environments, force, why, flag, ownerId, ownerName, createdAt }: PromiseRow,
  states: FlagPromise['states'],
): FlagPromise => ({
  key,
  name,
  sentence: promiseSentence(statement),
  statement,
  environments,
  force,
  why,
  flag,
  owner: { id: ownerId, name: ownerName },
  createdAt: createdAt.toISOString(),
  states,
})

/** The user-editable fields of a promise, for the audit trail. */
export const decided = ({ name, statement, environments, force, why, flag }: Omit<PromiseRow, 'id'>) => ({
  name,
  sentence: promiseSentence(statement),
  environments,
  force,
  why,
  flag,
})
