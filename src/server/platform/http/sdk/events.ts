import type { FastifyInstance } from 'fastify'
import type { ProgramEvents, TrackBatch, TrackReceipt } from '../../../../shared/features/usage/schemas/tracked.ts'
import { limits } from '../../../../shared/limits.ts'
import { type BatchSender, rowsOf } from '../../../features/usage/intake.ts'
import type { ProgramServices } from '../services.ts'
import { readBatch } from './read-batch.ts'
import { relayedVia } from './relayed.ts'
import { sdkIngestRoute } from './sdk-ingest-route.ts'
import { serverKey } from './server-key.ts'

const eventsIngestRoute = { path: '/sdk/v1/events', bodyBytes: limits.telemetryBodyBytes, bytesPerUnit: 16 * 1024 }

/**
 * `POST /sdk/v1/events`: stores a batch of events and exposures. Responds after it is stored, with the same response
 * for a repeated batch. `GET`: the declared events, for `fanion pull`.
 */
export function eventsRoute(app: FastifyInstance, services: ProgramServices): void {
  const { gates, metrics, proxies, now } = services
  app.get(eventsIngestRoute.path, async (request, reply): Promise<ProgramEvents> => {
    const holder = await serverKey(services, request)
    void reply.header('cache-control', 'private, no-cache')
    return services.notes.events(holder)
  })

  const kept = async (sender: BatchSender, batch: TrackBatch): Promise<TrackReceipt> => {
    const receipt = await services.reports.events(sender, batch)
    metrics.tracked(receipt)
    return receipt
  }

  sdkIngestRoute(app, services, eventsIngestRoute, async (holder, request) => {
    const batch = readBatch(request.body)
    const { environmentId, kind, keyId } = holder
    const way = kind === 'client' ? kind : (relayedVia(holder, request.headers) ?? 'server')
    if (way !== 'client') return kept({ environmentId, via: way, sees: () => true }, batch)
    if (kind === 'client') {
      gates.rowsOfAddress.take(proxies.networkOf(request.raw), now().getTime(), rowsOf(batch))
      gates.rowsOfKey.take(keyId, now().getTime(), rowsOf(batch))
    }
    const { flags } = (await services.states.get(environmentId)).datafile
    const sees = (flag: string) => Object.hasOwn(flags, flag) && flags[flag]?.visibleToClients === true
    return kept({ environmentId, via: 'client', sees }, batch)
  })
}
