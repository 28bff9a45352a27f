import { EventEmitter, on } from 'node:events'
import { tracked } from '@trpc/server'
import { z } from 'zod'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { InProject } from '../../../shared/schemas/project.ts'
import type { RevisionEvent } from '../../../shared/schemas/revision.ts'
import { proveProject } from '../../kernel/scope.ts'
import type { LoggedRevision } from '../../live/tail.ts'
import { toFanionError } from '../to-fanion-error.ts'
import { mayInProject } from './may.ts'
import { asTrpcError, t } from './trpc.ts'

export const liveRouter = t.router({
  /**
   * Tells of every new revision of the project from now on. It does not look back: whoever (re)connects reads what is
   * there, then listens. It ends when the caller is signed out, shut out or taken out of the project.
   */
  revisions: mayInProject('project.read')
    .input(InProject.extend({ lastEventId: z.string().nullish() }))
    .subscription(async function* ({ ctx, signal }) {
      const emitter = new EventEmitter()
      const leave = ctx.revisions.subscribe((revision) => emitter.emit('heard', revision))
      const rest = ctx.revisions.onRecheck(() => emitter.emit('heard', null))
      // clients come back after this error, and not after an end
      const stay = ctx.revisions.onClose(() => emitter.emit('error', new FanionError('server/unavailable')))
      try {
        for await (const [seen] of on(emitter, 'heard', signal ? { signal } : {})) {
          // the emitter is ours and carries nothing else
          const revision = seen as LoggedRevision | null
          if (!revision) await proveProject(ctx.db, await ctx.actorNow(), ctx.project.key)
          else if (revision.project === ctx.project.key) {
            yield tracked(`${revision.environment}:${revision.number}`, eventOf(revision))
          }
        }
      } catch (error) {
        if (!signal?.aborted) throw asTrpcError(toFanionError(error))
      } finally {
        leave()
        rest()
        stay()
      }
    }),
})

const eventOf = ({ project, environment, number, actor, entries }: LoggedRevision): RevisionEvent => ({
  project,
  environment,
  number,
  actor,
  subjects: entries.map(({ kind, key }) => ({ kind, key })),
})
