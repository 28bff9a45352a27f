import { z } from 'zod'
import { InProject } from '../../../shared/features/projects/schemas/project.ts'
import {
  CheckedPromise,
  CheckPromiseInput,
  FlagPromise,
  ListPromisesInput,
  PromiseReference,
  SavePromiseInput,
  TouchedPromisesInput,
  WrittenPromise,
} from '../../../shared/features/promises/schemas/promise.ts'
import { mayInEnvironment, mayInProject } from '../../platform/http/trpc/may.ts'
import { touchedOutput } from '../../platform/http/trpc/sliced-output.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { checkPromise } from './check-promise.ts'
import { listPromises } from './list-promises.ts'
import { listSentences } from './list-sentences.ts'
import { removePromise } from './remove-promise.ts'
import { savePromise } from './save-promise.ts'
import { touchedPromises } from './touched-promises.ts'

/** Rules that no publish may break. The procedures check the permission in every environment of a promise. */
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
