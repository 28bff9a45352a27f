import { z } from 'zod'
import { InProject } from '../../../shared/schemas/project.ts'
import {
  CheckedPromise,
  CheckPromiseInput,
  FlagPromise,
  ListPromisesInput,
  PromiseReference,
  SavePromiseInput,
  TouchedPromisesInput,
  WrittenPromise,
} from '../../../shared/schemas/promise.ts'
import { checkPromise } from '../../domain/promises/check-promise.ts'
import { listPromises } from '../../domain/promises/list-promises.ts'
import { listSentences } from '../../domain/promises/list-sentences.ts'
import { removePromise } from '../../domain/promises/remove-promise.ts'
import { savePromise } from '../../domain/promises/save-promise.ts'
import { touchedPromises } from '../../domain/promises/touched-promises.ts'
import { mayInEnvironment, mayInProject } from './may.ts'
import { touchedOutput } from './sliced-output.ts'
import { t } from './trpc.ts'

/** What no publish may break; the verbs ask for the right in every environment that a promise holds in. */
export const promisesRouter = t.router({
  list: mayInProject('project.read')
    .input(ListPromisesInput)
    .output(z.array(FlagPromise))
    .query(({ ctx, input }) => listPromises(ctx, input)),
  sentences: mayInProject('project.read')
    .input(InProject)
    .output(z.array(WrittenPromise))
    .query(({ ctx }) => listSentences(ctx)),
  check: mayInProject('project.read')
    .input(CheckPromiseInput)
    .output(CheckedPromise)
    .query(({ ctx, input }) => checkPromise(ctx, input)),
  touched: mayInEnvironment('project.read')
    .input(TouchedPromisesInput)
    .output(touchedOutput)
    .query(({ ctx, input }) => touchedPromises(ctx, input)),
  save: mayInProject('flag.edit')
    .input(SavePromiseInput)
    .output(FlagPromise)
    .mutation(({ ctx, input }) => savePromise(ctx, input)),
  remove: mayInProject('flag.edit')
    .input(PromiseReference)
    .output(FlagPromise)
    .mutation(({ ctx, input }) => removePromise(ctx, input)),
})
