import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '../../../shared/limits.ts'
import type { ProgramEvents, TrackBatch, TrackReceipt } from '../../../shared/schemas/tracked.ts'
import { rowsOf, type Sender } from '../../domain/telemetry/intake.ts'
import { allowOrigin, preflightHeaders, refusalHeaders } from '../allow-origin.ts'
import { bearer } from '../bearer.ts'
import { refuseUnstorable } from '../refuse-unstorable.ts'
import type { ProgramServices } from '../services.ts'
import { readBatch } from './read-batch.ts'
import { relayedWay } from './relayed.ts'
import { serverKey } from './server-key.ts'

const path = '/sdk/v1/events'

/** So many bytes of a batch are a unit of work with a client key. */
const bytesPerUnit = 16 * 1024

/**
 * `POST /sdk/v1/events`: what units were given and did; answered when it is stored, the same for a batch that is known.
 * `GET`: the events that the project declares, for `fanion pull`.
 */
export function eventsRoute(app: FastifyInstance, services: ProgramServices): void {
  const { gates, metrics, proxies, now } = services
  app.addHook('onSend', async ({ url, headers }, reply) => {
    if (url.startsWith(path)) void reply.headers(refusalHeaders(reply.statusCode, headers.origin))
  })
  app.options(path, async ({ headers }, reply) => reply.code(204).headers(preflightHeaders(headers.origin)).send())

  app.get(path, async (request, reply): Promise<ProgramEvents> => {
    const holder = await serverKey(services, request)
    void reply.header('cache-control', 'private, no-cache')
    return services.notes.events(holder)
  })

  /** Looks at the key and at what is left of its budget before a byte of the body is read. */
  const onRequest = async (request: FastifyRequest) => {
    const holder = await services.keyHolder(bearer(request.headers))
    if (holder.kind === 'server') return
    const length = Number(request.headers['content-length'] ?? limits.telemetryBodyBytes)
    const units = 1 + Math.floor(Math.min(length, limits.telemetryBodyBytes) / bytesPerUnit)
    gates.clients.take(proxies.networkOf(request.raw), now().getTime(), units)
    gates.clientKeys.take(holder.keyId, now().getTime(), units)
  }

  const kept = async (sender: Sender, batch: TrackBatch): Promise<TrackReceipt> => {
    const receipt = await services.reports.events(sender, batch)
    metrics.tracked(receipt)
    return receipt
  }

  app.post(path, { bodyLimit: limits.telemetryBodyBytes, onRequest }, async (request, reply) => {
    const holder = await services.keyHolder(bearer(request.headers))
    void reply.headers(allowOrigin(holder, request.headers.origin))
    refuseUnstorable(request.body)
    const batch = readBatch(request.body)
    const { environmentId, kind, keyId } = holder
    const way = kind === 'client' ? kind : (relayedWay(holder, request.headers) ?? 'server')
    if (way !== 'client') return reply.code(202).send(await kept({ environmentId, via: way, sees: () => true }, batch))
    if (kind === 'client') {
      gates.rowsOfAddress.take(proxies.networkOf(request.raw), now().getTime(), rowsOf(batch))
      gates.rowsOfKey.take(keyId, now().getTime(), rowsOf(batch))
    }
    const { flags } = (await services.states.get(environmentId)).datafile
    const sees = (flag: string) => Object.hasOwn(flags, flag) && flags[flag]?.visibleToClients === true
    return reply.code(202).send(await kept({ environmentId, via: 'client', sees }, batch))
  })
}
