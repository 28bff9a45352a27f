import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '../../../../shared/limits.ts'
import type { EnvironmentState } from '../../live/environment-state.ts'
import { frame, frameOfBytes } from '../../live/sse.ts'
import { openStream } from '../open-stream.ts'
import { requireClientRevision } from '../require-client-revision.ts'
import type { ProgramServices } from '../services.ts'
import { noteBuild } from './build-header.ts'
import { serverKey } from './server-key.ts'

/**
 * `GET /sdk/v1/stream`: sends the full datafile, or one patch from the client's revision (`Last-Event-ID` or
 * `?revision=`), then a patch for every publish.
 */
export function streamRoute(app: FastifyInstance, services: ProgramServices): void {
  app.get('/sdk/v1/stream', { compress: false, exposeHeadRoute: false }, async (request, reply) => {
    const holder = await serverKey(services, request)
    const { environmentId, keyId } = holder
    const build = await noteBuild(services, request, reply, holder)
    const revision = revisionOf(request)
    await requireClientRevision(services, environmentId, revision)
    const state = await services.states.get(environmentId)
    // No await from here to subscribe, so that no revision is lost between the first frame and the stream.
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

/**
 * The frame that brings a client up to date: a patch if the log in memory reaches back to its revision, else the full
 * datafile.
 */
function firstFrame(state: EnvironmentState, revision: number | undefined, signature: string | undefined): Buffer {
  const patch = revision === undefined ? undefined : state.patchFrom(revision)
  if (!patch) return frameOfBytes('datafile', state.signedJson(signature), state.datafile.revision)
  return patch.from === patch.to
    ? comment
    : frame('patch', signature === undefined ? patch : { ...patch, signature }, patch.to)
}

const comment = Buffer.from(`: up to date, here every ${limits.streamHeartbeatMs / 1_000} s\n\n`)

/** Whether the client requests signatures. */
export const isSigned = ({ query }: Pick<FastifyRequest, 'query'>): boolean =>
  // fastify parses a query into strings and lists of strings.
  (query as { signed?: unknown }).signed === '1'

function revisionOf(request: FastifyRequest): number | undefined {
  // fastify parses a query into strings and lists of strings.
  const { revision } = request.query as { revision?: unknown }
  const text = request.headers['last-event-id'] ?? revision
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}
