import type { ColumnType } from 'kysely'
import type { TokenScope } from '../../../shared/features/access/schemas/api-token.ts'
import type { GroupRole } from '../../../shared/features/access/schemas/identity-provider.ts'

/** Tables for authentication and access, except accounts, memberships and SDK keys. */
export interface AccessTables {
  invitation: InvitationTable
  passwordReset: PasswordResetTable
  attempt: AttemptTable
  apiToken: ApiTokenTable
  tokenHolder: TokenHolderTable
  oneTimeCode: OneTimeCodeTable
  recoveryCode: RecoveryCodeTable
  passkey: PasskeyTable
  challenge: ChallengeTable
  identityProvider: IdentityProviderTable
  identity: IdentityTable
  deviceRequest: DeviceRequestTable
}

export interface InvitationTable {
  id: string
  projectId: string | null
  email: string
  role: 'viewer' | 'editor' | 'publisher' | 'admin' | 'owner' | 'member'
  environments: string[] | null
  tokenHash: Buffer
  invitedBy: string | null
  createdAt: Date
  expiresAt: Date
  acceptedAt: Date | null
  revokedAt: Date | null
}
export interface PasswordResetTable {
  id: string
  personId: string
  tokenHash: Buffer
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
}
/** Rate limit state of a subject: the number of attempts in the current window, and when the next one is allowed. */
interface AttemptTable {
  subject: string
  count: number
  since: Date
  closedUntil: Date | null
}
/** Users who have seen the text of a service token: its creator, and the creator of the token it replaced. */
interface TokenHolderTable {
  tokenId: string
  personId: string
}
export interface ApiTokenTable {
  id: string
  kind: 'personal' | 'service'
  personId: string | null
  projectId: string | null
  name: string
  prefix: string
  hash: Buffer
  scopes: ColumnType<TokenScope[], string, never>
  createdAt: Date
  createdBy: string | null
  lastUsedAt: Date | null
  expiresAt: Date | null
  revokedAt: Date | null
}
export interface OneTimeCodeTable {
  personId: string
  /** Sealed. */
  secret: string
  createdAt: Date
  confirmedAt: Date | null
  /** The newest TOTP time step whose code was accepted. A step is never accepted twice. */
  lastStep: ColumnType<string, number | undefined, number>
}
interface RecoveryCodeTable {
  personId: string
  hash: Buffer
  usedAt: Date | null
}
export interface PasskeyTable {
  id: string
  personId: string
  credentialId: string
  publicKey: Buffer
  counter: ColumnType<string, number, number>
  transports: string[]
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}
export interface ChallengeTable {
  id: string
  text: string
  personId: string | null
  expiresAt: Date
}
export interface IdentityProviderTable {
  id: string
  key: string
  name: string
  issuer: string
  clientId: string
  /** Sealed. */
  clientSecret: string
  domains: string[]
  groupsClaim: string
  groupRoles: ColumnType<GroupRole[], string, string>
  createsPeople: boolean
  enabled: boolean
  createdAt: Date
}
export interface IdentityTable {
  providerId: string
  subject: string
  personId: string
  createdAt: Date
}
/** A device authorization request: an application asks to act for a user. */
export interface DeviceRequestTable {
  id: string
  codeHash: Buffer
  userCode: string
  name: string
  scope: ColumnType<TokenScope, string, never>
  expiresInDays: number
  address: string
  createdAt: Date
  expiresAt: Date
  polledAt: Date | null
  state: 'waiting' | 'approved' | 'denied'
  personId: string | null
}
