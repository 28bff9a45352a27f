import { version } from '../../../shared/version.ts'
import type { Platform } from './platform.ts'
import { createBackoff } from './retry.ts'
import { sendRequest } from './send-request.ts'

/** Limits: rows and bytes of a batch, and rows of the outbox. Specification, section 9. */
const [batchRows, batchBytes, outboxRows] = [500, 48 * 1024, 10_000]

/** How long `close` waits for pending requests, in ms. */
const closeMs = 3_000

/** A closed batch never changes, so it can be resent until the server acknowledges it. */
type Batch = {
  readonly id: string
  /** Rows as JSON. */
  readonly exposures: readonly string[]
  readonly events: readonly string[]
  readonly dropped: number
}

/** Stores batches that the server has not acknowledged. If a call fails, they stay in memory only. */
type BatchStorage = {
  readonly read: () => Promise<string | null>
  readonly write: (text: string) => Promise<void>
  readonly maxBytes: number
}

export type OutboxOptions = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** A batch is closed this long after its first row, in ms. */
  readonly closesMs: number
  readonly kept: BatchStorage | null
  readonly fault: (message: string) => void
}

export type Outbox = {
  /** Adds a row, which must be representable as JSON. Never throws or blocks. */
  readonly add: (kind: 'exposures' | 'events', row: object) => void
  /** Sends all batches now. Resolves after one attempt per batch. */
  readonly flush: () => Promise<void>
  readonly close: () => Promise<void>
}

type PlatformParts = Pick<Platform, 'name' | 'now' | 'random' | 'newId' | 'startTimer' | 'fetch'>

/**
 * Sends exposures and events to the server in batches. Each batch is sent until it is acknowledged, and the server
 * stores it once. The size is bounded: rows that do not fit are dropped, and the next batch reports how many.
 */
export const createOutbox = (platform: PlatformParts, options: OutboxOptions): Outbox => {
  const { url, headers, closesMs, kept, fault } = options
  const backoff = createBackoff(platform.random)
  const controller = new AbortController()
  let open = { exposures: [] as string[], events: [] as string[] }
  let [openBytes, rows, dropped] = [0, 0, 0]
  let queue: Batch[] = []
  let stopTimer: (() => void) | null = null
  let sending: Promise<void> | null = null
  let ended = false
  let isKept = false

  const freeze = () => {
    stopTimer?.()
    stopTimer = null
    if (open.exposures.length + open.events.length === 0) return
    queue.push({ id: platform.newId(), ...open, dropped })
    open = { exposures: [], events: [] }
    openBytes = 0
    dropped = 0
  }

  const send = async (batch: Batch): Promise<'stored' | 'refused' | 'later' | { afterMs: number }> => {
    const sentAt = new Date(platform.now()).toISOString()
    const head = JSON.stringify({ batch: batch.id, sentAt, sdk: `${platform.name} ${version}`, dropped: batch.dropped })
    const body = `${head.slice(0, -1)},"exposures":[${batch.exposures.join()}],"events":[${batch.events.join()}]}`
    const failure = await sendRequest(
      platform,
      {
        url: `${url}/sdk/v1/events`,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
        signal: controller.signal,
      },
      async () => null,
    )
    if (failure === null) return 'stored'
    const { kind, status = 0, retryAfter, reason } = failure
    if (kind === 'refused' || status === 400 || status === 413) {
      fault(`events were refused: ${reason}`)
      return 'refused'
    }
    const afterMs = Number(retryAfter ?? Number.NaN) * 1_000
    return afterMs > 0 ? { afterMs } : 'later'
  }

  /** Stores the unsent batches, or an empty text once all are sent. */
  const keep = async () => {
    if (kept === null || (queue.length === 0 && !isKept)) return
    const lines: string[] = []
    let bytes = 0
    for (const batch of queue) {
      const line = JSON.stringify(batch)
      bytes += line.length + 1
      if (bytes > kept.maxBytes) break
      lines.push(line)
    }
    isKept = lines.length > 0
    await kept.write(lines.join('\n')).catch(() => {})
  }

  const drain = async () => {
    while (queue.length > 0 && !ended) {
      const [batch] = queue
      const sent = batch === undefined ? 'refused' : await send(batch)
      if (sent === 'stored' || sent === 'refused') {
        backoff.reset()
        queue.shift()
        rows -= batch === undefined ? 0 : sizeOf(batch)
        continue
      }
      await keep()
      if (!ended) platform.startTimer(go, typeof sent === 'object' ? sent.afterMs : backoff.next())
      return
    }
    if (queue.length === 0) await keep()
  }

  const go = () => {
    if (sending !== null || ended) return
    sending = drain().finally(() => {
      sending = null
    })
  }

  const reading = (async () => {
    const text = (await kept?.read().catch(() => null)) ?? ''
    const batches = text.split('\n').flatMap((line) => batchOf(line))
    if (batches.length === 0) return
    isKept = true
    queue = [...batches, ...queue]
    rows += batches.reduce((sum, batch) => sum + sizeOf(batch), 0)
    go()
  })()

  const flush = async () => {
    await reading
    freeze()
    go()
    await sending
  }

  return {
    add: (kind, row) => {
      if (ended) return
      if (rows >= outboxRows) {
        dropped += 1
        return
      }
      const text = JSON.stringify(row)
      if (openBytes + text.length > batchBytes) freeze()
      open[kind].push(text)
      rows += 1
      openBytes += text.length
      if (open.exposures.length + open.events.length >= batchRows) {
        freeze()
        go()
      } else if (stopTimer === null) {
        stopTimer = platform.startTimer(() => {
          freeze()
          go()
        }, closesMs)
      }
    },
    flush,
    close: async () => {
      let stop = () => {}
      const patience = new Promise<void>((resolve) => {
        stop = platform.startTimer(resolve, closeMs)
      })
      await Promise.race([flush(), patience])
      stop()
      ended = true
      controller.abort()
      await keep()
    },
  }
}

const sizeOf = ({ exposures, events }: Batch): number => exposures.length + events.length

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string')

/** Parses a line of the outbox file. Returns an empty list if the line is truncated or malformed. */
const batchOf = (line: string): Batch[] => {
  try {
    const { id, exposures, events, dropped } = JSON.parse(line)
    if (typeof id !== 'string' || typeof dropped !== 'number' || !isTexts(exposures) || !isTexts(events)) return []
    return [{ id, exposures, events, dropped }]
  } catch {
    return []
  }
}
