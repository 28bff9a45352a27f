import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Where the documentation stands. */
export const docsPrefix = '/docs'

/** As a build names pages and files: any other address is none of a file. */
const isName = (asked: string) => /^[\w@-][\w.@-]*(\/[\w@-][\w.@-]*)*$/.test(asked)

/**
 * Serves the documentation of this version as `npm run docs` built it: a page by its name, under a content security policy
 * that names what stands in the pages themselves. What is not there is answered by the site's own page for that.
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
    const isKept = asked.startsWith('assets/') && file !== undefined // their names are hashes of what is in them
    void reply
      .code(file === undefined ? 404 : 200)
      .header('content-security-policy', policy)
      .header('cache-control', isKept ? 'public, max-age=31536000, immutable' : 'no-cache')
    return reply.sendFile(file ?? '404.html')
  }
  app.get('/', { prefixTrailingSlash: 'no-slash' }, (_request, reply) => reply.redirect(`${docsPrefix}/`, 308))
  app.get('/*', send)
}
