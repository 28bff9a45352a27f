import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { limits } from '../../../shared/limits.ts'
import type { Context } from '../../../shared/schemas/context.ts'
import { servedName } from '../../../shared/vendors/exporting/format-support.ts'
import { contextFromLaunchDarkly } from '../../../shared/vendors/launchdarkly/export/context.ts'
import type { SdkKeyHolder } from '../../platform/auth/sdk-key-holder.ts'
import type { ProgramServices } from '../../platform/http/services.ts'
import { stateAt } from '../../platform/http/state-at.ts'
import { type Answer, answersFor } from '../protocols/answers.ts'
import { answersKey } from '../protocols/key.ts'
import { recordReader } from '../protocols/reader.ts'
import { openVendorStream } from '../protocols/stream.ts'
import { recordVendorCounts } from '../protocols/vendor-counts.ts'
import { launchDarklyCounts } from './counts.ts'

const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

type Find = (request: FastifyRequest) => (() => ReturnType<ProgramServices['keyHolder']>) | undefined

/**
 * Endpoints for pages and devices: only values for one context and the flags it may see, never rules. Pages name their
 * key by its public id in the path; devices send it.
 */
export function launchDarklyClientRoutes(app: FastifyInstance, services: ProgramServices): void {
  const byId: Find = (request) => () => services.publicKeyHolder((request.params as { id: string }).id)
  const byHeader: Find = () => undefined

  const holderOf = async (request: FastifyRequest, reply: FastifyReply, find: Find): Promise<SdkKeyHolder> => {
    const holder = await answersKey(services, request, reply, find(request))
    recordReader(services, holder, 'launchdarkly-client', request)
    return holder
  }
  const evaluate = (find: Find, given: (request: FastifyRequest) => unknown) => {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const holder = await holderOf(request, reply, find)
      const { datafile } = await stateAt(services, { request, reply }, holder.environmentId)
      const answers = await answersFor(services, { request, reply }, holder, contextOf(given(request)))
      const withReasons = (request.query as { withReasons?: unknown }).withReasons === 'true'
      void reply.header('cache-control', 'private, no-cache')
      const said = answers.map((answer) => [
        servedName(answer.flag),
        answerOf(answer, datafile.revision + 1, withReasons ? holder.kind : null),
      ])
      return reply.send(Object.fromEntries(said))
    }
  }
  const inPath = (request: FastifyRequest) => fromBase64((request.params as { context: string }).context)
  const inBody = (request: FastifyRequest) => request.body
  const bodyLimit = limits.ofrepBodyBytes

  const asked: [path: string, find: Find][] = [
    ['/launchdarkly/sdk/evalx/:id/contexts/:context', byId],
    ['/launchdarkly/sdk/evalx/:id/users/:context', byId],
    ['/launchdarkly/msdk/evalx/contexts/:context', byHeader],
    ['/launchdarkly/msdk/evalx/users/:context', byHeader],
  ]
  for (const [path, find] of asked) app.get(path, { exposeHeadRoute: false }, evaluate(find, inPath))
  // With REPORT the context is in the body.
  const reported: [url: string, find: Find][] = [
    ['/launchdarkly/sdk/evalx/:id/context', byId],
    ['/launchdarkly/sdk/evalx/:id/contexts', byId],
    ['/launchdarkly/sdk/evalx/:id/user', byId],
    ['/launchdarkly/sdk/evalx/:id/users', byId],
    ['/launchdarkly/msdk/evalx/context', byHeader],
    ['/launchdarkly/msdk/evalx/contexts', byHeader],
    ['/launchdarkly/msdk/evalx/user', byHeader],
    ['/launchdarkly/msdk/evalx/users', byHeader],
  ]
  for (const [url, find] of reported) app.route({ method: 'REPORT', url, bodyLimit, handler: evaluate(find, inBody) })

  const stream = (find: Find) => async (request: FastifyRequest, reply: FastifyReply) => {
    const holder = await holderOf(request, reply, find)
    await services.states.get(holder.environmentId)
    openVendorStream(services, request, reply, holder, 'launchdarkly-ping', ping)
  }
  const streams: [path: string, find: Find][] = [
    ['/launchdarkly/eval/:id/:context', byId],
    ['/launchdarkly/ping/:id', byId],
    ['/launchdarkly/meval/:context', byHeader],
    ['/launchdarkly/mping', byHeader],
  ]
  for (const [path, find] of streams) app.get(path, { exposeHeadRoute: false }, stream(find))
  app.route({ method: 'REPORT', url: '/launchdarkly/eval/:id', bodyLimit, handler: stream(byId) })
  app.route({ method: 'REPORT', url: '/launchdarkly/meval', bodyLimit, handler: stream(byHeader) })

  const events = (find: Find) => async (request: FastifyRequest, reply: FastifyReply) => {
    const holder = await holderOf(request, reply, find)
    await recordVendorCounts(services, holder, launchDarklyCounts(request.body))
    return reply.code(202).send()
  }
  const receipt = (find: Find) => async (request: FastifyRequest, reply: FastifyReply) => {
    await holderOf(request, reply, find)
    return reply.code(202).send()
  }
  const eventLimit = { bodyLimit: limits.telemetryBodyBytes }
  app.post('/launchdarkly/events/bulk/:id', eventLimit, events(byId))
  app.post('/launchdarkly/events/diagnostic/:id', eventLimit, receipt(byId))
  for (const path of ['/launchdarkly/mobile', '/launchdarkly/mobile/events', '/launchdarkly/mobile/events/bulk'])
    app.post(path, eventLimit, events(byHeader))
  app.post('/launchdarkly/mobile/events/diagnostic', eventLimit, receipt(byHeader))

  // Goals for pages to watch: always empty.
  app.get('/launchdarkly/sdk/goals/:id', { exposeHeadRoute: false }, async (request, reply) => {
    await holderOf(request, reply, byId)
    return reply.send([])
  })
  app.get('/launchdarkly/a/:file', { exposeHeadRoute: false }, async (request, reply) => {
    const id = (request.params as { file: string }).file.replace(/\.gif$/, '')
    const holder = await holderOf(request, reply, () => () => services.publicKeyHolder(id))
    const { d } = request.query as { d?: unknown }
    await recordVendorCounts(services, holder, launchDarklyCounts(typeof d === 'string' ? fromBase64(d) : []))
    return reply.type('image/gif').send(gif)
  })
}

const ping = Buffer.from('event: ping\ndata: \n\n')

const fromBase64 = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}

function contextOf(given: unknown): Context {
  const context = contextFromLaunchDarkly(given)
  if (context !== undefined) return context
  throw new FanionError('request/invalid', {}, 'Send a context: {"kind": "user", "key": "user-1"}.')
}

/** A value in the format of client-side SDKs. A variation is an index. */
const answerOf = ({ flag, outcome }: Answer, version: number, reasonsFor: SdkKeyHolder['kind'] | null) => {
  const variation = outcome.variant === null ? undefined : Object.keys(flag.variants).indexOf(outcome.variant)
  return {
    value: outcome.value ?? null,
    ...(variation === undefined ? {} : { variation }),
    version,
    flagVersion: version,
    trackEvents: false,
    ...(reasonsFor === null ? {} : { reason: reasonOf(outcome, reasonsFor) }),
  }
}

/** For a client key, the reason has the kind that OFREP also shows, but not the rule or flag that decided. */
const reasonOf = ({ errorCode, reason, rule, prerequisite }: Answer['outcome'], reader: SdkKeyHolder['kind']) => {
  if (errorCode !== null)
    return { kind: 'ERROR', errorKind: errorCode === 'PARSE_ERROR' ? 'MALFORMED_FLAG' : 'EXCEPTION' }
  if (reason === 'DISABLED') return { kind: 'OFF' }
  if (prerequisite !== null)
    return { kind: 'PREREQUISITE_FAILED', ...(reader === 'server' && { prerequisiteKey: prerequisite }) }
  if (reader === 'client') return { kind: reason === 'TARGETING_MATCH' ? 'RULE_MATCH' : 'FALLTHROUGH' }
  if (rule !== null) return { kind: 'RULE_MATCH', ruleIndex: rule.index, ruleId: rule.id }
  return { kind: 'FALLTHROUGH' }
}
