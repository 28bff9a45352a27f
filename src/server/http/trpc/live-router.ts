import { EventEmitter, on } from 'node:events'
import { tracked } from '@trpc/server'
import { z } from 'zod'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { ChangeEvent } from '../../../shared/schemas/change.ts'
import { InProject } from '../../../shared/schemas/project.ts'
import type { RevisionEvent } from '../../../shared/schemas/revision.ts'
import { proveProject } from '../../kernel/scope.ts'
import type { LoggedRevision } from '../../live/tail.ts'
import { toFanionError } from '../to-fanion-error.ts'
import { mayInProject } from './may.ts'
import { asTrpcError, t } from './trpc.ts'

export const liveRouter = t.router({
  /**
   * Tells of every new revision of the project from now on, and of every change that is made, moved or discussed. It does
   * not look back: whoever (re)connects reads what is there, then listens. It ends when the caller is signed out, shut out or taken out of the project.
   */
  events: mayInProject('project.read')
    .input(InProject.extend({ lastEventId: z.string().nullish() }))
    .subscription(async function* ({ ctx, signal }) {
      const emitter = new EventEmitter()
      const { key, id } = ctx.project
      const tell = (event: RevisionEvent | ChangeEvent) => emitter.emit('heard', event)
      const leave = ctx.revisions.subscribe((revision) => revision.project === key && tell(revisionEvent(revision)))
      const ignore = ctx.revisions.onChange((told) => {
        if (!told || told.projectId === id) tell({ kind: 'change', project: key, change: told?.number ?? null })
      })
      const rest = ctx.revisions.onRecheck(() => emitter.emit('heard', null))
      // clients come back after this error, and not after an end
      const stay = ctx.revisions.onClose(() => emitter.emit('error', new FanionError('server/unavailable')))
      try {
        for await (const [seen] of on(emitter, 'heard', signal ? { signal } : {})) {
          // the emitter is ours and carries nothing else
          const event = seen as RevisionEvent | ChangeEvent | null
          if (event) yield tracked(idOf(event), event)
          else await proveProject(ctx.db, await ctx.actorNow(), key)
        }
      } catch (error) {
        if (!signal?.aborted) throw asTrpcError(toFanionError(error))
      } finally {
        leave()
        ignore()
        rest()
        stay()
      }
    }),
})

const idOf = (event: RevisionEvent | ChangeEvent): string =>
  event.kind === 'revision' ? `${event.environment}:${event.number}` : `changes:${event.change ?? ''}`

const revisionEvent = ({ project, environment, number, actor, entries }: LoggedRevision): RevisionEvent => ({
  kind: 'revision',
  project,
  environment,
  number,
  actor,
  subjects: entries.map(({ kind, key }) => ({ kind, key })),
})
