/** Encodes one server-sent event. `data` becomes JSON on one line; `id` is what clients resume from. */
export const frame = (event: string, data: unknown, id?: number): Buffer =>
  Buffer.from(`event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`)

const frames = new WeakMap<Buffer, Map<string, Buffer>>()

/**
 * Encodes an event from serialized JSON. Cached for all streams that start with it, so that slow readers don't each
 * have a copy.
 */
export function frameOfBytes(event: string, json: Buffer, id: number): Buffer {
  const known = frames.get(json) ?? new Map<string, Buffer>()
  frames.set(json, known)
  const head = `event: ${event}\nid: ${id}\ndata: `
  const made = known.get(head) ?? Buffer.concat([Buffer.from(head), json, Buffer.from('\n\n')])
  known.set(head, made)
  return made
}

export const sseHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  connection: 'keep-alive',
  'x-accel-buffering': 'no',
}
