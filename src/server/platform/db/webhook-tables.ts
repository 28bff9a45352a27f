import type { Generated } from 'kysely'

/** The tables of webhooks and of what was sent by them. */
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
  /** Empty: every action. */
  actions: string[]
  environments: string[] | null
  pausedAt: Date | null
  createdAt: Date
  createdBy: string | null
  /** Until when a server sends by it, and in which turn: nobody else does meanwhile. */
  heldUntil: Generated<Date | null>
  heldBy: Generated<string | null>
  /** Its receiver did not take the last message. */
  failing: Generated<boolean>
}
export interface DeliveryTable {
  id: Generated<string>
  webhookId: string
  /** The event it tells of; null for a test. */
  eventSequence: string | null
  action: string
  state: 'pending' | 'retrying' | 'delivered' | 'dead'
  attempts: Generated<number>
  nextAttemptAt: Date | null
  status: Generated<number | null>
  problem: Generated<string | null>
  tookMs: Generated<number | null>
  createdAt: Date
  finishedAt: Generated<Date | null>
}
