import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Path of the documentation. */
export const docsPrefix = '/docs'

/** Matches the names of pages and files in a docs build. Other paths are never files. */
const isName = (asked: string) => /^[\w@-][\w.@-]*(\/[\w@-][\w.@-]*)*$/.test(asked)

/**
 * Serves the documentation of this version as built by `npm run docs`: pages by name, with a content security policy
 * that lists their inline scripts. Missing pages get the site's own 404 page.
 */
export async function mountDocs(app: FastifyInstance, docsRoot: string): Promise<void> {
  const policy = readFileSync(path.join(docsRoot, 'policy.txt'), 'utf8')
  await app.register(fastifyStatic, {
    root: docsRoot,
    serve: false,
    preCompressed: true,
    cacheControl: false,
  })
  const there = (name: string) => isName(name) && existsSync(path.join(docsRoot, name))
  const send = (request: FastifyRequest<{ Params: { '*': string } }>, reply: FastifyReply) => {
    const asked = request.params['*'].replace(/\/$/, '')
    const file =
      asked === '' ? 'index.html' : [`${asked}.html`, asked].find((name) => path.extname(name) && there(name))
    const isKept = asked.startsWith('assets/') && file !== undefined // their names contain a content hash
    void reply
      .code(file === undefined ? 404 : 200)
      .header('content-security-policy', policy)
      .header('cache-control', isKept ? 'public, max-age=31536000, immutable' : 'no-cache')
    return reply.sendFile(file ?? '404.html')
  }
  app.get('/', { prefixTrailingSlash: 'no-slash' }, (_request, reply) => reply.redirect(`${docsPrefix}/`, 308))
  app.get('/*', send)
}
