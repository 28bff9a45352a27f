import { z } from 'zod'
import type { Permission } from '../../../../shared/permissions.ts'
import { ScopeKey } from '../../../../shared/schemas/keys.ts'
import { confirmedRecently, isOwner, requireCaller, requirePermission } from '../../kernel/require-permission.ts'
import { proveEnvironment, proveProject } from '../../kernel/scope.ts'
import { base, t } from './trpc.ts'

/** A public procedure. */
export const publicProcedure = base.meta({ who: 'anyone' })

/** A procedure for any signed-in user or token. */
export const signedInProcedure = base.meta({ who: 'someone' }).use(({ ctx, next }) => {
  requireCaller(ctx.actor)
  return next()
})

/** Place after a `may…`: for keys, members and security, the session must have been confirmed within the last hour. */
export const requireConfirmedSession = t.middleware(({ ctx, next }) => {
  confirmedRecently(ctx.actor, ctx.now())
  return next()
})

/** A procedure about the installation. Owners have all permissions, everyone else those of a viewer. */
export const instanceProcedure = (permission: Permission) =>
  base.meta({ who: permission }).use(({ ctx, next }) => {
    requirePermission(isOwner(requireCaller(ctx.actor)) ? 'owner' : 'viewer', permission, 'Fanion')
    return next()
  })

/** A procedure about one project, named in its input. The context contains the proof of access. */
export const projectProcedure = (permission: Permission) =>
  base
    .meta({ who: permission })
    .input(z.object({ project: ScopeKey }))
    .use(async ({ ctx, input, next }) => {
      requireCaller(ctx.actor)
      const project = await proveProject(ctx.db, ctx.actor, input.project)
      requirePermission(project.role, permission, project.name)
      return next({ ctx: { ...ctx, project } })
    })

/**
 * A procedure about one environment, named in its input with its project. The caller's role in that environment counts.
 */
export const environmentProcedure = (permission: Permission) =>
  base
    .meta({ who: permission })
    .input(z.object({ project: ScopeKey, environment: ScopeKey }))
    .use(async ({ ctx, input, next }) => {
      requireCaller(ctx.actor)
      const project = await proveProject(ctx.db, ctx.actor, input.project)
      const environment = await proveEnvironment(ctx.db, project, input.environment)
      requirePermission(environment.role, permission, `${project.name}, ${environment.name}`)
      return next({ ctx: { ...ctx, project, environment } })
    })
