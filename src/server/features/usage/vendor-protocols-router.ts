import { z } from 'zod'
import { InEnvironment } from '../../../shared/features/projects/schemas/project.ts'
import {
  Agreement,
  AgreementExample,
  AgreementExamplesInput,
} from '../../../shared/features/usage/schemas/comparison.ts'
import {
  FlagFormatSupport,
  FlagFormatsInput,
  FormatsInUse,
  VendorSdkReader,
} from '../../../shared/features/usage/schemas/vendor-protocol.ts'
import { formatSupportOf } from '../../../shared/vendors/exporting/format-support-of.ts'
import { formatNames, formats } from '../../../shared/vendors/exporting/formats.ts'
import { isDeclared } from '../../../shared/vendors/exporting/proviso.ts'
import { cureText, provisoText, reasonText } from '../../../shared/vendors/exporting/words.ts'
import { environmentProcedure } from '../../platform/http/trpc/procedures.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { attributesOfEnvironment } from '../attributes/queries.ts'
import { getFlag } from '../flags/get-flag.ts'
import { formatsRead } from '../publishing/reader-queries.ts'
import { listExamples } from './list-examples.ts'
import { readAgreement } from './read-agreement.ts'

/** Access to an environment by SDKs of other systems. */
export const vendorProtocolsRouter = t.router({
  /**
   * Whether each system's SDKs can evaluate a flag and, if not, why. Empty if this server does not have the flag in its
   * datafile yet.
   */
  ofFlag: environmentProcedure('project.read')
    .input(FlagFormatsInput)
    .output(z.array(FlagFormatSupport))
    .query(async ({ ctx, input }) => {
      await getFlag(ctx, input.flag)
      const datafile = await ctx.datafileOf(ctx.environment.id)
      if (!Object.hasOwn(datafile.flags, input.flag)) return []
      const declared = await attributesOfEnvironment(ctx.db, ctx.environment.id)
      const types = Object.fromEntries(declared.map(({ name, type }) => [name, type]))
      const used = new Set(ctx.readersOf(ctx.environment.id).map(({ reader }) => reader.format))
      return formatNames.map((format): FlagFormatSupport => {
        const reading = formatSupportOf(formats[format], datafile, input.flag)
        const base = { format, used: used.has(format) }
        if ('because' in reading) {
          const { because } = reading
          return { ...base, readable: false, provided: [], because: reasonText(because), cure: cureText(because) }
        }
        const open = reading.provisos.filter((proviso) => !isDeclared(proviso, types))
        return { ...base, readable: true, provided: open.map(provisoText), because: null, cure: null }
      })
    }),

  /** The systems whose SDKs recently read rules of an environment. */
  formats: environmentProcedure('project.read')
    .input(InEnvironment)
    .output(FormatsInUse)
    .query(async ({ ctx }) => ({
      formats: await formatsRead(ctx.db, ctx.environment, ctx.now()),
      held: ctx.project.protectReaders,
    })),

  /** Programs that read an environment with another system's SDK, as seen by this server since it started. */
  ofEnvironment: environmentProcedure('project.read')
    .input(InEnvironment)
    .output(z.array(VendorSdkReader))
    .query(({ ctx }) =>
      ctx.readersOf(ctx.environment.id).map(
        ({ reader, at }): VendorSdkReader => ({
          format: reader.format,
          sdk: reader.sdk,
          app: reader.app,
          lastSeenAt: at.toISOString(),
        }),
      ),
    ),

  /** How often both systems agreed recently in programs that compare them, per flag. */
  agreement: environmentProcedure('project.read')
    .input(InEnvironment)
    .output(Agreement)
    .query(({ ctx }) => readAgreement(ctx)),

  /** Contexts for which the two systems evaluated a flag differently. */
  examples: environmentProcedure('playground.evaluate')
    .input(AgreementExamplesInput)
    .output(z.array(AgreementExample))
    .query(async ({ ctx, input }) => {
      await getFlag(ctx, input.flag)
      return listExamples(ctx, input.flag)
    }),
})
