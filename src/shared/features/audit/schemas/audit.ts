import { z } from 'zod'
import { list } from '../../../schemas/bounded.ts'
import { Id, Instant, Json, ScopeKey } from '../../../schemas/keys.ts'
import { InProject } from '../../projects/schemas/project.ts'
import { ActorView } from '../../publishing/schemas/revision.ts'

export const AuditEvent = z.strictObject({
  /** Increases with every event of the instance. Failed transactions leave gaps. */
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

/** An event must match all of these filters. `from` is inclusive, `until` is exclusive. */
export const AuditFilter = z.strictObject({
  project: ScopeKey.optional(),
  environment: ScopeKey.optional(),
  /** Id of an account or token. */
  actor: z.string().max(100).optional(),
  action: z.string().max(100).optional(),
  subject: z.string().max(500).optional(),
  from: Instant.optional(),
  until: Instant.optional(),
})
export type AuditFilter = z.infer<typeof AuditFilter>

const page = { before: z.int().min(1).optional(), limit: z.int().min(1).max(200).default(50) }

/** Newest first. `before` is the sequence to continue from: the `next` of the previous page. */
export const ListAuditInput = AuditFilter.extend(page)
export type ListAuditInput = z.input<typeof ListAuditInput>

export const AuditList = z.strictObject({ events: list(AuditEvent), next: z.int().nullable() })
export type AuditList = z.infer<typeof AuditList>

/** The audit events of one project, for its members. */
export const ListActivityInput = InProject.extend(AuditFilter.omit({ project: true }).shape).extend(page)
export type ListActivityInput = z.input<typeof ListActivityInput>

/** An audit event as project members see it: without address, user agent and request id. */
export const Activity = AuditEvent.omit({ requestId: true, address: true, userAgent: true })
export type Activity = z.infer<typeof Activity>

export const ActivityList = z.strictObject({ events: list(Activity), next: z.int().nullable() })
export type ActivityList = z.infer<typeof ActivityList>

/** Verifies a section of the hash chains: the links after `after`, the `next` of an earlier response. */
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
   * The last verified link of the instance's chain. Store it elsewhere to detect a later loss of it and of everything
   * that its checkpoints record.
   */
  last: z.strictObject({ position: z.int(), hash: z.string() }).nullable(),
  /** Events that were altered, are missing or are out of order. `chain` is a project's key, or null. */
  broken: list(
    z.strictObject({
      chain: z.string().nullable(),
      position: z.int(),
      sequence: z.int().nullable(),
      problem: z.string(),
    }),
  ),
  /** Where to continue; null at the end. */
  next: z.string().nullable(),
  /** Events without a link, counted at the end of the chains. */
  unchained: z.int(),
  /** Archived events, also counted at the end of the chains. */
  archived: z.int(),
})
export type AuditVerification = z.infer<typeof AuditVerification>

/** The number of project chains that have grown since the last checkpoint and are recorded in this one. */
export const AuditCheckpoint = z.strictObject({ chains: z.int() })
export type AuditCheckpoint = z.infer<typeof AuditCheckpoint>
