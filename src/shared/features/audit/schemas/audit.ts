import { z } from 'zod'
import { list } from '../../../schemas/bounded.ts'
import { Id, Instant, Json, ScopeKey } from '../../../schemas/keys.ts'
import { InProject } from '../../projects/schemas/project.ts'
import { ActorView } from '../../publishing/schemas/revision.ts'

/** One act, as the audit trail keeps it. */
export const AuditEvent = z.strictObject({
  /** Grows with every event of the installation; numbers of transactions that failed are missing. */
  sequence: z.int(),
  id: Id,
  at: Instant,
  actor: ActorView,
  /** Noun and verb, for example `flag.create`. */
  action: z.string(),
  /** A path of keys, for example `shop/production/12`. */
  subject: z.string(),
  project: ScopeKey.nullable(),
  environment: ScopeKey.nullable(),
  before: Json,
  after: Json,
  requestId: z.string(),
  address: z.string(),
  userAgent: z.string(),
})
export type AuditEvent = z.infer<typeof AuditEvent>

/** All of them must hold. `from` is included, `until` is not. */
export const AuditFilter = z.strictObject({
  project: ScopeKey.optional(),
  environment: ScopeKey.optional(),
  /** Id of a person or token. */
  actor: z.string().max(100).optional(),
  action: z.string().max(100).optional(),
  subject: z.string().max(500).optional(),
  from: Instant.optional(),
  until: Instant.optional(),
})
export type AuditFilter = z.infer<typeof AuditFilter>

const page = { before: z.int().min(1).optional(), limit: z.int().min(1).max(200).default(50) }

/** Newest first. `before` is the sequence to go on from, as the answer's `next` gave it. */
export const ListAuditInput = AuditFilter.extend(page)
export type ListAuditInput = z.input<typeof ListAuditInput>

export const AuditList = z.strictObject({ events: list(AuditEvent), next: z.int().nullable() })
export type AuditList = z.infer<typeof AuditList>

/** What happened in one project, for its members. */
export const ListActivityInput = InProject.extend(AuditFilter.omit({ project: true }).shape).extend(page)
export type ListActivityInput = z.input<typeof ListActivityInput>

/** An act as the members of its project see it: not from where. */
export const Activity = AuditEvent.omit({ requestId: true, address: true, userAgent: true })
export type Activity = z.infer<typeof Activity>

export const ActivityList = z.strictObject({ events: list(Activity), next: z.int().nullable() })
export type ActivityList = z.infer<typeof ActivityList>

/** Verifies a stretch of the chains: the links behind `after`, which an answer before gave as its `next`. */
export const VerifyAuditInput = z.strictObject({
  after: z
    .string()
    .regex(/^([0-9a-f-]{36}:\d{1,15})?$/, 'is what an earlier answer gave as next')
    .default(''),
  limit: z.int().min(1).max(50_000).default(10_000),
})
export type VerifyAuditInput = z.input<typeof VerifyAuditInput>

export const AuditVerification = z.strictObject({
  checked: z.int(),
  /**
   * The last link of the installation's chain that was looked at: note it down elsewhere, and a later loss of it shows, and
   * of all that its checkpoints record.
   */
  last: z.strictObject({ position: z.int(), hash: z.string() }).nullable(),
  /** Events that are not what was hashed, or not there, or in the wrong place; `chain` is a project's key, or null. */
  broken: list(
    z.strictObject({
      chain: z.string().nullable(),
      position: z.int(),
      sequence: z.int().nullable(),
      problem: z.string(),
    }),
  ),
  /** Where to go on; null at the end. */
  next: z.string().nullable(),
  /** Events without a link, counted at the end of the chains. */
  unchained: z.int(),
  /** Events that were archived, counted there too. */
  archived: z.int(),
})
export type AuditVerification = z.infer<typeof AuditVerification>

/** How many projects' chains have grown since, and are recorded now. */
export const AuditCheckpoint = z.strictObject({ chains: z.int() })
export type AuditCheckpoint = z.infer<typeof AuditCheckpoint>
