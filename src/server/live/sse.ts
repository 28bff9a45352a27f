/** One event of an event stream as bytes. `data` is JSON on one line; `id` is what the client resumes from. */
export const frame = (event: string, data: unknown, id?: number): Buffer =>
  Buffer.from(`event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`)

/** The same for JSON that is bytes already. */
export const frameOfBytes = (event: string, json: Buffer, id: number): Buffer =>
  Buffer.concat([Buffer.from(`event: ${event}\nid: ${id}\ndata: `), json, Buffer.from('\n\n')])

export const sseHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  connection: 'keep-alive',
  'x-accel-buffering': 'no',
}
