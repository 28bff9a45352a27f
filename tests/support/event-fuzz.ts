import { createHash } from 'node:crypto'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EventBody, eventBodies } from './event-bodies.ts'

export type EventFuzz = {
  readonly bodies: number
  readonly statuses: Readonly<Record<number, number>>
  /** Rows of accepted batches, each batch once, and how many of them were accepted. */
  readonly rows: number
  readonly accepted: number
  readonly batches: number
  /** Number of repeated batches. */
  readonly repeated: number
  /** Number of requests that the server asked to retry later. */
  readonly later: number
  /** Some invalid responses with their request bodies. */
  readonly wrong: readonly string[]
}

type Options = {
  readonly url: string
  readonly key: string
  readonly bodies: number
  readonly seed: number
  /** Declared events. */
  readonly events: readonly string[]
  readonly connections?: number
}

/**
 * Sends bodies to the intake, deterministic by seed, and checks each response against the schema's result: accepted if
 * valid, 4xx if not, never a 5xx, a stack or no response. A repeated batch must get the same response again.
 */
export async function fuzzEvents({ url, key, bodies, seed, events, connections = 16 }: Options): Promise<EventFuzz> {
  const next = eventBodies(seed, events, () => new Date())
  const statuses: Record<number, number> = {}
  const wrong: string[] = []
  const receipts = new Map<string, string>()
  let [sent, rows, accepted, repeated, later] = [0, 0, 0, 0, 0]
  const judge = ({ path, text, isSound, batch }: EventBody, { status, body }: Answer): void => {
    statuses[status] = (statuses[status] ?? 0) + 1
    const blame = (why: string) => {
      if (wrong.length < 20) wrong.push(`${why}: ${status} ${body.slice(0, 300)} to ${path} ${text.slice(0, 600)}`)
    }
    if (status < 200 || status >= 500) return blame('no answer that may be')
    if (/\n\s+at |node_modules|\.ts:\d+:\d+|PostgresError/.test(body)) return blame('a stack')
    if (path === '/sdk/v1/otlp/v1/logs') return
    if (isSound !== (status === 202)) return blame(isSound ? 'sound and refused' : 'unsound and taken')
    if (batch === null) return
    const receipt = JSON.parse(body) as { accepted: number; refused: { count: number }[] }
    const digest = createHash('md5').update(body).digest('base64')
    const known = receipts.get(batch.id)
    if (known !== undefined) {
      repeated += 1
      if (known !== digest) blame('a known batch with another answer')
      return
    }
    receipts.set(batch.id, digest)
    const told = receipt.refused.reduce((sum, { count }) => sum + count, receipt.accepted)
    if (told !== batch.rows) blame('rows that nothing is said of')
    rows += batch.rows
    accepted += receipt.accepted
  }
  const head = `authorization: Bearer ${key}\r\nhost: fuzz\r\ncontent-type: application/json\r\n`
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const pipe = new Pipe(url)
      const lane = async () => {
        while (sent < bodies) {
          sent += 1
          const body = next()
          const length = Buffer.byteLength(body.text)
          const text = `POST ${body.path} HTTP/1.1\r\n${head}content-length: ${length}\r\n\r\n${body.text}`
          let answer = await pipe.send(text)
          // The server may be overloaded, and SDKs retry.
          for (; answer.isLater; later += 1) answer = await sleep(100).then(() => pipe.send(text))
          judge(body, answer)
        }
      }
      await Promise.all(Array.from({ length: lanes }, lane))
      pipe.end()
    }),
  )
  return { bodies: sent, statuses, rows, accepted, batches: receipts.size, repeated, later, wrong }
}

type Answer = { readonly status: number; readonly body: string; readonly isLater?: boolean }
type Waiting = { readonly text: string; tries: number; readonly settle: (answer: Answer) => void }

/** Number of pipelined requests per connection: requests with unknown names wait until those were looked up. */
const lanes = 32

/** A connection with pipelined requests. If it closes, unanswered ones are sent again on the next connection. */
class Pipe {
  readonly #host: string
  readonly #port: number
  #socket: net.Socket | undefined
  #waiting: Waiting[] = []
  #heard: Buffer = Buffer.alloc(0)
  #isOver = false

  constructor(url: string) {
    const { hostname, port } = new URL(url)
    this.#host = hostname
    this.#port = Number(port)
  }

  send(text: string): Promise<Answer> {
    return new Promise((settle) => {
      const waiting = { text, tries: 0, settle }
      this.#waiting.push(waiting)
      if (this.#socket) this.#socket.write(text)
      else this.#open()
    })
  }

  end(): void {
    this.#isOver = true
    this.#socket?.destroy()
  }

  #open(): void {
    this.#heard = Buffer.alloc(0)
    const socket = net.connect(this.#port, this.#host)
    this.#socket = socket
    for (const { text } of this.#waiting) socket.write(text)
    socket.on('data', (chunk) => this.#hear(chunk))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      this.#socket = undefined
      if (this.#isOver) return
      // The first one was cut off: it is retried, and counts as unanswered if that happens repeatedly.
      const [first] = this.#waiting
      if (first && (first.tries += 1) > 2) {
        this.#waiting.shift()
        first.settle({ status: 0, body: 'the connection was closed' })
      }
      if (this.#waiting.length > 0) this.#open()
    })
  }

  #hear(chunk: Buffer): void {
    this.#heard = this.#heard.length === 0 ? chunk : Buffer.concat([this.#heard, chunk])
    for (;;) {
      const end = this.#heard.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = this.#heard.subarray(0, end).toString('latin1')
      const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0)
      if (this.#heard.length < end + 4 + length) return
      const body = this.#heard.subarray(end + 4, end + 4 + length).toString()
      this.#heard = this.#heard.subarray(end + 4 + length)
      const status = Number(head.slice(9, 12))
      const isLater = status === 503 && /^retry-after: \d+$/im.test(head)
      this.#waiting.shift()?.settle({ status, body, isLater })
    }
  }
}
