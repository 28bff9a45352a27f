import type { z } from 'zod'
import type {
  LastActiveState,
  TouchedPromise,
  TouchedPromisesInput,
} from '../../../shared/features/promises/schemas/promise.ts'
import type { Datafile } from '../../../shared/schemas/datafile.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { datafileOf } from '../publishing/check-invariants.ts'
import { invariantDataOfSubjects } from '../publishing/invariant-queries.ts'
import { invariantsBrokenSince } from '../publishing/last-active-queries.ts'
import { flagsTurnedOn, lastActiveStates } from '../publishing/last-active-state.ts'

/**
 * Returns the promises that a publish of the given subjects must keep, with the documents that their proofs read: the
 * current ones, and those from when flags that are off were last on. Clients use them to prove a draft before it is
 * published.
 */
export async function listTouchedInvariants(
  { db, environment, project }: EnvironmentCtx,
  { subjects, named }: z.output<typeof TouchedPromisesInput>,
): Promise<{ promises: TouchedPromise[]; before: Datafile; lastOn: LastActiveState[] }> {
  const { promises, places } = await invariantDataOfSubjects(db, environment, subjects, [...subjects, ...named])
  const names = { project: project.key, environment: environment.key }
  if (promises.length === 0) return { promises: [], before: datafileOf(names, []), lastOn: [] }
  const earlier: LastActiveState[] = []
  for (const { number, flags, places: then } of await lastActiveStates(
    db,
    environment,
    flagsTurnedOn(subjects, places),
    places,
  )) {
    const knowingly = [...(await invariantsBrokenSince(db, environment, number))]
    earlier.push({ flags: [...flags], knowingly, before: datafileOf(names, then) })
  }
  return { promises: [...promises], before: datafileOf(names, places), lastOn: earlier }
}
