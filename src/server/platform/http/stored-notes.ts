import type { FlagNotes } from '../../../shared/features/insights/schemas/insights.ts'
import { attributesOfEnvironment } from '../../features/attributes/queries.ts'
import { eventsOfEnvironment } from '../../features/events/queries.ts'
import { readFlagComments } from '../../features/insights/read-flag-comments.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { proveProject } from '../kernel/scope.ts'
import type { ProgramNotes } from './notes.ts'

/** How long a project's notes are cached: computing them requires the state of all its flags. */
const lastsMs = 30_000

/** Reads the notes from the database. */
export const storedNotes = (ctx: Pick<Ctx, 'db' | 'now' | 'newId' | 'newSecret' | 'log'>): ProgramNotes => {
  const { db, now } = ctx
  const kept = new Map<string, { readonly untilMs: number; readonly notes: Promise<FlagNotes> }>()
  const read = async (key: string): Promise<FlagNotes> => {
    // The key proves access to the project, so the system is the actor.
    const actor = { kind: 'system', id: null, name: 'Fanion' } as const
    const origin = { requestId: '', address: '', userAgent: 'fanion' }
    const project = await proveProject(db, actor, key)
    return readFlagComments({ ...ctx, actor, origin, project })
  }
  return {
    attributes: async ({ environmentId }) => ({ attributes: await attributesOfEnvironment(db, environmentId) }),
    events: async ({ environmentId }) => {
      const events = await eventsOfEnvironment(db, environmentId)
      return { events: events.map(({ definition, ...event }) => ({ ...event, ...definition })) }
    },
    flags: async ({ project }) => {
      const nowMs = now().getTime()
      for (const [key, { untilMs }] of kept) if (untilMs <= nowMs) kept.delete(key)
      const { notes } = kept.get(project) ?? { notes: read(project) }
      if (!kept.has(project)) kept.set(project, { untilMs: nowMs + lastsMs, notes })
      notes.catch(() => kept.delete(project))
      return notes
    },
  }
}
