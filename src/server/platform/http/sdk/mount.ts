import type { FastifyInstance } from 'fastify'
import type { ProgramServices } from '../services.ts'
import { attributesRoute } from './attributes.ts'
import { buildRoute } from './build.ts'
import { comparisonsRoute } from './comparisons.ts'
import { eventsRoute } from './events.ts'
import { flagsRoute } from './flags.ts'
import { otlpRoute } from './otlp.ts'
import { relayRoute } from './relay.ts'
import { streamRoute } from './stream.ts'
import { telemetryRoute } from './telemetry.ts'

/**
 * Serves SDKs at /sdk/v1: stream, attributes, flag notes, telemetry, events (also as OTLP), comparisons, builds,
 * relays.
 */
export function mountSdk(app: FastifyInstance, services: ProgramServices): void {
  streamRoute(app, services)
  attributesRoute(app, services)
  flagsRoute(app, services)
  telemetryRoute(app, services)
  eventsRoute(app, services)
  otlpRoute(app, services)
  comparisonsRoute(app, services)
  buildRoute(app, services)
  relayRoute(app, services)
}
