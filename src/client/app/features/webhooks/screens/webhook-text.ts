import type { Delivery, Webhook } from '../../../../../shared/features/webhooks/schemas/webhook.ts'
import { actionText } from '../../../../../shared/text/audit/act.ts'
import { clockTime } from '../../../components/time-text.tsx'

const shownActs = 2

/** What a webhook is told of, to finish "is told of …": `every act`, `Publish, Archive a flag and 3 more`. */
export const toldOf = ({ actions }: Pick<Webhook, 'actions'>): string => {
  if (actions.length === 0) return 'all events'
  const names = actions.map((action) => actionText[action]?.filter ?? action)
  const more = names.length - shownActs
  return more <= 1 ? names.join(', ') : `${names.slice(0, shownActs).join(', ')} and ${more} more`
}

/** What became of a delivery: its state, and when it is tried again. */
export const deliveryText = ({ state, nextAttemptAt }: Pick<Delivery, 'state' | 'nextAttemptAt'>): string => {
  if (state === 'delivered') return 'delivered'
  if (state === 'dead') return 'failed'
  if (state === 'retrying' && nextAttemptAt !== null) return `retries at ${clockTime(Date.parse(nextAttemptAt))}`
  return 'pending'
}
