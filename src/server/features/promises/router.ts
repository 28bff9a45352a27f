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
import { environmentProcedure, projectProcedure } from '../../platform/http/trpc/procedures.ts'
import { touchedOutput } from '../../platform/http/trpc/sliced-output.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { checkInvariant } from './check-invariant.ts'
import { listInvariants } from './list-invariants.ts'
import { listSentences } from './list-sentences.ts'
import { listTouchedInvariants } from './list-touched-invariants.ts'
import { removeInvariant } from './remove-invariant.ts'
import { saveInvariant } from './save-invariant.ts'

/** Rules that no publish may break. The procedures check the permission in every environment of a promise. */
export const promisesRouter = t.router({
  list: projectProcedure('project.read')
    .input(ListPromisesInput)
    .output(z.array(FlagPromise))
    .query(({ ctx, input }) => listInvariants(ctx, input)),
  sentences: projectProcedure('project.read')
    .input(InProject)
    .output(z.array(WrittenPromise))
    .query(({ ctx }) => listSentences(ctx)),
  check: projectProcedure('project.read')
    .input(CheckPromiseInput)
    .output(CheckedPromise)
    .query(({ ctx, input }) => checkInvariant(ctx, input)),
  touched: environmentProcedure('project.read')
    .input(TouchedPromisesInput)
    .output(touchedOutput)
    .query(({ ctx, input }) => listTouchedInvariants(ctx, input)),
  save: projectProcedure('flag.edit')
    .input(SavePromiseInput)
    .output(FlagPromise)
    .mutation(({ ctx, input }) => saveInvariant(ctx, input)),
  remove: projectProcedure('flag.edit')
    .input(PromiseReference)
    .output(FlagPromise)
    .mutation(({ ctx, input }) => removeInvariant(ctx, input)),
})
