import type { FetchResponse, Platform } from './platform.ts'
import { type ExtendDeadline, type Request, type RequestFailure, sendRequest } from './send-request.ts'
import { createEventParser, type StreamEvent } from './sse.ts'

/** The server sends at least a comment every 15 s. Specification, section 9. */
const streamDeadMs = 45_000

/**
 * Time limit for the response of a stream, and then for its first byte. It exceeds the time that a proxy waits for a
 * frozen server before it tries another one (20 s in the documented settings). The client polls in the meantime.
 */
const streamOpenMs = 25_000

export type StreamReader<T> = {
  /** Called for each comment: the server is alive and has no news. */
  readonly onComment: () => void
  /** Handles one event at a time. If it returns a value, the stream ends and `readStream` returns that value. */
  readonly onEvent: (event: StreamEvent) => Promise<T | undefined>
}

/**
 * Reads an event stream until its reader returns a value, or until the stream ends, is aborted, or is silent for 45 s.
 * Never rejects. If the reader throws, the stream ends as lost.
 */
export const readStream = <T>(
  platform: Platform,
  request: Request,
  reader: StreamReader<T>,
): Promise<T | RequestFailure> =>
  sendRequest<T | RequestFailure>(
    platform,
    request,
    (response, patience) => readBody(response, patience, reader),
    streamOpenMs,
  )

const readBody = async <T>(
  response: FetchResponse,
  patience: ExtendDeadline,
  { onComment, onEvent }: StreamReader<T>,
): Promise<T | RequestFailure> => {
  const type = response.headers.get('content-type') ?? 'nothing'
  if (response.body === null || !type.startsWith('text/event-stream')) {
    return { kind: 'lost', reason: `the server answered with ${type} instead of an event stream` }
  }
  const events: StreamEvent[] = []
  const parse = createEventParser((event) => events.push(event), onComment)
  const decoder = new TextDecoder()
  const body = response.body.getReader()
  patience(streamOpenMs, 'nothing came through the stream')
  for (;;) {
    const { done, value } = await body.read()
    if (done) return { kind: 'lost', reason: 'the server ended the stream' }
    patience(streamDeadMs, 'the stream fell silent: nothing came')
    parse(decoder.decode(value, { stream: true }))
    for (const event of events.splice(0)) {
      const answer = await onEvent(event)
      if (answer !== undefined) return answer
    }
  }
}
