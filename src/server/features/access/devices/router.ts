import { z } from 'zod'
import {
  BeginDeviceInput,
  BegunDevice,
  DeviceCode,
  PolledDevice,
  ShownDevice,
  UserCode,
} from '../../../../shared/features/access/schemas/device.ts'
import { publicProcedure, requireConfirmedSession, signedInProcedure } from '../../../platform/http/trpc/procedures.ts'
import { t } from '../../../platform/http/trpc/trpc.ts'
import { beginDeviceRequest } from './begin-device-request.ts'
import { approveDevice, denyDevice } from './decide-device.ts'
import { pollDevice } from './poll-device.ts'
import { showDeviceRequest } from './show-device-request.ts'

const OneDevice = z.strictObject({ userCode: UserCode })

/**
 * Device authorization for programs without a browser (RFC 8628): the program begins and polls, a signed-in user
 * decides.
 */
export const devicesRouter = t.router({
  begin: publicProcedure
    .input(BeginDeviceInput)
    .output(BegunDevice)
    .mutation(({ ctx, input }) => beginDeviceRequest(ctx, input)),
  poll: publicProcedure
    .input(z.strictObject({ deviceCode: DeviceCode }))
    .output(PolledDevice)
    .mutation(({ ctx, input }) => pollDevice(ctx, input)),
  /** A mutation, because reading counts as an attempt. */
  show: signedInProcedure
    .input(OneDevice)
    .output(ShownDevice)
    .mutation(({ ctx, input }) => showDeviceRequest(ctx, input)),
  approve: signedInProcedure
    .use(requireConfirmedSession)
    .input(OneDevice)
    .output(z.strictObject({ state: z.literal('approved') }))
    .mutation(({ ctx, input }) => approveDevice(ctx, input)),
  deny: signedInProcedure
    .input(OneDevice)
    .output(z.strictObject({ state: z.literal('denied') }))
    .mutation(({ ctx, input }) => denyDevice(ctx, input)),
})
