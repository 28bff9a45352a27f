import { z } from 'zod'
import {
  BeginDeviceInput,
  BegunDevice,
  DeviceCode,
  PolledDevice,
  ShownDevice,
  UserCode,
} from '../../../shared/schemas/device.ts'
import { approve } from '../../domain/devices/approve.ts'
import { begin } from '../../domain/devices/begin.ts'
import { deny } from '../../domain/devices/deny.ts'
import { poll } from '../../domain/devices/poll.ts'
import { show } from '../../domain/devices/show.ts'
import { anyone, confirmed, someone } from './may.ts'
import { t } from './trpc.ts'

const OneDevice = z.strictObject({ userCode: UserCode })

/** How a program without a browser gets a token: it begins and polls, a person looks and decides (RFC 8628). */
export const devicesRouter = t.router({
  begin: anyone
    .input(BeginDeviceInput)
    .output(BegunDevice)
    .mutation(({ ctx, input }) => begin(ctx, input)),
  poll: anyone
    .input(z.strictObject({ deviceCode: DeviceCode }))
    .output(PolledDevice)
    .mutation(({ ctx, input }) => poll(ctx, input)),
  /** A mutation, because looking counts as an attempt. */
  show: someone
    .input(OneDevice)
    .output(ShownDevice)
    .mutation(({ ctx, input }) => show(ctx, input)),
  approve: someone
    .use(confirmed)
    .input(OneDevice)
    .output(z.strictObject({ state: z.literal('approved') }))
    .mutation(({ ctx, input }) => approve(ctx, input)),
  deny: someone
    .input(OneDevice)
    .output(z.strictObject({ state: z.literal('denied') }))
    .mutation(({ ctx, input }) => deny(ctx, input)),
})
