import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Actor } from '../../platform/kernel/actor.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { type Ctx, inTransaction, type Origin } from '../../platform/kernel/ctx.ts'
import { proveProject } from '../../platform/kernel/scope.ts'

/** What an agent asked with one token about one project, added up: how often each tool. */
export type AgentCalls = {
  readonly actor: Actor
  /** Of the first of these calls. */
  readonly origin: Origin
  /** As it was named; null where none was. */
  readonly project: string | null
  readonly tools: Readonly<Record<string, number>>
}

/**
 * Puts what an agent asked into the audit trail, as the act of its token: of the project, where the token sees it. What a tool
 * did besides has an event of its own.
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

/** A project that its token does not see is told nothing. */
const seen = (ctx: Ctx, actor: Actor, project: string) =>
  proveProject(ctx.db, actor, project).catch((error: unknown) => {
    if (error instanceof FanionError) return null
    throw error
  })
