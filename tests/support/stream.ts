/** An event or a comment of a stream. */
export type StreamEvent = { readonly event: string; readonly id: string | undefined; readonly data: string }

export type OpenStream = {
  readonly status: number
  readonly headers: Headers
  /** Returns the next event, skipping heartbeat comments. Undefined when the server has closed the stream. */
  readonly next: () => Promise<StreamEvent | undefined>
  /** Returns the next event or comment (with `event` set to `comment`). */
  readonly nextOrComment: () => Promise<StreamEvent | undefined>
  readonly close: () => void
}

/** Reads an event stream's bytes, without our SDK. */
export async function openStream(address: string, headers: Record<string, string>): Promise<OpenStream> {
  const stop = new AbortController()
  const response = await fetch(address, { headers, signal: stop.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let buffer = ''
  const nextOrComment = async (): Promise<StreamEvent | undefined> => {
    for (;;) {
      const end = buffer.indexOf('\n\n')
      if (end >= 0) {
        const block = buffer.slice(0, end)
        buffer = buffer.slice(end + 2)
        return parse(block)
      }
      const chunk = await reader?.read().catch(() => undefined)
      if (!chunk || chunk.done) return undefined
      buffer += chunk.value
    }
  }
  const next = async (): Promise<StreamEvent | undefined> => {
    for (;;) {
      const event = await nextOrComment()
      if (event?.event !== 'comment') return event
    }
  }
  return { status: response.status, headers: response.headers, next, nextOrComment, close: () => stop.abort() }
}

function parse(block: string): StreamEvent {
  if (block.startsWith(':')) return { event: 'comment', id: undefined, data: block.slice(1).trim() }
  const fields = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
  return { event: fields.get('event') ?? 'message', id: fields.get('id'), data: fields.get('data') ?? '' }
}
