import { z } from 'zod'
import {
  ConnectedApplication,
  CreatedSdkKey,
  CreateSdkKeyInput,
  RotateSdkKeyInput,
  SdkKey,
  SdkKeyReference,
  SetOriginsInput,
} from '../../../../shared/features/access/schemas/sdk-key.ts'
import { InProject } from '../../../../shared/features/projects/schemas/project.ts'
import {
  environmentProcedure,
  projectProcedure,
  requireConfirmedSession,
} from '../../../platform/http/trpc/procedures.ts'
import { t } from '../../../platform/http/trpc/trpc.ts'
import { connectedApplications } from './connected-applications.ts'
import { createKey } from './create-key.ts'
import { listKeys } from './list-keys.ts'
import { withGrowthBookConnection } from './payload-key.ts'
import { revokeSdkKey } from './revoke-sdk-key.ts'
import { rotateKey } from './rotate-key.ts'
import { setOrigins } from './set-origins.ts'

export const keysRouter = t.router({
  list: projectProcedure('key.read')
    .input(InProject)
    .output(z.array(SdkKey))
    .query(({ ctx }) => listKeys(ctx)),
  create: environmentProcedure('key.edit')
    .use(requireConfirmedSession)
    .input(CreateSdkKeyInput)
    .output(CreatedSdkKey)
    .mutation(async ({ ctx, input }) => withGrowthBookConnection(ctx.vault, await createKey(ctx, input))),
  rotate: projectProcedure('key.edit')
    .use(requireConfirmedSession)
    .input(RotateSdkKeyInput)
    .output(CreatedSdkKey)
    .mutation(async ({ ctx, input }) => withGrowthBookConnection(ctx.vault, await rotateKey(ctx, input))),
  setOrigins: projectProcedure('key.edit')
    .use(requireConfirmedSession)
    .input(SetOriginsInput)
    .output(SdkKey)
    .mutation(({ ctx, input }) => setOrigins(ctx, input)),
  /** Number of programs connected to this server, by key id. */
  connected: projectProcedure('key.read')
    .input(InProject)
    .output(z.record(z.string(), z.int()))
    .query(async ({ ctx }) => {
      const streams = ctx.streamsByKey()
      return Object.fromEntries((await listKeys(ctx)).map(({ id }) => [id, streams.get(id) ?? 0]))
    }),
  /** Applications connected to this server, by the revision they have received. */
  applications: projectProcedure('project.read')
    .input(InProject)
    .output(z.array(ConnectedApplication))
    .query(({ ctx }) => connectedApplications(ctx, ctx.streamsAt)),
  revoke: projectProcedure('key.edit')
    .input(SdkKeyReference)
    .output(SdkKey)
    .mutation(({ ctx, input }) => revokeSdkKey(ctx, input)),
})
