import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeAll, expect } from 'vitest'
import { variantForUnit } from '../../../src/server/features/usage/variant-for-unit.ts'
import type {
  ReportedEvent,
  ReportedExposure,
  TrackReceipt,
} from '../../../src/shared/features/usage/schemas/tracked.ts'
import type { Rule } from '../../../src/shared/schemas/flag.ts'
import { runCli } from '../../support/cli.ts'
import { serverOn } from '../../support/server.ts'
import { aWorld, type World } from '../world.ts'

export const origin = 'https://app.example.com'
/** An even split. */
export const rule: Rule = {
  id: 'run-1',
  when: true,
  serve: {
    split: {
      point: { salt: 'run-1:arm' },
      parts: [
        { variant: 'on', from: 0, to: 50_000 },
        { variant: 'off', from: 50_000, to: 100_000 },
      ],
    },
  },
  run: 1,
}
const arm = variantForUnit(rule, 'checkout')

/** Two servers on one database. */
export let world: World
export let second: { url: string }
beforeAll(async () => {
  const env = { FANION_TRUST_PROXY: '1', FANION_SECRET: 'a secret that two servers share, of some length' }
  world = await aWorld(env)
  second = await serverOn(world.databaseUrl, env)
  const { api, project } = world
  await api.events.save.mutate({
    project,
    key: 'purchase',
    name: 'Purchase',
    value: { unit: '€', min: 0, max: 1_000 },
    properties: { plan: ['free', 'gold'], items: 'number', first: 'boolean' },
  })
  await api.events.save.mutate({ project, key: 'click', name: 'Click', fromClients: true })
  await aRun(1, 'checkout')
})

/** Queries the database directly. */
export const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> => {
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  try {
    return (await client.query(text, values)).rows as T[]
  } finally {
    await client.end()
  }
}
/** Inserts a run of a flag in development, open unless it ended. */
export const aRun = (number: number, flag: string, ended: string | null = null) =>
  query(
    `insert into run (project_id, environment_id, number, flag, kind, state, rule, salt, arms, plan, hash, versions,
       proposed_at, opened_at, ended_at)
     select environment.project_id, environment.id, $1, $2, 'ramp', $3, $4, $2, '["on","off"]', '{}', '', '{}',
       now() - interval '1 hour', now() - interval '1 hour', $5
     from environment join project on project.id = project_id where project.key = $6 and environment.key = 'development'`,
    [number, flag, ended === null ? 'open' : 'ended', JSON.stringify({ ...rule, run: number }), ended, world.project],
  )
/** An SDK's batch with a new id. */
export const aBatch = (events: Partial<ReportedEvent>[] = [], exposures: Partial<ReportedExposure>[] = []) => {
  const at = new Date().toISOString()
  return {
    batch: randomUUID(),
    sentAt: at,
    sdk: '@fanion/sdk/node 0.1.0',
    dropped: 0,
    exposures: exposures.map((one) => ({ run: 1, at, ...one })),
    events: events.map((one) => ({ unit: 'ada', at, ...one })),
  }
}
let callers = 0
/** Headers of a page with a client key, from a new address. */
export const page = () => ({
  authorization: `Bearer ${world.clientKey.text}`,
  origin,
  'x-forwarded-for': `198.51.100.${++callers}`,
})
export const send = (batch: object, headers: Record<string, string> = world.bearer, url = world.url) =>
  fetch(`${url}/sdk/v1/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(batch),
  })
/** Sends a batch that must be accepted, and returns the response. */
export const told = async (batch: object, headers?: Record<string, string>): Promise<TrackReceipt> => {
  const response = await send(batch, headers)
  expect(response.status).toBe(202)
  return (await response.json()) as TrackReceipt
}
/** Number of rejected rows by reason. */
export const reasons = ({ refused }: TrackReceipt) =>
  Object.fromEntries(refused.map(({ reason, count }) => [reason, count]))
/** Number of stored events. */
export const tracks = async () => Number((await query<{ n: string }>('select count(*) as n from track'))[0]?.n)
/** A number of units that the rule assigns to an arm. */
export const unitsIn = (variant: string, count: number) =>
  Array.from({ length: 10_000 }, (_, n) => `u-${n}`)
    .filter((unit) => arm(unit) === variant)
    .slice(0, count)
/** Runs a command with an admin's token. */
export const commandLine = async (words: string[]): Promise<{ code: number; said: string }> => {
  const scopes = [{ project: world.project, role: 'admin' as const }]
  const { text } = await world.api.tokens.create.mutate({ name: 'events', scopes })
  return runCli(words, { FANION_URL: world.url, FANION_TOKEN: text, XDG_CONFIG_HOME: '/nowhere' })
}
