import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { limits } from '../../../shared/limits.ts'
import { ldFlag, ldSegment } from '../../../shared/vendors/launchdarkly/export/document.ts'
import type { ProgramServices } from '../../platform/http/services.ts'
import { stateAt } from '../../platform/http/state-at.ts'
import { rulesKey } from '../protocols/key.ts'
import { recordReader } from '../protocols/reader.ts'
import { openVendorStream } from '../protocols/stream.ts'
import { recordVendorCounts } from '../protocols/vendor-counts.ts'
import { launchDarklyClientRoutes } from './client-routes.ts'
import { launchDarklyCounts } from './counts.ts'

/**
 * Serves LaunchDarkly's endpoints: rules for servers by stream and by poll, their event counts, and values for everyone
 * else.
 */
export function launchDarklyRoutes(app: FastifyInstance, services: ProgramServices): void {
  app.get('/launchdarkly/all', { exposeHeadRoute: false }, async (request, reply) => {
    const holder = await rulesKey(services, request)
    const { readings } = await services.states.get(holder.environmentId)
    recordReader(services, holder, 'launchdarkly', request)
    openVendorStream(services, request, reply, holder, 'launchdarkly', readings.put())
  })

  // Flags one by one, as the PHP SDK reads them.
  app.get<{ Params: { key: string } }>('/launchdarkly/sdk/flags/:key', async (request, reply) => {
    const holder = await rulesKey(services, request)
    const { readings, datafile } = await stateAt(services, { request, reply }, holder.environmentId)
    const piece = readings.projection('launchdarkly').named(request.params.key)
    if (piece) return reply.type('application/json; charset=utf-8').send(ldFlag(piece, datafile.revision + 1))
    throw new FanionError('flag/not-found')
  })
  app.get<{ Params: { key: string } }>('/launchdarkly/sdk/segments/:key', async (request, reply) => {
    const holder = await rulesKey(services, request)
    const { readings, datafile } = await stateAt(services, { request, reply }, holder.environmentId)
    const { key } = request.params
    for (const [, { piece }] of readings.projection('launchdarkly').flags()) {
      const part = piece && Object.hasOwn(piece.parts, key) ? piece.parts[key] : undefined
      if (part !== undefined)
        return reply.type('application/json; charset=utf-8').send(ldSegment(part, datafile.revision + 1))
    }
    throw new FanionError('segment/not-found')
  })

  /** Rejects client keys before the body is read. */
  const onRequest = async (request: FastifyRequest) => void (await rulesKey(services, request))
  for (const path of ['/launchdarkly/bulk', '/launchdarkly/diagnostic'])
    app.post(path, { bodyLimit: limits.foreignEventsBytes, onRequest }, async (request, reply) => {
      const holder = await rulesKey(services, request)
      recordReader(services, holder, 'launchdarkly', request)
      if (/\/bulk$/.test(path)) await recordVendorCounts(services, holder, launchDarklyCounts(request.body))
      return reply.code(202).send()
    })

  launchDarklyClientRoutes(app, services)
}
