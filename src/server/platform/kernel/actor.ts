import type { TokenScope } from '../../../shared/features/access/schemas/api-token.ts'

/** Who acts. A person is signed in; a token acts within its scopes until it expires; the system acts for the installation itself. */
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

/** The browser session a person acts through; `authenticatedAt` is when the password was last given. */
type Session = { id: string; authenticatedAt: Date }

/** Whose personal token it is: the token never may more than they. A service token has nobody. */
type TokenPerson = { id: string; name: string; instanceRole: 'owner' | 'member' }

/** The person behind an act, for columns that refer to one; null for service tokens and the system. */
export const personIdOf = (actor: Actor): string | null => {
  if (actor.kind === 'user') return actor.id
  return actor.kind === 'token' ? (actor.person?.id ?? null) : null
}

/** What people call whoever is behind an act: the person's name also where their token acted. */
export const nameOf = (actor: Actor): string =>
  actor.kind === 'token' ? (actor.person?.name ?? actor.name) : actor.name
