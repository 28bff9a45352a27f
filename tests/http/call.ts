import { appRouter } from '../../src/server/platform/http/trpc/app-router.ts'

type Procedure = { _def: { type: 'query' | 'mutation' | 'subscription'; meta?: { who?: string }; inputs: unknown[] } }

/** All procedures by name, from the router's internal list, whose type is not public. */
export const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, Procedure>)
const byName = new Map(procedures)

/** Calls a procedure over HTTP. Returns the error code, or `ok`. */
export async function call(url: string, name: string, cookie: string, input: unknown): Promise<string> {
  const headers = { cookie, 'content-type': 'application/json' }
  const address = `${url}/trpc/${name}`
  const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`
  const stop = new AbortController()
  const response = await (byName.get(name)?._def.type === 'mutation'
    ? fetch(address, { method: 'POST', headers, body: JSON.stringify(input) ?? null })
    : fetch(`${address}${query}`, { headers, signal: stop.signal }))
  try {
    if (!response.headers.get('content-type')?.includes('event-stream')) return codeIn(await response.json())
    // The first event of a subscription shows whether it was accepted.
    const first = await response.body?.pipeThrough(new TextDecoderStream()).getReader().read()
    const refused = /event: serialized-error\ndata: (.*)/.exec(first?.value ?? '')?.[1]
    return refused === undefined ? 'ok' : codeIn({ error: JSON.parse(refused) })
  } finally {
    stop.abort()
  }
}

/** Returns the error code in a tRPC response. */
function codeIn(answer: unknown): string {
  // Safe cast: the test of error formats ensures it.
  const { error } = answer as { error?: { data?: { fanion?: { code: string } } } }
  return error ? (error.data?.fanion?.code ?? JSON.stringify(answer)) : 'ok'
}
