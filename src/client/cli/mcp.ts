import { ProtocolError, Server } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { version } from '../../shared/version.ts'
import { type AgentServer, type Answered, forwardMcpMessage } from './agent-server.ts'
import { CliError } from './cli-error.ts'
import type { CommandInput, CommandOutput } from './command.ts'
import { findToken } from './source.ts'

/**
 * Runs `fanion mcp`: serves an agent on standard input and output until they close, and forwards its calls to the
 * server. Writes only protocol messages to standard output.
 */
export async function mcp(asked: CommandInput): Promise<CommandOutput> {
  const { url } = asked
  const token = findToken(asked)
  if (!token)
    throw new CliError(`Sign in with: fanion login --url ${url}   Or pass an API token: FANION_TOKEN, or --token.`)
  const server: AgentServer = { url, token }
  // Connects before serving, so that a wrong URL or token is reported where the user sees it.
  const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'fanion mcp', version } }
  const { result } = await forwardMcpMessage(server, 'initialize', hello, AbortSignal.timeout(10_000))
  const instructions = typeof result?.['instructions'] === 'string' ? result['instructions'] : ''
  const closed = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve)
  })
  const handle = serveStdio(() => createForwardingServer(server, instructions), { maxSubscriptions: 0 })
  await closed
  await handle.close()
  return { text: '', json: null }
}

/** Creates an MCP server that exposes the tools of the Fanion server and forwards calls to them. */
function createForwardingServer(to: AgentServer, instructions: string): Server {
  const server = new Server({ name: 'fanion', title: 'Fanion', version }, { capabilities: { tools: {} }, instructions })
  server.setRequestHandler('tools/list', async ({ params }, { mcpReq }) => {
    const answer = await forwardMcpMessage(to, 'tools/list', params && { cursor: params.cursor }, mcpReq.signal)
    return resultOf(answer) as { tools: [] } // The library validates the result
  })
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const { name, arguments: given } = params
    const answer = await forwardMcpMessage(to, 'tools/call', { name, arguments: given ?? {} }, mcpReq.signal)
    return resultOf(answer) as { content: [] } // Validated as above
  })
  return server
}

const resultOf = ({ result, error }: Answered): object => {
  if (result) return result
  throw new ProtocolError(typeof error?.code === 'number' ? error.code : -32_603, error?.message ?? 'no answer')
}
