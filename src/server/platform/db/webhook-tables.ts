import type { Generated } from 'kysely'

export interface WebhookTables {
  webhook: WebhookTable
  delivery: DeliveryTable
}

export interface WebhookTable {
  id: string
  projectId: string
  name: string
  url: string
  /** Sealed. */
  secret: string
  /** Empty means every action. */
  actions: string[]
  environments: string[] | null
  pausedAt: Date | null
  createdAt: Date
  createdBy: string | null
  /** Lease of the server that is sending, and the id of its round. No other server sends in the meantime. */
  heldUntil: Generated<Date | null>
  heldBy: Generated<string | null>
  /** Whether the receiver rejected the last message. */
  failing: Generated<boolean>
}
export interface DeliveryTable {
  id: Generated<string>
  webhookId: string
  /** The audit event that is delivered. Null for a test message. */
  eventSequence: string | null
  action: string
  state: 'pending' | 'retrying' | 'delivered' | 'dead'
  attempts: Generated<number>
  /** Number of servers in a row that stopped while they sent it. */
  interrupted: Generated<number>
  nextAttemptAt: Date | null
  status: Generated<number | null>
  problem: Generated<string | null>
  tookMs: Generated<number | null>
  createdAt: Date
  finishedAt: Generated<Date | null>
}
