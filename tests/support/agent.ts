import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { atFileEnd } from './file-end.ts'

/** What a tool answered: data, words of ours, or a refusal. */
export type Told = {
  readonly data?: unknown
  readonly notes?: readonly string[]
  readonly error?: { readonly code: string; readonly message: unknown; readonly details: unknown }
  readonly isError: boolean
  /** As it came. */
  readonly text: string
}

/** The eras of the protocol: what a client begins with when it knows of no newer, and when it does. */
export const eras = ['legacy', 'auto'] as const
type Era = (typeof eras)[number]

/** A client of the protocol's own library, connected to `/mcp` of a server with a token; closed when the file ends. */
export async function anAgent(url: string, token: string, era: Era = 'auto'): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })
  return connected(transport, era)
}

/** The same over any transport. */
export async function connected(transport: Parameters<Client['connect']>[0], era: Era): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: era } })
  await client.connect(transport)
  atFileEnd('servers', () => client.close())
  return client
}

/** Calls a tool. */
export async function callTool(client: Client, name: string, input: object = {}): Promise<Told> {
  const { content, isError } = await client.callTool({ name, arguments: { ...input } })
  const [first] = content
  const text = first?.type === 'text' ? first.text : ''
  const said: unknown = text.startsWith('{') ? JSON.parse(text) : {}
  return { ...(said as Omit<Told, 'isError' | 'text'>), isError: isError === true, text } // the shape of every answer of ours
}
