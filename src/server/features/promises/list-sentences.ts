import type { WrittenPromise } from '../../../shared/features/promises/schemas/promise.ts'
import { promiseSentence } from '../../../shared/text/promise/promise-sentence.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { promisesOf } from './queries.ts'

/** What the project promises, as it is written, its own promises before the examples of flags; nothing is proven. */
export const listSentences = async ({ db, project }: ProjectCtx): Promise<WrittenPromise[]> =>
  (await promisesOf(db, project)).map(({ key, name, statement, environments, force, why, flag }) => ({
    ...{ key, name, sentence: promiseSentence(statement), environments, force, why, flag },
  }))
