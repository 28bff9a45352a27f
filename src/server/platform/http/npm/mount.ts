import type { FastifyInstance, FastifyReply } from 'fastify'
import { newestOf } from '../../../features/packages/newest.ts'
import type { Release } from '../../../features/packages/release.ts'
import type { Services } from '../services.ts'
import { ownAddress } from './own-address.ts'
import { fileOf, packument } from './packument.ts'
import { Shelf } from './shelf.ts'

/** Path prefix of the registry. */
const place = '/npm/'

/**
 * A read-only npm registry of Fanion's packages at /npm (`@fanion:registry=…/npm/` in an .npmrc), with the same
 * tarballs at /sdk. Public, because the packages contain no secrets.
 */
export function mountNpm(app: FastifyInstance, services: Services): void {
  const shelf = new Shelf(services.db, services.now)

  const sendTarball = async (reply: FastifyReply, release: Release | undefined) => {
    const bytes = release && (await shelf.tarball(release))
    if (!release || !bytes) return missing(reply)
    const headers = { etag: `"${release.shasum}"`, 'cache-control': 'public, max-age=31536000, immutable' }
    if (reply.request.headers['if-none-match'] === headers.etag) return reply.code(304).headers(headers).send()
    return reply.headers(headers).type('application/octet-stream').send(bytes)
  }

  // Not compressed: the plugin would set a content-encoding for the tarball, which breaks its hash. find-my-way decodes
  // the parameter: Yarn 4 requests `@fanion%2fsdk/-/…`, npm `@fanion/sdk/-/…`
  app.get<{ Params: { '*': string } }>(`${place}*`, { compress: false }, async (request, reply) => {
    const [name = '', file] = request.params['*'].split('/-/')
    const releases = await shelf.releases(name)
    if (releases.length === 0) return missing(reply)
    if (file !== undefined)
      return sendTarball(
        reply,
        releases.find((release) => fileOf(release) === file),
      )
    void reply.header('cache-control', 'no-cache').header('vary', 'host').type('application/json; charset=utf-8')
    return reply.send(JSON.stringify(packument(releases, `${ownAddress(services, request)}${place}`)))
  })

  // Serves every package ever released. A URL without a version redirects to the newest.
  app.get<{ Params: { file: string } }>('/sdk/:file', { compress: false }, async (request, reply) => {
    const [, short, version] = /^fanion-([a-z-]*[a-z])(?:-(\d.*))?\.tgz$/.exec(request.params.file) ?? []
    if (short === undefined) return reply.callNotFound()
    const releases = await shelf.releases(`@fanion/${short}`)
    if (version !== undefined)
      return sendTarball(
        reply,
        releases.find((release) => release.version === version),
      )
    const newest = newestOf(releases)
    if (!newest) return missing(reply)
    void reply.header('cache-control', 'no-cache')
    return reply.redirect(`fanion-${short}-${newest.version}.tgz`, 302)
  })
}

const missing = (reply: FastifyReply) => reply.code(404).send({ error: 'not found' })
