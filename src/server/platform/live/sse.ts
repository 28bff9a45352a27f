/** One event of an event stream as bytes. `data` is JSON on one line; `id` is what the client resumes from. */
export const frame = (event: string, data: unknown, id?: number): Buffer =>
  Buffer.from(`event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`)

const frames = new WeakMap<Buffer, Map<string, Buffer>>()

/** The same for JSON that is bytes already, made once for all who begin with it: slow ones hold no copy each. */
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
