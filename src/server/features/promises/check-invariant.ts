import type { z } from 'zod'
import type { CheckedPromise, CheckPromiseInput } from '../../../shared/features/promises/schemas/promise.ts'
import { promiseSentence } from '../../../shared/text/promise/promise-sentence.ts'
import { type ProjectCtx, proverOf } from '../../platform/kernel/ctx.ts'
import { withProofs } from '../../platform/threads/patterns/with-proofs.ts'
import { invariantStatesIn, readEnvironmentDatafiles } from './invariant-states.ts'
import { checkStatement, readStatement } from './read-statement.ts'
import { requireEnvironments } from './require-environments.ts'

type Input = Omit<z.output<typeof CheckPromiseInput>, 'project'>

/** Returns the state that a sentence would have as a promise in each environment. Stores nothing. */
export async function checkInvariant(ctx: ProjectCtx, input: Input): Promise<CheckedPromise> {
  const statement = readStatement(input.sentence)
  const grounds = await readEnvironmentDatafiles(ctx, await requireEnvironments(ctx, input.environments))
  const datafiles = grounds.map(({ datafile }) => datafile)
  await withProofs(proverOf(ctx), async () => checkStatement(statement, datafiles))
  return { statement, sentence: promiseSentence(statement), states: await invariantStatesIn(ctx, statement, grounds) }
}
