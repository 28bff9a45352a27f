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
import { mayInProject, someone } from './may.ts'
import { revisionEvent } from './revision-event.ts'
import { subscribe } from './subscribe.ts'
import { t } from './trpc.ts'

export const liveRouter = t.router({
  /**
   * Tells of every new revision of the project from now on, of every change that is made, moved or discussed, and of who
   * has the page of a flag open. It does not look back: whoever (re)connects reads what is there, then listens; with `heads`
   * the first event tells where each environment stood as it began to. It ends when the caller is signed out, shut out or
   * taken out of the project.
   */
  events: mayInProject('project.read')
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
      // it listens from here on, and what went wrong with that is told below
      first.catch(() => undefined)
      if (input.heads) yield tracked('heads', await headsOf(ctx))
      for (let told = await first; !told.done; told = await events.next()) yield tracked(idOf(told.value), told.value)
    }),
  /**
   * Tells that a change of some project the caller sees was made, moved or discussed, or that its ramp started, stopped, went
   * on or ended: the inbox is to be read again.
   */
  inbox: someone.input(z.object({ lastEventId: z.string().nullish() }).optional()).subscription(async function* ({
    ctx,
    signal,
  }) {
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
