import { upsertContexts } from '../../features/usage/context-queries.ts'
import { proveEnvironments, proveProject } from '../../platform/kernel/scope.ts'
import type { Server } from '../../server.ts'
import { countVisits } from './counts.ts'
import { Customers } from './customers.ts'
import { type Api, type Clock, callApiAs, join, type Person, people, setUp, signedIn } from './people.ts'
import { attributes, segments } from './shop.ts'
import { type Scene, story } from './story.ts'
import { seenVisitors } from './visitors.ts'

export type Demo = {
  url: string
  owner: { email: string; password: string }
  keys: Record<string, { server: string; client: string }>
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const midnight = (day: Date) => Math.floor(day.getTime() / dayMs) * dayMs

/**
 * Sets up the project `shop`: sixty days of history by four users, created with the procedures that the UI calls and a
 * simulated clock, plus a month of reports in bulk.
 */
export async function fillDemoProject(server: Server): Promise<Demo> {
  // Its ramps run by the simulated clock in the meantime.
  const goOn = await server.restRamps()
  return fillDemoProjectNow(server).finally(goOn)
}

async function fillDemoProjectNow({ url, services }: Server): Promise<Demo> {
  const today = services.now()
  const clock: Clock = { now: new Date(midnight(today) - 60 * dayMs + 8 * hourMs) }
  const password = services.newSecret(12)
  const actor = await setUp(services, clock, password)
  const owner = callApiAs(services, clock, actor)
  await owner.projects.create({ key: 'shop', name: 'Shop', description: 'A web shop to look around in.' })
  for (const who of ['oskar', 'priya', 'maya'] as const) await join(services, clock, owner, who)
  for (const attribute of attributes) await owner.attributes.save({ project: 'shop', ...attribute })
  for (const segment of segments) await owner.segments.create({ project: 'shop', ...segment })
  const keys = await makeKeys(owner)
  const project = await proveProject(services.db, actor, 'shop')
  const environments = await proveEnvironments(services.db, project)
  const customers = new Customers(
    services,
    clock,
    owner,
    environments.find(({ key }) => key === 'production')?.id ?? '',
  )
  for (const { ago, who, does } of story) {
    await customers.until(timeOf(ago, today))
    const as = (other: Person) => signedIn(services, clock, other)
    await does({ api: await as(who), as, now: clock.now })
  }
  await customers.until(today)
  const origin = { requestId: 'demo', address: '127.0.0.1', userAgent: 'fanion start --demo' }
  await countVisits({ ...services, now: () => today, actor, origin, project })
  for (const { id } of environments) await upsertContexts(services.db, id, seenVisitors, today)
  return { url, owner: { email: people.ingrid.email, password }, keys }
}

async function makeKeys(owner: Api): Promise<Demo['keys']> {
  const keys: Demo['keys'] = {}
  for (const { key: environment } of await owner.environments.list({ project: 'shop' })) {
    await owner.environments.edit({ project: 'shop', environment, sampling: true })
    const made = { project: 'shop', environment, name: 'Demo', allowedOrigins: [], expiresInDays: null }
    const server = await owner.keys.create({ ...made, kind: 'server' })
    const client = await owner.keys.create({ ...made, kind: 'client' })
    keys[environment] = { server: server.text, client: client.text }
  }
  return keys
}

const timeOf = (ago: Scene['ago'], today: Date): Date => {
  if (typeof ago === 'number') return new Date(today.getTime() - ago * 60_000)
  const [days, time] = ago
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new Date(midnight(today) - days * dayMs + hours * hourMs + minutes * 60_000)
}
