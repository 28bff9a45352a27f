import type { z } from 'zod'
import type { LastOn, TouchedPromise, TouchedPromisesInput } from '../../../shared/features/promises/schemas/promise.ts'
import type { Datafile } from '../../../shared/schemas/datafile.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { datafileOf } from '../publishing/check-promises.ts'
import { groundAround } from '../publishing/promise-queries.ts'
import { lastOn, turnedOn } from '../publishing/turned-on.ts'
import { brokenSince } from '../publishing/turned-on-queries.ts'

/**
 * Returns the promises that a publish of the given subjects must keep, with the documents that their proofs read: the
 * current ones, and those from when flags that are off were last on. Clients use them to prove a draft before it is
 * published.
 */
export async function touchedPromises(
  { db, environment, project }: EnvironmentCtx,
  { subjects, named }: z.output<typeof TouchedPromisesInput>,
): Promise<{ promises: TouchedPromise[]; before: Datafile; lastOn: LastOn[] }> {
  const { promises, places } = await groundAround(db, environment, subjects, [...subjects, ...named])
  const names = { project: project.key, environment: environment.key }
  if (promises.length === 0) return { promises: [], before: datafileOf(names, []), lastOn: [] }
  const earlier: LastOn[] = []
  for (const { number, flags, places: then } of await lastOn(db, environment, turnedOn(subjects, places), places)) {
    const knowingly = [...(await brokenSince(db, environment, number))]
    earlier.push({ flags: [...flags], knowingly, before: datafileOf(names, then) })
  }
  return { promises: [...promises], before: datafileOf(names, places), lastOn: earlier }
}
