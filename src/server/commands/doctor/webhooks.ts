import { activeWebhooks } from '../../features/webhooks/queries.ts'
import { openBoundedDb } from './bounded-db.ts'
import type { Finding } from './finding.ts'

/** Finds webhooks whose receivers reject deliveries. */
export async function checkWebhooks(url: string): Promise<Finding> {
  const about = 'webhooks'
  const db = openBoundedDb(url)
  try {
    const rows = await activeWebhooks(db)
    const failing = rows.filter((row) => row.failing)
    if (failing.length === 0) {
      const says = rows.length === 0 ? 'There are none.' : `Receivers take what is sent (${rows.length}).`
      return { about, state: 'fine', says }
    }
    const names = failing.slice(0, 5).map(({ project, name }) => `${project}/${name}`)
    const says = `${failing.length} of ${rows.length} aren’t taken by their receivers: ${names.join(', ')}.`
    return { about, state: 'note', says, cure: 'Each one’s page says what its receiver answered.' }
  } finally {
    await db.destroy()
  }
}
