import { z } from 'zod'
import { InProject } from '../../../shared/schemas/project.ts'
import {
  CreatedSdkKey,
  CreateSdkKeyInput,
  RotateSdkKeyInput,
  SdkKey,
  SdkKeyReference,
} from '../../../shared/schemas/sdk-key.ts'
import { create } from '../../domain/keys/create.ts'
import { list } from '../../domain/keys/list.ts'
import { revoke } from '../../domain/keys/revoke.ts'
import { rotate } from '../../domain/keys/rotate.ts'
import { confirmed, mayInEnvironment, mayInProject } from './may.ts'
import { t } from './trpc.ts'

export const keysRouter = t.router({
  list: mayInProject('key.read')
    .input(InProject)
    .output(z.array(SdkKey))
    .query(({ ctx }) => list(ctx)),
  create: mayInEnvironment('key.edit')
    .use(confirmed)
    .input(CreateSdkKeyInput)
    .output(CreatedSdkKey)
    .mutation(({ ctx, input }) => create(ctx, input)),
  rotate: mayInProject('key.edit')
    .use(confirmed)
    .input(RotateSdkKeyInput)
    .output(CreatedSdkKey)
    .mutation(({ ctx, input }) => rotate(ctx, input)),
  revoke: mayInProject('key.edit')
    .input(SdkKeyReference)
    .output(SdkKey)
    .mutation(({ ctx, input }) => revoke(ctx, input)),
})
