import type { Delivery, Webhook } from '../../../../../shared/features/webhooks/schemas/webhook.ts'
import { actionText } from '../../../../../shared/text/audit/act.ts'
import { clockTime } from '../../../components/time-text.tsx'

const shownActs = 2

/** The events of a webhook: `all events`, `Publish, Archive a flag and 3 more`. */
export const subscriptionText = ({ actions }: Pick<Webhook, 'actions'>): string => {
  if (actions.length === 0) return 'all events'
  const names = actions.map((action) => actionText[action]?.filter ?? action)
  const more = names.length - shownActs
  return more <= 1 ? names.join(', ') : `${names.slice(0, shownActs).join(', ')} and ${more} more`
}

/** State of a delivery, and when it is retried. */
export const deliveryText = ({ state, nextAttemptAt }: Pick<Delivery, 'state' | 'nextAttemptAt'>): string => {
  if (state === 'delivered') return 'delivered'
  if (state === 'dead') return 'failed'
  if (state === 'retrying' && nextAttemptAt !== null) return `retries at ${clockTime(Date.parse(nextAttemptAt))}`
  return 'pending'
}
