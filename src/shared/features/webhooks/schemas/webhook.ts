import { z } from 'zod'
import { list } from '../../../schemas/bounded.ts'
import { Id, Instant, ScopeKey } from '../../../schemas/keys.ts'
import { Name } from '../../../schemas/name.ts'
import { webAddress } from '../../../schemas/web-address.ts'
import { InProject } from '../../projects/schemas/project.ts'

const url = webAddress({ error: 'enter a URL such as https://example.com/hooks' })
/** Audit actions to send, such as `revision.publish`. An empty list sends all. */
const actions = list(z.string().regex(/^[a-z-]+\.[a-z-]+$/, 'name an action such as revision.publish')).max(100)
/** Environment keys whose events are sent; null for all. Events of the project itself are always sent. */
const environments = list(ScopeKey).min(1).max(20).nullable()

export const Webhook = z.strictObject({
  id: Id,
  name: z.string(),
  url: z.string(),
  actions: list(z.string()),
  environments: list(z.string()).nullable(),
  pausedAt: Instant.nullable(),
  createdAt: Instant,
})
export type Webhook = z.infer<typeof Webhook>

export const CreateWebhookInput = InProject.extend({
  name: Name,
  url,
  actions: actions.default([]),
  environments: environments.default(null),
})
export type CreateWebhookInput = z.output<typeof CreateWebhookInput>

export const ChangeWebhookInput = InProject.extend({
  id: Id,
  name: Name,
  url,
  actions,
  environments,
  paused: z.boolean(),
})
export type ChangeWebhookInput = z.output<typeof ChangeWebhookInput>

export const WebhookReference = InProject.extend({ id: Id })

/** The only time a secret is shown: `whsec_…`, the format of Standard Webhooks libraries. */
export const WebhookSecret = z.strictObject({ webhook: Webhook, secret: z.string() })
export type WebhookSecret = z.infer<typeof WebhookSecret>

export const Delivery = z.strictObject({
  id: Id,
  action: z.string(),
  /** Sequence number of the audit event. Null for a test delivery. */
  sequence: z.int().nullable(),
  state: z.enum(['pending', 'retrying', 'delivered', 'dead']),
  attempts: z.int(),
  nextAttemptAt: Instant.nullable(),
  /** HTTP status of the last attempt. Null if there was no response; `problem` then says why. */
  status: z.int().nullable(),
  problem: z.string().nullable(),
  tookMs: z.int().nullable(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
})
export type Delivery = z.infer<typeof Delivery>

/** Deliveries of one webhook, newest first. `before` is the `next` of the previous page. */
export const ListDeliveriesInput = WebhookReference.extend({ before: z.string().max(100).nullable().default(null) })
export const DeliveryList = z.strictObject({ deliveries: list(Delivery), next: z.string().nullable() })
export type DeliveryList = z.infer<typeof DeliveryList>

export const DeliveryReference = WebhookReference.extend({ deliveryId: Id })
