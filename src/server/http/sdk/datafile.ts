import type { FastifyInstance } from 'fastify'
import type { Encoding } from '../../live/environment-state.ts'
import type { Services } from '../services.ts'
import { refuseBehind } from './refuse-behind.ts'
import { serverKey } from './server-key.ts'

/** `GET /sdk/v1/datafile`: the environment of the key at its newest revision; 304 where the caller has it. */
export function datafileRoute(app: FastifyInstance, services: Services): void {
  app.get('/sdk/v1/datafile', { compress: false }, async (request, reply) => {
    const { environmentId } = await serverKey(services, request)
    await refuseBehind(services, environmentId, revisionIn(request.headers['if-none-match']))
    const state = await services.states.get(environmentId)
    // the tag first: while bytes are made a newer revision may come, and an old tag only costs one more request
    void reply.headers({
      etag: state.etag,
      'cache-control': 'private, no-cache',
      vary: 'accept-encoding, authorization',
    })
    if (request.headers['if-none-match']?.includes(state.etag)) return reply.code(304).send()
    const encoding = encodingFor(request.headers['accept-encoding'])
    void reply.type('application/json; charset=utf-8')
    if (!encoding) return reply.send(state.json)
    return reply.header('content-encoding', encoding).send(await state.compressed(encoding))
  })
}

/** The revision that a tag of `EnvironmentState` names. */
const revisionIn = (tag: string | undefined): number | undefined => {
  const [, revision] = /^"[^"/]+\/[^"/]+\/(\d{1,9})-[^"/]+"$/.exec(tag ?? '') ?? []
  return revision === undefined ? undefined : Number(revision)
}

export const encodingFor = (accepts: string | string[] | undefined): Encoding | undefined => {
  const text = String(accepts ?? '')
  if (/\bbr\b(?!\s*;\s*q=0(?![.\d]))/.test(text)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(?![.\d]))/.test(text) ? 'gzip' : undefined
}
