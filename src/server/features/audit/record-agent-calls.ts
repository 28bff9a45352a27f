import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Actor } from '../../platform/kernel/actor.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { type Ctx, inTransaction, type Origin } from '../../platform/kernel/ctx.ts'
import { proveProject } from '../../platform/kernel/scope.ts'

/** Tool calls by an agent with one token for one project, counted per tool. */
export type AgentCalls = {
  readonly actor: Actor
  /** Origin of the first of these calls. */
  readonly origin: Origin
  /** The project key as given by the agent, or null if it gave none. */
  readonly project: string | null
  readonly tools: Readonly<Record<string, number>>
}

/**
 * Audits tool calls of an agent under its token, in the project if the token can see it. Changes that a tool makes have
 * their own events.
 */
export async function recordAgentCalls(ctx: Ctx, { actor, origin, project, tools }: AgentCalls): Promise<void> {
  const found = project === null ? null : await seen(ctx, actor, project)
  await inTransaction({ ...ctx, actor, origin }, (tx) =>
    audit(tx, {
      ...{ action: 'agent.ask', subject: found?.key ?? '', after: { tools } },
      ...(found && { projectId: found.id }),
    }),
  )
}

/** Null if the token cannot see the project, so that the project's trail shows nothing. */
const seen = (ctx: Ctx, actor: Actor, project: string) =>
  proveProject(ctx.db, actor, project).catch((error: unknown) => {
    if (error instanceof FanionError) return null
    throw error
  })
