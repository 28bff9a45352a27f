import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '../../../../shared/limits.ts'
import type { EnvironmentState } from '../../live/environment-state.ts'
import { frame, frameOfBytes } from '../../live/sse.ts'
import { openStream } from '../open-stream.ts'
import { refuseBehind } from '../refuse-behind.ts'
import type { ProgramServices } from '../services.ts'
import { noteBuild } from './build-header.ts'
import { serverKey } from './server-key.ts'

/**
 * `GET /sdk/v1/stream`: the whole datafile, or one patch from the revision the program has (`Last-Event-ID` or
 * `?revision=`), then a patch for every publish.
 */
export function streamRoute(app: FastifyInstance, services: ProgramServices): void {
  app.get('/sdk/v1/stream', { compress: false, exposeHeadRoute: false }, async (request, reply) => {
    const holder = await serverKey(services, request)
    const { environmentId, keyId } = holder
    const build = await noteBuild(services, request, reply, holder)
    const revision = revisionOf(request)
    await refuseBehind(services, environmentId, revision)
    const state = await services.states.get(environmentId)
    // from here to subscribe nothing waits: no revision can fall between what is sent first and what follows
    const signed = isSigned(request)
    const first = firstFrame(state, revision, signed ? services.sign(state.datafile) : undefined)
    const release = services.gates.streams.take(services.proxies.networkOf(request.raw))
    const gone = build && services.builds.open(build)
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    const closed = () => {
      release()
      gone?.()
    }
    openStream(reply.raw, first, closed, (subscriber) =>
      services.hub.subscribe(
        environmentId,
        { ...subscriber, keyId, wants: signed ? 'signed' : 'patches' },
        state.datafile.revision,
      ),
    )
  })
}

/** What brings a program that has `revision` up to date: one patch where the log in memory reaches back, else the whole. */
function firstFrame(state: EnvironmentState, revision: number | undefined, signature: string | undefined): Buffer {
  const patch = revision === undefined ? undefined : state.patchFrom(revision)
  if (!patch) return frameOfBytes('datafile', state.signedJson(signature), state.datafile.revision)
  return patch.from === patch.to
    ? comment
    : frame('patch', signature === undefined ? patch : { ...patch, signature }, patch.to)
}

const comment = Buffer.from(`: up to date, here every ${limits.streamHeartbeatMs / 1_000} s\n\n`)

/** Whether a program asks for signatures. */
export const isSigned = ({ query }: Pick<FastifyRequest, 'query'>): boolean =>
  // fastify parses the query into strings and lists of strings
  (query as { signed?: unknown }).signed === '1'

function revisionOf(request: FastifyRequest): number | undefined {
  // fastify parses the query into strings and lists of strings
  const { revision } = request.query as { revision?: unknown }
  const text = request.headers['last-event-id'] ?? revision
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}
