import type { FlagPromise } from '../../../shared/features/promises/schemas/promise.ts'
import { promiseSentence } from '../../../shared/text/promise/promise-sentence.ts'
import type { InvariantRow } from './queries.ts'

export const invariantView = (
  { key, name, statement, environments, force, why, flag, ownerId, ownerName, createdAt }: InvariantRow,
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
export const editableInvariantFields = ({
  name,
  statement,
  environments,
  force,
  why,
  flag,
}: Omit<InvariantRow, 'id'>) => ({
  name,
  sentence: promiseSentence(statement),
  environments,
  force,
  why,
  flag,
})
