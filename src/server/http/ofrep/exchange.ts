import type { IncomingMessage, ServerResponse } from 'node:http'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { limits } from '../../../shared/limits.ts'

/** One request to an OFREP endpoint and its answer, on bare `node:http`: these are asked more than all others together. */
export type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse; readonly url: URL }

/** The body as JSON; `request/too-large` over the limit, `request/invalid` where it is none. */
export function readJson(request: IncomingMessage): Promise<unknown> {
  const json = readText(request).then(parse)
  // where the key is refused meanwhile nobody waits for the body, and what is wrong with it must not end the process
  json.catch(() => undefined)
  return json
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new FanionError('request/invalid', {}, 'The body is not JSON. Send {"context": {"targetingKey": "user-1"}}.')
  }
}

function readText(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limits.ofrepBodyBytes) return void chunks.push(chunk)
      // what is still to come is read and dropped, so that the refusal arrives
      chunks.length = 0
      reject(new FanionError('request/too-large', {}, `The body is over its limit of ${limits.ofrepBodyBytes} bytes.`))
    })
    request.on('end', () => {
      const [only] = chunks
      resolve(chunks.length === 1 && only ? only.toString() : Buffer.concat(chunks).toString())
    })
    request.on('error', reject)
  })
}

/** Answers with JSON that is text already. */
export function answer({ response }: Exchange, status: number, json: string): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(json),
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
  })
  response.end(json)
}
