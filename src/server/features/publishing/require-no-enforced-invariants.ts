import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { promiseSentence } from '../../../shared/text/promise/promise-sentence.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { enforcedInvariantsNaming } from './invariant-queries.ts'

/**
 * Throws `promise/about` if an enforced promise names one of the given flags. A flag's own examples do not count,
 * because they become inactive with it.
 */
export async function requireNoEnforcedInvariants(
  { db, project }: ProjectCtx,
  flags: readonly string[],
): Promise<void> {
  const found = await enforcedInvariantsNaming(db, project.id, flags)
  const [first] = found
  if (!first) return
  const promises = found.map(({ key, name, statement, about }) => ({
    promise: key,
    name,
    sentence: promiseSentence(statement),
    about,
  }))
  const sentence = `${first.about} can’t be archived: it is promised that ${promiseSentence(first.statement)}. Edit or remove the promise first.`
  throw new FanionError('promise/about', { promises }, sentence)
}
