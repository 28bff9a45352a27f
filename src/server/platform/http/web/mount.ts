import { createReadStream, existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { createGunzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { localeFor } from './locale-for.ts'

/** Serves the built web UI. */
export async function mountWeb(app: FastifyInstance, webRoot: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: webRoot,
    // Looks files up on request, so that a rebuild under a running server is served immediately.
    wildcard: true,
    // Matches the names of files in a build. Other paths are never files.
    allowedPath: (asked) => /^\/?[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(asked),
    index: false,
    preCompressed: true,
    setHeaders: (response, file) => {
      const named = path.basename(path.dirname(file)) === 'assets' // their names contain a content hash
      void response.header('cache-control', named ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  // English, and one build of the pages for each other language
  const others = path.join(webRoot, 'locales')
  const locales = ['en', ...(existsSync(others) ? readdirSync(others) : [])]
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    const locale = localeFor(request.cookies['fanion-locale'], request.headers['accept-language'], locales)
    void reply.header('vary', 'cookie, accept-language')
    return reply.sendFile(locale === 'en' ? 'index.html' : `locales/${locale}/index.html`)
  }
  app.get('/', sendPage)
  // Every other path is a route of the single-page application.
  app.setNotFoundHandler((request, reply) => {
    const packed = packedOf(webRoot, request.url)
    if (packed) return sendUnpacked(reply, packed)
    const isPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (isPage && !/^\/(trpc|sdk|ofrep)\//.test(request.url)) return sendPage(request, reply)
    const message = `Nothing exists at ${request.method} ${request.url}.`
    return reply.code(404).send({ error: { code: 'request/invalid', message, details: {}, requestId: request.id } })
  })
}

/** Returns the gzip file of an asset that other languages' builds have only compressed. */
function packedOf(webRoot: string, url: string): string | undefined {
  const [address] = url.split('?', 1)
  if (address === undefined || !/^\/locales\/[\w-]+\/assets\/[\w-]+\.(js|css)$/.test(address)) return undefined
  const packed = path.join(webRoot, `${address}.gz`)
  return existsSync(packed) ? packed : undefined
}

/** For the few clients that do not accept gzip. */
const sendUnpacked = (reply: FastifyReply, packed: string) =>
  reply
    .type(packed.endsWith('.css.gz') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8')
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('vary', 'accept-encoding')
    .send(createReadStream(packed).pipe(createGunzip()))
