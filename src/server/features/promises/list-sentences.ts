import type { WrittenPromise } from '../../../shared/features/promises/schemas/promise.ts'
import { promiseSentence } from '../../../shared/text/promise/promise-sentence.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { invariantsOf } from './queries.ts'

/** Lists the project's promises as text, without proving them. The project's own come before the examples of flags. */
export const listSentences = async ({ db, project }: ProjectCtx): Promise<WrittenPromise[]> =>
  (await invariantsOf(db, project)).map(({ key, name, statement, environments, force, why, flag }) => ({
    ...{ key, name, sentence: promiseSentence(statement), environments, force, why, flag },
  }))
