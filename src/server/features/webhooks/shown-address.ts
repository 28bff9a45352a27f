import { createHash } from 'node:crypto'

/**
 * A receiver's address as the audit trail keeps it, for ever, and as other receivers are told of it: often the address is
 * itself the secret. Where it leads, and a digest by which a change of the rest shows.
 */
export function shownAddress(url: string): string {
  const digest = createHash('sha256').update(url).digest('hex').slice(0, 12)
  return URL.canParse(url) ? `${new URL(url).origin}/… (${digest})` : `… (${digest})`
}
