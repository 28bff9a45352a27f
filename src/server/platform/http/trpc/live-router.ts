import { tracked } from '@trpc/server'
import { z } from 'zod'
import type { ChangeEvent } from '../../../../shared/features/changes/schemas/change.ts'
import type { InboxEvent } from '../../../../shared/features/changes/schemas/inbox.ts'
import type { PresenceEvent } from '../../../../shared/features/presence/schemas/presence.ts'
import { InProject } from '../../../../shared/features/projects/schemas/project.ts'
import type { HeadsEvent, RevisionEvent } from '../../../../shared/features/publishing/schemas/revision.ts'
import { listEnvironments, listProjects } from '../../../features/projects/read-projects.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { proveProject } from '../../kernel/scope.ts'
import { projectProcedure, signedInProcedure } from './procedures.ts'
import { revisionEvent } from './revision-event.ts'
import { subscribe } from './subscribe.ts'
import { t } from './trpc.ts'

export const liveRouter = t.router({
  /**
   * Emits every new revision of the project, every change that is created, moved or discussed, and who has a flag's
   * page open. Does not replay: clients read the current state after they (re)connect, then listen. With `heads`, the
   * first event has the head revision of each environment at that point. Ends when the caller is signed out, disabled
   * or removed from the project.
   */
  events: projectProcedure('project.read')
    .input(InProject.extend({ heads: z.boolean().default(false), lastEventId: z.string().nullish() }))
    .subscription(async function* ({ ctx, input, signal }) {
      const { key, id } = ctx.project
      const events = subscribe<ProjectEvent>(ctx, signal, {
        listen: (tell) => [
          ctx.revisions.subscribe((revision) => revision.project === key && tell(revisionEvent(revision))),
          ctx.revisions.onChange((told) => {
            if (!told || told.projectId === id) tell({ kind: 'change', project: key, change: told?.number ?? null })
          }),
          ctx.revisions.onPresence((told) => told.project === key && tell(told)),
        ],
        recheck: async () => void (await proveProject(ctx.db, await ctx.actorNow(), key)),
      })
      const first = events.next()
      // Listening starts here. Errors are thrown by the loop below.
      first.catch(() => undefined)
      if (input.heads) yield tracked('heads', await headsOf(ctx))
      for (let told = await first; !told.done; told = await events.next()) yield tracked(idOf(told.value), told.value)
    }),
  /**
   * Emits when the inbox should be read again: a change in a project the caller sees was created, moved or discussed,
   * or its ramp started, paused, resumed or ended.
   */
  inbox: signedInProcedure
    .input(z.object({ lastEventId: z.string().nullish() }).optional())
    .subscription(async function* ({ ctx, signal }) {
      let visible = new Set<string>()
      const look = async () => {
        visible = new Set((await listProjects({ ...ctx, actor: await ctx.actorNow() })).map(({ id }) => id))
      }
      await look()
      const events = subscribe<InboxEvent>(ctx, signal, {
        listen: (tell) => [
          ctx.revisions.onChange((told) => {
            if (!told || visible.has(told.projectId)) tell({ kind: 'inbox' })
          }),
        ],
        recheck: look,
      })
      for await (const event of events) yield tracked('inbox', event)
    }),
})

type ProjectEvent = RevisionEvent | ChangeEvent | PresenceEvent

const headsOf = async (ctx: ProjectCtx): Promise<HeadsEvent> => ({
  kind: 'heads',
  revisions: Object.fromEntries((await listEnvironments(ctx)).map(({ key, revision }) => [key, revision])),
})

const idOf = (event: ProjectEvent): string => {
  if (event.kind === 'revision') return `${event.environment}:${event.number}`
  return event.kind === 'change' ? `changes:${event.change ?? ''}` : `presence:${event.tab}`
}
