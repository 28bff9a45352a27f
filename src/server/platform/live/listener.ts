import pg from 'pg'
import { addressOf, type DatabaseAddress } from '../db/address.ts'
import { isSignInRefused } from '../db/failure.ts'

/**
 * A connection outside the pool that LISTENs permanently and reconnects with growing pauses. A notification is only a
 * wake-up: its receiver reads the log. `onWake` is called once without a payload after every (re)connection, because
 * notifications may have been missed.
 */
export class Listener {
  readonly #address: DatabaseAddress
  readonly #onWake: (channel: string | undefined, payload: string) => void
  #client: pg.Client | undefined
  #retry: NodeJS.Timeout | undefined
  #attempt = 0
  #closed = false

  constructor(url: string | DatabaseAddress, onWake: (channel: string | undefined, payload: string) => void) {
    this.#address = addressOf(url)
    this.#onWake = onWake
  }

  /** Whether notifications can arrive at the moment. */
  get connected(): boolean {
    return this.#client !== undefined
  }

  /** Connects. On failure it retries by itself. */
  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#address.url(),
      application_name: 'fanion-listen',
      keepAlive: true,
    })
    let lost = false
    const onLost = () => {
      if (lost || this.#closed) return
      lost = true
      this.#client = undefined
      const pauseMs = Math.min(50 * 2 ** this.#attempt++, 5_000) * (0.5 + Math.random())
      this.#retry = setTimeout(() => void this.start(), pauseMs)
    }
    client.on('error', onLost)
    client.on('end', onLost)
    client.on('notification', ({ channel, payload }) => this.#onWake(channel, payload ?? ''))
    try {
      await client.connect()
      await client.query('listen fanion_log')
      await client.query('listen fanion_keys')
      await client.query('listen fanion_webhooks')
      await client.query('listen fanion_access')
      await client.query('listen fanion_changes')
      await client.query('listen fanion_presence')
      await client.query('listen fanion_measure')
    } catch (error) {
      if (isSignInRefused(error)) this.#address.refresh()
      onLost()
      return
    }
    if (this.#closed) {
      await client.end()
      return
    }
    this.#client = client
    this.#attempt = 0
    this.#onWake(undefined, '')
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#retry)
    await this.#client?.end()
  }
}
