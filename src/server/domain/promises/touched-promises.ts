import type { z } from 'zod'
import type { Datafile } from '../../../shared/schemas/datafile.ts'
import type { TouchedPromise, TouchedPromisesInput } from '../../../shared/schemas/promise.ts'
import type { EnvironmentCtx } from '../../kernel/ctx.ts'
import { datafileOf } from '../revisions/check-promises.ts'
import { groundAround } from '../revisions/promise-queries.ts'

/**
 * The promises that a publish of these subjects would be proven against, and the documents of now that their proofs read:
 * a reader proves them of a draft before it is published.
 */
export async function touchedPromises(
  { db, environment, project }: EnvironmentCtx,
  { subjects, named }: z.output<typeof TouchedPromisesInput>,
): Promise<{ promises: TouchedPromise[]; before: Datafile }> {
  const { promises, places } = await groundAround(db, environment, subjects, [...subjects, ...named])
  const names = { project: project.key, environment: environment.key }
  return { promises: [...promises], before: datafileOf(names, promises.length === 0 ? [] : places) }
}
