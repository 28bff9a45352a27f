import type { TokenScope } from '../../../shared/features/access/schemas/api-token.ts'

/** Who performs an action: a signed-in user, a token within its scopes, or the system for the installation itself. */
export type Actor =
  | { kind: 'user'; id: string; name: string; email: string; instanceRole: 'owner' | 'member'; session: Session }
  | {
      kind: 'token'
      id: string
      name: string
      person: TokenPerson | null
      scopes: readonly TokenScope[]
      expiresAt?: Date | null
    }
  | { kind: 'system'; id: null; name: string }
  | { kind: 'anonymous'; id: null; name: string }

/** The browser session of a user. `authenticatedAt` is when they last entered their password. */
type Session = { id: string; authenticatedAt: Date }

/** The owner of a personal token, whose permissions also limit the token. A service token has none. */
type TokenPerson = { id: string; name: string; instanceRole: 'owner' | 'member' }

/** The id of the user behind an action, for database columns. Null for service tokens and the system. */
export const personIdOf = (actor: Actor): string | null => {
  if (actor.kind === 'user') return actor.id
  return actor.kind === 'token' ? (actor.person?.id ?? null) : null
}

/** The display name of an actor: for a personal token, the name of its owner. */
export const nameOf = (actor: Actor): string =>
  actor.kind === 'token' ? (actor.person?.name ?? actor.name) : actor.name
