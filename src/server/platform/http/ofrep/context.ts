import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import { limits } from '../../../../shared/limits.ts'
import type { Context } from '../../../../shared/schemas/context.ts'
import type { MaybePromise } from '../../kernel/maybe-promise.ts'
import { attempt, type Exchange } from './exchange.ts'

/**
 * Reads the body and continues with its evaluation context. `request/too-large` over the size limit, `request/invalid`
 * without a context.
 */
export function withContext(exchange: Exchange, go: (context: Context) => MaybePromise<void>): void {
  const { raw } = exchange.request
  const read = (bytes: Buffer | null) => attempt(exchange, () => go(contextOf(parse(textOf(bytes)))))
  // A small body arrives with its headers, so it is complete by the next turn of the event loop. It is then read at
  // once, because stream events would cost more than the evaluation.
  setImmediate(() => (raw.complete ? read(raw.read()) : whenComplete(exchange, read)))
}

/** Reads a body that arrives in several parts. */
function whenComplete({ request: { raw }, reply }: Exchange, read: (bytes: Buffer) => void): void {
  const chunks: Buffer[] = []
  let size = 0
  const take = (chunk: Buffer) => {
    chunks.push(chunk)
    size += chunk.length
    // Discards the rest of the body, so that the error response arrives.
    if (size > limits.ofrepBodyBytes) end()
  }
  const end = () => {
    raw.off('data', take).off('end', end).resume()
    read(Buffer.concat(chunks))
  }
  raw.on('data', take).on('end', end)
  // The client disconnected.
  raw.on('error', () => reply.raw.destroy())
}

function textOf(bytes: Buffer | null): string {
  if (bytes === null) return ''
  if (bytes.length <= limits.ofrepBodyBytes) return bytes.toString()
  throw new FanionError('request/too-large', {}, `The request body is larger than ${limits.ofrepBodyBytes} bytes.`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new FanionError(
      'request/invalid',
      {},
      'The request body isn’t valid JSON. Send {"context": {"targetingKey": "user-1"}}.',
    )
  }
}

function contextOf(body: unknown): Context {
  const context = typeof body === 'object' && body !== null && 'context' in body ? body.context : undefined
  // Safe cast: attributes are arbitrary, and the engine accepts any.
  if (typeof context === 'object' && context !== null && !Array.isArray(context)) return context as Context
  const problem = {
    path: 'context',
    problem: 'it’s missing or isn’t an object',
    expected: '{"context": {"targetingKey": "user-1"}}',
  }
  throw new FanionError(
    'request/invalid',
    { problems: [problem] },
    'Send a context: {"context": {"targetingKey": "user-1"}}.',
  )
}
