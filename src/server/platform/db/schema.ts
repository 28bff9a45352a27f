import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Attribute } from '../../../shared/features/attributes/schemas/attribute.ts'
import type { FlagFileLocation } from '../../../shared/features/flags/schemas/flag-view.ts'
import type { Dialect, EnvironmentColour } from '../../../shared/features/projects/schemas/project.ts'
import type { RevisionMark } from '../../../shared/features/publishing/schemas/revision.ts'
import type { SampledContext } from '../../../shared/features/usage/schemas/telemetry.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'
import type { AccessTables } from './access-tables.ts'
import type { BuildTables } from './build-tables.ts'
import type { ChangeTables } from './change-tables.ts'
import type { CountTables } from './count-tables.ts'
import type { ExperimentTables } from './experiment-tables.ts'
import type { GuardTables } from './guard-tables.ts'
import type { ImportTables } from './import-tables.ts'
import type { LetterTables } from './letter-tables.ts'
import type { MeasureTables } from './measure-tables.ts'
import type { PromiseTables } from './promise-tables.ts'
import type { RampTables } from './ramp-tables.ts'
import type { SourceTables } from './source-tables.ts'
import type { WebhookTables } from './webhook-tables.ts'

/** The tables after all migrations. Columns are snake_case in PostgreSQL and camelCase here. */
export interface Database
  extends AccessTables,
    BuildTables,
    ChangeTables,
    CountTables,
    ExperimentTables,
    GuardTables,
    ImportTables,
    LetterTables,
    MeasureTables,
    PromiseTables,
    RampTables,
    SourceTables,
    WebhookTables {
  person: PersonTable
  session: SessionTable
  project: ProjectTable
  environment: EnvironmentTable
  membership: MembershipTable
  sdkKey: SdkKeyTable
  flag: FlagTable
  segment: SegmentTable
  revision: RevisionTable
  entry: EntryTable
  head: HeadTable
  reference: ReferenceTable
  event: EventTable
  sampleContext: SampleContextTable
  attribute: AttributeTable
  savedView: SavedViewTable
  installation: InstallationTable
  formerEnvironment: FormerEnvironmentTable
  packageRelease: PackageReleaseTable
  readerFormat: ReaderFormatTable
}

type Kind = 'flag' | 'segment'
type ActorKind = 'user' | 'token' | 'system'
/** Written as JSON text, read as a document that zod validated before it was written. */
type DocumentColumn = JSONColumnType<FlagDocument | SegmentDocument>

/** Has exactly one row. */
interface InstallationTable {
  one: Generated<boolean>
  /** Fingerprint of the secret that the installation's servers share. */
  secretFingerprint: string
  /** Fingerprint of the secret that is being rotated to. Null if no rotation is in progress. */
  nextFingerprint: ColumnType<string | null, string | null | undefined, string | null>
  /** The sealed root key that other keys are derived from. Null if the secret was never rotated. */
  sealedRoot: ColumnType<string | null, string | null | undefined, string | null>
  /** Where events and exposures are stored. */
  measureStore: Generated<'postgresql' | 'clickhouse'>
}

export interface PersonTable {
  id: string
  email: string
  name: string
  instanceRole: 'owner' | 'member'
  passwordHash: string | null
  disabledAt: Date | null
  lastSeenAt: Date | null
  createdAt: Date
  /** Null if the user has not chosen one. */
  locale: string | null
}
export interface SessionTable {
  id: string
  tokenHash: Buffer
  personId: string
  address: string
  userAgent: string
  createdAt: Date
  seenAt: Date
  authenticatedAt: Date
  expiresAt: Date
  providerId: ColumnType<string | null, string | null | undefined, never>
  /** Sealed. */
  idToken: ColumnType<string | null, string | null | undefined, never>
}
export interface ProjectTable {
  id: string
  key: string
  name: string
  description: string
  flagKeyPattern: string | null
  dialect: ColumnType<Dialect, Dialect | undefined, Dialect>
  /** Whether publishes are rejected that would remove a flag which SDKs of other vendors still read. */
  protectReaders: Generated<boolean>
  /** Number of the project's latest run. */
  lastRun: Generated<number>
  createdAt: Date
  archivedAt: Date | null
}
/** The vendor formats that SDKs read an environment in, with the last use. */
interface ReaderFormatTable {
  environmentId: string
  format: string
  lastSeenAt: Date
}
export interface EnvironmentTable {
  id: string
  projectId: string
  key: string
  name: string
  colour: EnvironmentColour
  position: number
  protected: boolean
  requiredApprovals: number
  /** The head when approvals became required. Null while they are not. Maintained by a trigger. */
  approvedFrom: ColumnType<number | null, never, never>
  headNumber: Generated<number>
  /** Incremented when an invariant of the environment is edited. */
  promisesVersion: Generated<number>
  sampling: Generated<boolean>
  /** Share of stored contexts that one publish may move without an impact review. Null disables the review. */
  moveLimitPer100k: ColumnType<number | null, number | null | undefined, number | null>
  createdAt: Date
}
export interface MembershipTable {
  projectId: string
  personId: string
  role: 'viewer' | 'editor' | 'publisher' | 'admin'
  environments: string[] | null
  createdAt: Date
  /** The single sign-on provider whose group granted the membership. It is revoked when the user leaves the group. */
  providerId: ColumnType<string | null, string | null | undefined, string | null>
}
export interface SdkKeyTable {
  id: string
  environmentId: string
  kind: 'server' | 'client'
  name: string
  prefix: string
  hash: Buffer
  clientText: string | null
  allowedOrigins: string[]
  createdAt: Date
  createdBy: string | null
  lastUsedAt: Date | null
  expiresAt: Date | null
  revokedAt: Date | null
}
export interface FlagTable {
  id: string
  projectId: string
  key: string
  name: string
  description: string
  type: 'boolean' | 'string' | 'number' | 'object'
  schema: JSONColumnType<Record<string, unknown>> | null
  variants: string[]
  tags: string[]
  ownerId: string | null
  permanence: 'temporary' | 'permanent'
  expectedEnd: Date | null
  visibleToClients: boolean
  createdAt: Date
  createdBy: string | null
  archivedAt: Date | null
  archivedBy: string | null
  /** The file it was last applied from. */
  keptIn: ColumnType<FlagFileLocation | null, string | null | undefined, string | null>
  /** The transaction that last changed the row. Maintained by a trigger. */
  changed: ColumnType<string, never, never>
}
interface AttributeTable {
  projectId: string
  name: string
  type: Attribute['type']
  required: boolean
  knownValues: JSONColumnType<Attribute['knownValues']>
  personal: boolean
  description: string
}
interface SavedViewTable {
  id: string
  projectId: string
  /** The owner of a personal view. Null if the view is shared with the project. */
  personId: string | null
  name: string
  query: string
  sort: 'name' | 'updated' | null
  createdAt: Date
}
export interface SegmentTable {
  id: string
  projectId: string
  key: string
  name: string
  description: string
  createdAt: Date
  archivedAt: Date | null
}
export interface RevisionTable {
  environmentId: string
  number: number
  publishedAt: Date
  actorKind: ActorKind
  actorId: string | null
  actorName: string
  message: string
  mark: RevisionMark | null
  digest: string
  /** Number of the change that this revision applied. */
  changeNumber: number | null
}
interface EntryTable {
  environmentId: string
  number: number
  kind: Kind
  key: string
  document: ColumnType<FlagDocument | SegmentDocument | null, string | null, never>
}
interface HeadTable {
  environmentId: string
  kind: Kind
  key: string
  number: number
  document: DocumentColumn
}
/** References between current documents: derived from `head` in the same transaction. */
interface ReferenceTable {
  environmentId: string
  kind: Kind
  key: string
  toKind: Kind
  toKey: string
}
interface EventTable {
  sequence: Generated<string>
  id: string
  at: Date
  actorKind: ActorKind
  actorId: string | null
  actorName: string
  action: string
  subject: string
  projectId: string | null
  environmentId: string | null
  before: ColumnType<unknown, string | null, never>
  after: ColumnType<unknown, string | null, never>
  requestId: string
  address: string
  userAgent: string
}
/** Key of a deleted environment. It is never reused. */
interface FormerEnvironmentTable {
  projectId: string
  key: string
}
interface SampleContextTable {
  environmentId: string
  /** Digest of the context's JSON, so that equal contexts are stored once. */
  digest: string
  context: JSONColumnType<SampledContext>
  seenAt: Date
}

/** A package version as it was first served. Never changed or removed. */
interface PackageReleaseTable {
  name: string
  version: string
  manifest: JSONColumnType<Record<string, unknown>>
  releasedAt: Date
  /** In the format of lock files: `sha512-…`. */
  integrity: string
  /** SHA-1, hexadecimal. */
  shasum: string
  tarball: Buffer
}
