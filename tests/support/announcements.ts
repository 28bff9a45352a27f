import pg from 'pg'
import { atFileEnd } from './file-end.ts'

/** Collects the notifications that a database sends during an action, as `channel payload`, in order. */
export async function announcementsOf(url: string, channels: readonly string[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  atFileEnd('processes', () => client.end())
  for (const channel of channels) await client.query(`listen ${channel}`)
  return async (act: () => Promise<unknown>): Promise<string[]> => {
    const heard: string[] = []
    const [first = ''] = channels
    const over = new Promise<void>((resolve) => {
      client.on('notification', ({ channel, payload = '' }) => {
        if (payload === 'over') resolve()
        else heard.push(`${channel} ${payload}`)
      })
    })
    await act()
    // Notifications are delivered in commit order, so everything earlier has arrived by then.
    await client.query('select pg_notify($1, $2)', [first, 'over'])
    await over
    client.removeAllListeners('notification')
    return heard
  }
}
