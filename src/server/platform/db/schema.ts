import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Attribute } from '../../../shared/features/attributes/schemas/attribute.ts'
import type { KeptIn } from '../../../shared/features/flags/schemas/flag-view.ts'
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

/** The tables, as the migrations leave them. Columns are snake_case in PostgreSQL and camelCase here. */
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
/** Written as JSON text, read as the document that zod checked before it was written. */
type DocumentColumn = JSONColumnType<FlagDocument | SegmentDocument>

/** One row. */
interface InstallationTable {
  one: Generated<boolean>
  /** Of the secret that its servers share. */
  secretFingerprint: string
  /** Of the secret that is being rotated to; null if no rotation is under way. */
  nextFingerprint: ColumnType<string | null, string | null | undefined, string | null>
  /** The key that derived keys follow from, sealed. Null if the secret was never rotated. */
  sealedRoot: ColumnType<string | null, string | null | undefined, string | null>
  /** Where events and exposures lie. */
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
  /** Null where they chose none. */
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
  /** Whether a publish is held back that leaves SDKs of other systems without a flag they read. */
  protectReaders: Generated<boolean>
  /** The number that its last run was given. */
  lastRun: Generated<number>
  createdAt: Date
  archivedAt: Date | null
}
/** Which other systems' SDKs read an environment, and when last. */
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
  /** The head when approvals came to be required; null while none are. The database keeps it. */
  approvedFrom: ColumnType<number | null, never, never>
  headNumber: Generated<number>
  /** Counts the edits of the promises that hold there. */
  promisesVersion: Generated<number>
  sampling: Generated<boolean>
  /** The share of kept contexts that one publish may move without a second look; null where nobody asks for one. */
  moveLimitPer100k: ColumnType<number | null, number | null | undefined, number | null>
  createdAt: Date
}
export interface MembershipTable {
  projectId: string
  personId: string
  role: 'viewer' | 'editor' | 'publisher' | 'admin'
  environments: string[] | null
  createdAt: Date
  /** The provider of single sign-on whose groups gave it; it goes when the group does. */
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
  /** The file that it was applied from last. */
  keptIn: ColumnType<KeptIn | null, string | null | undefined, string | null>
  /** The transaction that touched the row last; the database keeps it. */
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
  /** Whose own it is; null where the project shares it. */
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
  /** Number of the change it applied, in the project. */
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
/** Which head names which other subject: derived from `head` in the same transaction. */
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
/** The key of an environment that was deleted; it is never given again. */
interface FormerEnvironmentTable {
  projectId: string
  key: string
}
interface SampleContextTable {
  environmentId: string
  /** Of the context's JSON: the same context is kept once. */
  digest: string
  context: JSONColumnType<SampledContext>
  seenAt: Date
}

/** A version of a package as it was first served here; never changed, never removed. */
interface PackageReleaseTable {
  name: string
  version: string
  /** Its package.json. */
  manifest: JSONColumnType<Record<string, unknown>>
  releasedAt: Date
  /** As lock files have it: `sha512-…`. */
  integrity: string
  /** SHA-1, hexadecimal. */
  shasum: string
  tarball: Buffer
}
