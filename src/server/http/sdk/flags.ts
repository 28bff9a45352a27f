import type { FastifyInstance } from 'fastify'
import type { FlagNotes } from '../../../shared/schemas/insights.ts'
import { flagNotes } from '../../domain/insights/flag-notes.ts'
import { proveProject } from '../../kernel/scope.ts'
import type { Services } from '../services.ts'
import { serverKey } from './server-key.ts'

/** What is read of a project is answered again for so long: it costs what the states of all its flags cost. */
const lastsMs = 30_000

/** `GET /sdk/v1/flags`: descriptions of the project's flags, and which have settled; `fanion pull` writes them down. */
export function flagsRoute(app: FastifyInstance, services: Services): void {
  const kept = new Map<string, { readonly untilMs: number; readonly notes: Promise<FlagNotes> }>()
  app.get('/sdk/v1/flags', async (request, reply): Promise<FlagNotes> => {
    const { project } = await serverKey(services, request)
    void reply.header('cache-control', 'private, no-cache')
    const nowMs = services.now().getTime()
    for (const [key, { untilMs }] of kept) if (untilMs <= nowMs) kept.delete(key)
    const { notes } = kept.get(project) ?? { notes: read(project) }
    if (!kept.has(project)) kept.set(project, { untilMs: nowMs + lastsMs, notes })
    notes.catch(() => kept.delete(project))
    return notes
  })

  const read = async (key: string): Promise<FlagNotes> => {
    // The key is one of the project; nobody in particular asks.
    const actor = { kind: 'system', id: null, name: 'Fanion' } as const
    const origin = { requestId: '', address: '', userAgent: 'fanion' }
    const { db, now, newId, newSecret, log } = services
    const project = await proveProject(db, actor, key)
    return flagNotes({ db, now, newId, newSecret, log, actor, origin, project })
  }
}
