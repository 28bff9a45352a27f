import { z } from 'zod'
import type { Permission } from '../../../../shared/permissions.ts'
import { ScopeKey } from '../../../../shared/schemas/keys.ts'
import { caller, confirmedRecently, isOwner, permit } from '../../kernel/permit.ts'
import { proveEnvironment, proveProject } from '../../kernel/scope.ts'
import { base, t } from './trpc.ts'

/** A procedure anybody may call. */
export const anyone = base.meta({ who: 'anyone' })

/** A procedure anybody who is signed in may call, or their token. */
export const someone = base.meta({ who: 'someone' }).use(({ ctx, next }) => {
  caller(ctx.actor)
  return next()
})

/** Put behind a `may…`: for keys, members and security, a session proven longer ago than an hour is not enough. */
export const confirmed = t.middleware(({ ctx, next }) => {
  confirmedRecently(ctx.actor, ctx.now())
  return next()
})

/** A procedure about the installation, for its owners. */
export const mayHere = (permission: Permission) =>
  base.meta({ who: permission }).use(({ ctx, next }) => {
    permit(isOwner(caller(ctx.actor)) ? 'owner' : 'viewer', permission, 'Fanion')
    return next()
  })

/** A procedure about one project, named in its input; the context holds the proof. */
export const mayInProject = (permission: Permission) =>
  base
    .meta({ who: permission })
    .input(z.object({ project: ScopeKey }))
    .use(async ({ ctx, input, next }) => {
      caller(ctx.actor)
      const project = await proveProject(ctx.db, ctx.actor, input.project)
      permit(project.role, permission, project.name)
      return next({ ctx: { ...ctx, project } })
    })

/** A procedure about one environment of a project, both named in its input; the role is the one held there. */
export const mayInEnvironment = (permission: Permission) =>
  base
    .meta({ who: permission })
    .input(z.object({ project: ScopeKey, environment: ScopeKey }))
    .use(async ({ ctx, input, next }) => {
      caller(ctx.actor)
      const project = await proveProject(ctx.db, ctx.actor, input.project)
      const environment = await proveEnvironment(ctx.db, project, input.environment)
      permit(environment.role, permission, `${project.name}, ${environment.name}`)
      return next({ ctx: { ...ctx, project, environment } })
    })
