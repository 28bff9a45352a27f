import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import { UploadQuery } from '../../../../shared/features/imports/schemas/import.ts'
import { limits } from '../../../../shared/limits.ts'
import type { ImportCtx } from '../../../features/imports/import-ctx.ts'
import { uploadBundle } from '../../../features/imports/upload-bundle.ts'
import { requireCaller, requirePermission } from '../../kernel/require-permission.ts'
import { proveProject } from '../../kernel/scope.ts'
import { refuseForeignOrigin } from '../refuse-foreign-origin.ts'
import { requestActor, requestOrigin } from '../request-actor.ts'
import type { Services } from '../services.ts'
import { invalid } from '../to-fanion-error.ts'

type Proven = { ctx: ImportCtx; query: ReturnType<typeof UploadQuery.parse> }

/**
 * `POST /import/v1/bundles?project=`: uploads files of another system as a bundle. Responds with the source and a
 * preview of the import. Unauthorized callers are rejected before the body is read.
 */
export function mountImport(app: FastifyInstance, services: Services): void {
  const proven = new WeakMap<FastifyRequest, Proven>()
  void app.register((scope, _, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: limits.bundleBytes }, (_request, body, parsed) => {
      parsed(null, body)
    })
    scope.post(
      '/import/v1/bundles',
      {
        bodyLimit: limits.bundleBytes,
        onRequest: async (request) => void proven.set(request, await prove(services, request)),
      },
      async (request, reply) => {
        const { body } = request
        const known = proven.get(request)
        if (!known || !Buffer.isBuffer(body) || body.length === 0) {
          const problem = { path: 'body', problem: 'it is empty', expected: 'a bundle: JSON, gzip or not' }
          throw new FanionError(
            'request/invalid',
            { problems: [problem] },
            'Send the files as the body of the request.',
          )
        }
        const { source, options, vendor } = known.query
        return reply
          .header('cache-control', 'no-store')
          .send(await uploadBundle(known.ctx, { bytes: body, source, options, vendor }))
      },
    )
    done()
  })
}

async function prove(services: Services, request: FastifyRequest): Promise<Proven> {
  refuseForeignOrigin(services.config, request)
  const actor = requireCaller(await requestActor(services, request))
  const query = UploadQuery.safeParse(request.query)
  if (!query.success) throw invalid(query.error, request.query)
  const { log, now, newId, newSecret, vault, uploads } = services
  const db = services.pools.publish
  const project = await proveProject(db, actor, query.data.project)
  requirePermission(project.role, 'import.edit', project.name)
  const origin = requestOrigin(services, request)
  return { ctx: { db, log, now, newId, newSecret, vault, uploads, actor, origin, project }, query: query.data }
}
