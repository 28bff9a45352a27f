import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { atFileEnd } from './file-end.ts'

/** A tool's result: data, notes from Fanion, or an error. */
export type ToolResult = {
  readonly data?: unknown
  readonly notes?: readonly string[]
  readonly error?: { readonly code: string; readonly message: unknown; readonly details: unknown }
  readonly isError: boolean
  /** The raw text. */
  readonly text: string
}

/** Protocol versions that a client starts with: an old one, and the newest it can negotiate. */
export const eras = ['legacy', 'auto'] as const
type Era = (typeof eras)[number]

/** Connects a client of the MCP library to `/mcp` of a server with a token. Closed when the file ends. */
export async function anAgent(url: string, token: string, era: Era = 'auto'): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })
  return connected(transport, era)
}

/** Connects a client over any transport. */
export async function connected(transport: Parameters<Client['connect']>[0], era: Era): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: era } })
  await client.connect(transport)
  atFileEnd('servers', () => client.close())
  return client
}

export async function callTool(client: Client, name: string, input: object = {}): Promise<ToolResult> {
  const { content, isError } = await client.callTool({ name, arguments: { ...input } })
  const [first] = content
  const text = first?.type === 'text' ? first.text : ''
  const said: unknown = text.startsWith('{') ? JSON.parse(text) : {}
  return { ...(said as Omit<ToolResult, 'isError' | 'text'>), isError: isError === true, text } // all of our results have this shape
}
