import { z } from 'zod'
import { CliError } from './cli-error.ts'

/** A JSON-RPC response to an MCP message, or the server’s own error body. */
const Answered = z.looseObject({
  result: z.looseObject({}).optional(),
  error: z.looseObject({ code: z.union([z.number(), z.string()]), message: z.string() }).optional(),
})
export type Answered = z.infer<typeof Answered>

/** URL of the server’s MCP endpoint, and the token to authenticate with. */
export type AgentServer = { readonly url: string; readonly token: string }

/**
 * Forwards one MCP message to the server. Aborted when the caller cancels. Throws a `CliError` with advice if the
 * response is not valid.
 */
export async function forwardMcpMessage(
  { url, token }: AgentServer,
  method: string,
  params: object | undefined,
  signal: AbortSignal,
): Promise<Answered> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'user-agent': 'fanion mcp' },
    redirect: 'manual',
    signal,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, ...(params && { params }) }),
  }).catch((cause: unknown) => {
    throw new CliError(`No response from ${url}. Check that the server is running and --url is correct.`, { cause })
  })
  if (response.status === 404) throw new CliError(`${url} doesn’t support agents: it is older than this command.`)
  const answer = Answered.safeParse(jsonOf(await response.text()))
  if (!answer.success) throw new CliError(`${url} responded with ${response.status}, and not as Fanion does.`)
  const { error } = answer.data
  if (!response.ok && error) {
    const isOver = response.status === 401
    throw new CliError(`${url} responded: ${error.message}${isOver ? ` Sign in with: fanion login --url ${url}` : ''}`)
  }
  return answer.data
}

/** Parses a response body: plain JSON, or a stream with a single event. */
const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text)
  } catch {
    return undefined
  }
}
