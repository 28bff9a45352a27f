import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { limits } from '../../../shared/limits.ts'
import type { Context } from '../../../shared/schemas/context.ts'
import { servedName } from '../../../shared/vendors/exporting/format-support.ts'
import { answerOf } from '../../../shared/vendors/unleash/export/answer.ts'
import { contextFromUnleash } from '../../../shared/vendors/unleash/export/context.ts'
import { newestSpec, specOf } from '../../../shared/vendors/unleash/export/document.ts'
import type { Exchange } from '../../platform/http/ofrep/exchange.ts'
import type { ProgramServices } from '../../platform/http/services.ts'
import { answersFor } from '../protocols/answers.ts'
import { answersKey, rulesKey } from '../protocols/key.ts'
import { recordReader } from '../protocols/reader.ts'
import { openVendorStream } from '../protocols/stream.ts'
import { recordVendorCounts } from '../protocols/vendor-counts.ts'
import { unleashCounts } from './counts.ts'

/** Serves Unleash's endpoints: rules for servers, and evaluated features for pages. */
export function unleashRoutes(app: FastifyInstance, services: ProgramServices): void {
  app.get('/unleash/api/client/streaming', { exposeHeadRoute: false }, async (request, reply) => {
    const holder = await rulesKey(services, request)
    const { readings } = await services.states.get(holder.environmentId)
    recordReader(services, holder, 'unleash', request)
    const wants = specFor(request) >= newestSpec ? 'unleash' : 'unleash-5'
    openVendorStream(services, request, reply, holder, wants, readings.unleashEvent('unleash-connected', wants))
  })

  /** Rejects client keys before the body is read. */
  const onRequest = async (request: FastifyRequest) => void (await rulesKey(services, request))
  app.post('/unleash/api/client/register', { onRequest }, async (request, reply) => {
    const holder = await rulesKey(services, request)
    recordReader(services, holder, 'unleash', request, request.body)
    return reply.code(202).send()
  })

  app.post(
    '/unleash/api/client/metrics',
    { bodyLimit: limits.foreignEventsBytes, onRequest },
    async (request, reply) => {
      const holder = await rulesKey(services, request)
      recordReader(services, holder, 'unleash', request, request.body)
      await recordVendorCounts(services, holder, unleashCounts(request.body))
      return reply.code(202).send()
    },
  )

  frontendRoutes(app, services)
}

const specFor = ({ headers }: FastifyRequest): number => specOf(headers['unleash-client-spec'], headers['unleash-sdk'])

function frontendRoutes(app: FastifyInstance, services: ProgramServices): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply, given: unknown) => {
    const holder = await answersKey(services, request, reply)
    recordReader(services, holder, 'unleash-frontend', request)
    const toggles = await togglesFor(services, { request, reply }, holder, contextOf(given))
    void reply.header('cache-control', 'private, no-cache')
    return reply.send({ toggles })
  }
  app.get('/unleash/api/frontend', { exposeHeadRoute: false }, (request, reply) =>
    answer(request, reply, queryContext(request.query)),
  )
  app.post('/unleash/api/frontend', { bodyLimit: limits.ofrepBodyBytes }, (request, reply) =>
    answer(request, reply, bodyContext(request.body)),
  )

  app.post('/unleash/api/frontend/client/register', { bodyLimit: limits.ofrepBodyBytes }, async (request, reply) => {
    await answersKey(services, request, reply)
    return reply.code(202).send()
  })
  app.post('/unleash/api/frontend/client/metrics', { bodyLimit: limits.telemetryBodyBytes }, async (request, reply) => {
    const holder = await answersKey(services, request, reply)
    await recordVendorCounts(services, holder, unleashCounts(request.body))
    return reply.code(202).send()
  })
}

/** The features that are on for a context, with their variants. Features not listed are off. */
async function togglesFor(
  services: ProgramServices,
  exchange: Exchange,
  holder: Awaited<ReturnType<typeof answersKey>>,
  context: Context,
) {
  const answers = await answersFor(services, exchange, holder, context)
  return answers.flatMap(({ flag, outcome }) => {
    const { enabled, variant } = answerOf(outcome, flag)
    return enabled ? [{ name: servedName(flag), enabled, variant, impressionData: false }] : []
  })
}

function contextOf(given: unknown): Context {
  const context = contextFromUnleash(given)
  if (context !== undefined) return context
  throw new FanionError('request/invalid', {}, 'Send a context: {"context": {"userId": "user-1"}}.')
}

const bodyContext = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'context' in body ? body.context : (body ?? {})

/** Parses a context from query parameters. `properties[plan]=pro` is a property. */
function queryContext(query: unknown): unknown {
  const properties: Record<string, unknown> = {}
  const fields: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(query ?? {})) {
    const property = /^properties\[(.+)\]$/s.exec(name)?.[1]
    if (property !== undefined) properties[property] = value
    else fields[name] = value
  }
  return { ...fields, properties }
}
