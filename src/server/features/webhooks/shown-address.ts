import { createHash } from 'node:crypto'

/**
 * A receiver's address as shown in the audit trail and to other receivers: its origin, and a digest that reveals
 * changes of the rest. Often the address itself is a secret.
 */
export function shownAddress(url: string): string {
  const digest = createHash('sha256').update(url).digest('hex').slice(0, 12)
  return URL.canParse(url) ? `${new URL(url).origin}/… (${digest})` : `… (${digest})`
}
