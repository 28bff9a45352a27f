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
    // a file is looked for when it is asked for: a build beneath a running server is served as it is
    wildcard: true,
    // as a build names files: any other address is none of a file
    allowedPath: (asked) => /^\/?[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(asked),
    index: false,
    preCompressed: true,
    setHeaders: (response, file) => {
      const named = path.basename(path.dirname(file)) === 'assets' // their names are hashes of what is in them
      void response.header('cache-control', named ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  // English, and beside it one build of the same pages for each other language
  const others = path.join(webRoot, 'locales')
  const locales = ['en', ...(existsSync(others) ? readdirSync(others) : [])]
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    const locale = localeFor(request.cookies['fanion-locale'], request.headers['accept-language'], locales)
    void reply.header('vary', 'cookie, accept-language')
    return reply.sendFile(locale === 'en' ? 'index.html' : `locales/${locale}/index.html`)
  }
  app.get('/', sendPage)
  // every other address a person opens is a route of the single page application
  app.setNotFoundHandler((request, reply) => {
    const packed = packedOf(webRoot, request.url)
    if (packed) return sendUnpacked(reply, packed)
    const isPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (isPage && !/^\/(trpc|sdk|ofrep)\//.test(request.url)) return sendPage(request, reply)
    const message = `Nothing exists at ${request.method} ${request.url}.`
    return reply.code(404).send({ error: { code: 'request/invalid', message, details: {}, requestId: request.id } })
  })
}

/** What a build has of another language as gzip alone. */
function packedOf(webRoot: string, url: string): string | undefined {
  const [address] = url.split('?', 1)
  if (address === undefined || !/^\/locales\/[\w-]+\/assets\/[\w-]+\.(js|css)$/.test(address)) return undefined
  const packed = path.join(webRoot, `${address}.gz`)
  return existsSync(packed) ? packed : undefined
}

/** For the few who read no gzip. */
const sendUnpacked = (reply: FastifyReply, packed: string) =>
  reply
    .type(packed.endsWith('.css.gz') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8')
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('vary', 'accept-encoding')
    .send(createReadStream(packed).pipe(createGunzip()))
