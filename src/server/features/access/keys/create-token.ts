import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type {
  CreatedToken,
  CreateServiceTokenInput,
  CreateTokenInput,
  TokenScope,
} from '../../../../shared/features/access/schemas/api-token.ts'
import { roles } from '../../../../shared/permissions.ts'
import { type Actor, personIdOf } from '../../../platform/kernel/actor.ts'
import { audit } from '../../../platform/kernel/audit.ts'
import { type Ctx, inTransaction, type ProjectCtx } from '../../../platform/kernel/ctx.ts'
import { requireUserSession } from '../../../platform/kernel/require-permission.ts'
import { type ProvenProject, proveEnvironments, proveProject } from '../../../platform/kernel/scope.ts'
import { keyHash } from './key-hash.ts'
import { insertToken, insertTokenHolders, membersWhoSawToken } from './token-queries.ts'
import { tokenView } from './token-view.ts'

/**
 * Creates a personal token. Its scopes may name only projects that the caller sees. At each use, the token is also
 * limited to the caller's permissions at that time. A token cannot create personal tokens.
 */
export async function createToken(ctx: Ctx, input: CreateTokenInput): Promise<CreatedToken> {
  const person = requireUserSession(ctx.actor)
  for (const scope of input.scopes) if (scope.project !== '*') await checkTokenScope(ctx, scope)
  const owner = { kind: 'personal', personId: person.id, projectId: null, createdBy: person, holders: [] } as const
  return issueToken(ctx, owner, input, person.email)
}

/**
 * Creates a service token of the project. It acts for no account, and its role and environments cannot exceed its
 * creator's. One created by a token expires with that token at the latest.
 */
export async function createServiceToken(ctx: ProjectCtx, input: CreateServiceTokenInput): Promise<CreatedToken> {
  const scope = { project: ctx.project.key, role: input.role, environments: input.environments }
  await checkTokenScope(ctx, scope)
  rejectScopeEscalation(ctx.project, scope)
  const { name, expiresInDays } = input
  const createdBy = creatorOf(ctx.actor)
  const holders = await holdersOfNewToken(ctx)
  const owner = { kind: 'service', personId: null, projectId: ctx.project.id, createdBy, holders } as const
  return issueToken(ctx, owner, { name, scopes: [scope], expiresInDays }, ctx.project.key)
}

export type Owner = {
  kind: 'personal' | 'service'
  personId: string | null
  projectId: string | null
  createdBy: { id: string | null; name: string }
  /** For a service token: all accounts that have seen its text, or that of the token it derives from. */
  holders: readonly string[]
}

/**
 * The holders of a service token that the caller creates: the caller's account, or the holders of the service token
 * that makes this call.
 */
export async function holdersOfNewToken({ db, actor }: Ctx): Promise<readonly string[]> {
  const person = personIdOf(actor)
  if (person !== null) return [person]
  return actor.kind === 'token' ? membersWhoSawToken(db, actor.id) : []
}

export const creatorOf = (actor: Actor) => ({ id: personIdOf(actor), name: actor.name })

/** Creates a token whose scopes are already checked, with its audit event. `place` is the event's subject. */
export async function issueToken(
  ctx: Ctx,
  { createdBy, holders, ...owner }: Owner,
  input: CreateTokenInput,
  place: string,
): Promise<CreatedToken> {
  const text = `fan_${owner.kind === 'personal' ? 'pat' : 'svc'}_${ctx.newSecret(32)}`
  const createdAt = ctx.now()
  const { name, scopes, expiresInDays } = input
  const row = {
    id: ctx.newId(),
    ...owner,
    name,
    prefix: text.slice(0, 12),
    createdAt,
    lastUsedAt: null,
    expiresAt: endOf(ctx.actor, expiresInDays === null ? null : new Date(createdAt.getTime() + expiresInDays * dayMs)),
    revokedAt: null,
  }
  const token = tokenView({ ...row, scopes, creatorName: createdBy.name })
  await inTransaction(ctx, async (tx) => {
    await insertToken(tx.db, {
      ...row,
      scopes: JSON.stringify(scopes),
      hash: keyHash(text),
      createdBy: createdBy.id,
    })
    await insertTokenHolders(tx.db, row.id, holders)
    const subject = `${place}/${row.prefix}`
    await audit(tx, {
      action: 'token.create',
      subject,
      ...(owner.projectId && { projectId: owner.projectId }),
      after: token,
    })
  })
  return { token, text }
}

/** Rejects unusable scopes: an unknown project or environment, or an admin limited to some environments. */
export async function checkTokenScope(ctx: Ctx, scope: TokenScope): Promise<void> {
  const project = await proveProject(ctx.db, ctx.actor, scope.project)
  const known = (await proveEnvironments(ctx.db, project)).map(({ key }) => key)
  const unknown = scope.environments?.find((key) => !known.includes(key))
  if (unknown !== undefined) {
    const problem = {
      path: 'environments',
      problem: `environment "${unknown}" doesn’t exist`,
      expected: known.join(', '),
    }
    throw new FanionError('environment/not-found', { problems: [problem] })
  }
}

const dayMs = 24 * 3_600_000

/** The expiry of a token that this actor creates. It never outlives the token that created it. */
function endOf(actor: Actor, wanted: Date | null): Date | null {
  const own = actor.kind === 'token' ? (actor.expiresAt ?? null) : null
  if (own === null || wanted === null) return own ?? wanted
  return own < wanted ? own : wanted
}

/** Rejects a scope that exceeds the creator's own in this project: a higher role or more environments. */
export function rejectScopeEscalation(held: ProvenProject, asked: Omit<TokenScope, 'project'>): void {
  const { role, environments } = held
  const beyond =
    environments !== null &&
    (asked.environments === null || asked.environments.some((key) => !environments.includes(key)))
  if (!beyond && roles.indexOf(asked.role) <= roles.indexOf(role)) return
  const where = environments === null ? 'here' : `in ${environments.join(', ')}`
  const sentence = `Your role ${where} is ${role}, so a token can’t have more.`
  throw new FanionError('auth/forbidden', { role, asked: asked.role }, sentence)
}
