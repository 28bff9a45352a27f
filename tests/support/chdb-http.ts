/*
 * A process that serves ClickHouse's HTTP protocol with chdb over one folder, so that the official client can use it
 * like a server: statements, JSON inserts, settings, error codes. Prints its port when it listens.
 * node tests/support/chdb-http.ts <folder of node_modules with chdb> <folder of data> [port]
 */
import { createServer, type IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import path from 'node:path'

type Session = { queryAsync: (statement: string, options: { format: string }) => Promise<{ bytes: () => Uint8Array }> }
type Chdb = { Session: new (folder: string) => Session }

const [modules = '', folder = '', port = '0'] = process.argv.slice(2)
// The package is installed in its own folder, so its types are not available here.
const { Session } = createRequire(path.join(modules, 'any.js'))('chdb') as Chdb
const session = new Session(folder)
const run = (statement: string) => session.queryAsync(statement, { format: 'TabSeparated' })
await run('create database if not exists fanion')
await run('use fanion')

/** Query parameters of the protocol. All others are settings. */
const ofTheProtocol = new Set([
  'query',
  'query_id',
  'database',
  'default_format',
  'session_id',
  'role',
  'wait_end_of_query',
])

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

/** Adds settings to a statement: before the rows of an insert, after the format of a query. */
const withSettings = (statement: string, settings: string, rows: string): string => {
  if (settings === '') return `${statement}\n${rows}`
  const insert = /^(\s*insert into .*?)(\sformat\s+\w+\s*)$/is.exec(statement)
  if (insert) return `${insert[1]} settings ${settings} ${insert[2]}\n${rows}`
  return /^\s*(select|with)\b/i.test(statement) ? `${statement}\nsettings ${settings}` : statement
}

const server = createServer((request, response) => {
  const answer = async () => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const body = await bodyOf(request)
    const asked = url.searchParams.get('query')
    const parameters = [...url.searchParams].filter(([name]) => name.startsWith('param_'))
    const settings = [...url.searchParams]
      .filter(([name]) => !ofTheProtocol.has(name) && !name.startsWith('param_'))
      .map(([name, value]) => `${name} = ${/^-?\d+$/.test(value) ? value : `'${value}'`}`)
      .join(', ')
    const statement = asked === null ? withSettings(body, settings, '') : withSettings(asked, settings, body)
    // Parameters belong to the session, so queries with parameters run one after the other.
    for (const [name, value] of parameters) await run(`set ${name} = '${value}'`)
    return (await run(statement)).bytes()
  }
  answer().then(
    (bytes) => response.writeHead(200, { 'x-clickhouse-summary': '{}' }).end(bytes),
    (error: unknown) => {
      const text = error instanceof Error ? error.message : String(error)
      const code = /Code: (\d+)/.exec(text)?.[1] ?? '1002'
      response.writeHead(500, { 'x-clickhouse-exception-code': code }).end(text)
    },
  )
})
server.listen(Number(port), '127.0.0.1', () => {
  const address = server.address()
  console.log(JSON.stringify({ port: typeof address === 'object' ? address?.port : undefined }))
})
