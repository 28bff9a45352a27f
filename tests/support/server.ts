import { randomBytes } from 'node:crypto'
import { createTRPCClient, httpBatchLink, httpSubscriptionLink, splitLink } from '@trpc/client'
import { EventSource } from 'eventsource'
import { readConfig } from '../../src/server/config.ts'
import type { AppRouter } from '../../src/server/platform/http/trpc/app-router.ts'
import { type Server, startServer } from '../../src/server/server.ts'
import { testDatabase } from './database.ts'
import { atFileEnd } from './file-end.ts'
import { aFolder } from './folder.ts'

/** The set-up tokens for the first visit, by server URL. */
const setUpTokens = new Map<string, string | null>()

/** Starts a real server on a free port with its own database. Closed when the file ends. */
export async function testServer(
  env: Record<string, string> = {},
): Promise<{ server: Server; url: string; databaseUrl: string }> {
  const { url: databaseUrl } = await testDatabase(1)
  return serverOn(databaseUrl, env)
}

/** Starts a server on an existing database. Two servers on one database need the same secret. */
export async function serverOn(
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<{ server: Server; url: string; databaseUrl: string }> {
  const dataDir = await aFolder('data')
  const config = readConfig({ PORT: '0', FANION_DATA_DIR: dataDir, LOG_LEVEL: 'error', ...env })
  const server = await startServer(config, databaseUrl)
  setUpTokens.set(server.url, server.services.setUpToken)
  atFileEnd('servers', () => server.close())
  return { server, url: server.url, databaseUrl }
}

/** A client of the management API that keeps cookies like a browser. `cookie` is an earlier session. */
export function aBrowser(url: string, cookie = '') {
  const keepCookie: typeof fetch = async (input, init) => {
    const response = await fetch(input, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init?.headers)), cookie },
    })
    for (const set of response.headers.getSetCookie()) cookie = withCookie(cookie, set.split(';')[0] ?? '')
    return response
  }
  // The event stream library for Node has its own type of fetch.
  const eventFetch = ((input: string | URL, init?: RequestInit) => keepCookie(input, init)) as never
  const api = createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === 'subscription',
        true: httpSubscriptionLink({ url: `${url}/trpc`, EventSource, eventSourceOptions: { fetch: eventFetch } }),
        false: httpBatchLink({ url: `${url}/trpc`, maxItems: 20, fetch: keepCookie as never }),
      }),
    ],
  })
  return { api, fetch: keepCookie, cookie: () => cookie }
}

/** A cookie header with one cookie set, or removed if it is empty. */
function withCookie(header: string, pair: string): string {
  const name = pair.split('=')[0] ?? ''
  const others = header.split('; ').filter((one) => one !== '' && !one.startsWith(`${name}=`))
  return (pair === `${name}=` ? others : [...others, pair]).join('; ')
}

/** A signed-in owner with a project, as after the first visit. */
export async function anOwner(url: string, project = `p-${randomBytes(4).toString('hex')}`) {
  const browser = aBrowser(url)
  const credentials = { email: 'ada@example.com', password: 'correct horse battery' }
  const { setUp } = await browser.api.account.status.query()
  if (setUp) await browser.api.account.signIn.mutate(credentials)
  else await browser.api.account.setUp.mutate({ ...credentials, name: 'Ada', token: setUpTokens.get(url) ?? undefined })
  await browser.api.projects.create.mutate({ key: project, name: project })
  return { ...browser, project, credentials }
}
