import type { Client } from '@modelcontextprotocol/client'
import { beforeAll, describe, expect, it } from 'vitest'
import { createServiceToken, createToken } from '../../src/server/features/access/keys/create-token.ts'
import type { ProcedureName } from '../../src/server/platform/http/mcp/ask.ts'
import type { Tool } from '../../src/server/platform/http/mcp/tool.ts'
import { tools } from '../../src/server/platform/http/mcp/tools.ts'
import type { Actor } from '../../src/server/platform/kernel/actor.ts'
import type { Server } from '../../src/server/server.ts'
import { CreateServiceTokenInput, CreateTokenInput } from '../../src/shared/features/access/schemas/api-token.ts'
import type { Role } from '../../src/shared/permissions.ts'
import { anAgent, callTool } from '../support/agent.ts'
import { aLiveFlag, aPerson, aProject, contextOf, inEnvironment, join } from '../support/people.ts'
import { testServer } from '../support/server.ts'
import { procedures } from './call.ts'
import { fresh } from './sample.ts'

let server: Server
let url: string
let project: string
let environment: string
const agents = new Map<string, { agent: Client; token: string }>()

/** Tokens: the owner's role in the project, and the token's scope. */
const callers: readonly { name: string; role: Role | 'stranger' | 'service'; scope: Role; environments?: string[] }[] =
  [
    { name: 'viewer', role: 'viewer', scope: 'owner' },
    { name: 'editor', role: 'editor', scope: 'owner' },
    { name: 'editor of staging', role: 'editor', scope: 'owner', environments: ['staging'] },
    { name: 'publisher', role: 'publisher', scope: 'owner' },
    { name: 'admin', role: 'admin', scope: 'owner' },
    { name: 'owner', role: 'owner', scope: 'owner' },
    { name: 'owner, with a token to read', role: 'owner', scope: 'viewer' },
    { name: 'admin, with a token to edit', role: 'admin', scope: 'editor' },
    { name: 'stranger', role: 'stranger', scope: 'owner' },
    { name: 'service that reads', role: 'service', scope: 'viewer' },
    { name: 'service that edits', role: 'service', scope: 'editor' },
  ]

beforeAll(async () => {
  // Rate limits are tested elsewhere.
  server = (await testServer({ FANION_REQUESTS_PER_MINUTE: '0' })).server
  url = server.url
  const { db } = server.services
  const { project: owner } = await aProject(db)
  project = owner.project.key
  environment = (await inEnvironment(owner)).environment.key
  await aLiveFlag(owner, 'checkout')
  for (const { name, role, scope, environments } of callers) {
    const scopes = [{ project: '*', role: scope }]
    let token: string
    if (role === 'service') {
      token = (await createServiceToken(owner, CreateServiceTokenInput.parse({ project, name, role: scope }))).text
    } else {
      const person: Actor = role === 'owner' ? owner.actor : await aPerson(db, name.replaceAll(/\W/g, ''))
      if (role !== 'owner' && role !== 'stranger') await join(db, person, project, role, environments)
      token = (await createToken(contextOf(db, person), CreateTokenInput.parse({ name, scopes }))).text
    }
    agents.set(name, { agent: await anAgent(url, token), token })
  }
  await aLiveFlag(owner, 'compared')
  await aRunningExperiment('compared')
})

/** The experiment `running` with the metric `bought`. */
async function aRunningExperiment(flag: string): Promise<void> {
  const asOwner = async (name: string, input: object) => {
    const { code, data } = await overTrpc(name, { project, ...input }, 'owner')
    expect([name, code]).toEqual([name, 'ok'])
    return data
  }
  await asOwner('events.save', { key: 'bought', name: 'Bought', properties: {} })
  const measured = { name: 'Bought', better: 'more', from: 'servers', window: { length: 'P1D' }, lag: 'PT10M' }
  const definition = { ...measured, measure: { kind: 'proportion', of: { event: 'bought' } } }
  await asOwner('metrics.create', { key: 'bought', definition })
  await asOwner('experiments.create', { environment, key: 'running', name: 'Running', flag, setup })
  const { revision: base } = await theHead(flag)
  const change = await asOwner('experiments.start', { experiment: 'running', base })
  await asOwner('changes.publish', { change: (change as { number: number }).number }) // as in the schema
}

const aFlag = () => ({ project, flag: 'checkout' })
const anExperiment = () => ({ ...aFlag(), environment, key: fresh('experiment'), name: 'Experiment', setup })
const someEdits = () => [{ environment, flag: 'checkout', addRules: [{ rule: 'country is NO → off' }] }]

/** An even split with the existing metric. */
const setup = {
  arms: [
    { variant: 'off', weight: 50_000 },
    { variant: 'on', weight: 50_000 },
  ],
  primary: ['bought'],
}

/** The input of each tool. */
const inputs: Readonly<Record<string, () => object>> = {
  list_projects: () => ({ project }),
  find_flags: () => ({ project }),
  get_flag: aFlag,
  explain: () => ({ ...aFlag(), environment, context: { targetingKey: 'ada' } }),
  who_changed: aFlag,
  contract: aFlag,
  references: aFlag,
  stale_flags: () => ({ project }),
  removal_plan: aFlag,
  find_experiments: () => ({ project }),
  experiment_results: () => ({ project, experiment: 'running' }),
  impact: () => ({ project, edits: someEdits() }),
  create_flag: () => ({ project, key: fresh('flag'), name: 'Flag' }),
  propose_change: () => ({ project, title: 'Not in Norway', edits: someEdits() }),
  propose_experiment: anExperiment,
}

/** The input over tRPC of each procedure that a tool calls. */
const asked: { readonly [P in ProcedureName]?: () => Promise<object | undefined> } = {
  'projects.list': async () => undefined,
  'projects.get': async () => ({ project }),
  'environments.list': async () => ({ project }),
  'flags.list': async () => ({ project }),
  'flags.get': async () => aFlag(),
  'flags.getAsOf': async () => ({ ...aFlag(), at: new Date().toISOString() }),
  'flags.requiredBy': async () => aFlag(),
  'flags.create': async () => ({ project, key: fresh('flag'), name: 'Flag' }),
  'history.explain': async () => ({ ...aFlag(), environment }),
  'history.everywhere': async () => aFlag(),
  'history.asOf': async () => ({ project, environment }),
  'builds.ofFlag': async () => aFlag(),
  'references.ofFlag': async () => aFlag(),
  'insights.states': async () => ({ project }),
  'insights.notes': async () => ({ project }),
  'experiments.list': async () => ({ project }),
  'experiments.results': async () => ({ project, experiment: 'running' }),
  'experiments.create': async () => anExperiment(),
  'experiments.start': async () => {
    const made = anExperiment()
    await overTrpc('experiments.create', made, 'owner')
    const { revision: base } = await theHead()
    return { project, experiment: made.key, base }
  },
  'changes.save': async () => ({ project, title: 'A change', entries: [await anEntry()] }),
  'changes.requestReview': async () => {
    const change = await overTrpc('changes.save', { project, title: 'A change', entries: [await anEntry()] }, 'owner')
    return { project, change: (change.data as { number: number }).number } // an owner is permitted
  },
}

async function theHead(flag = 'checkout'): Promise<{ revision?: number; document?: object }> {
  const { data } = await overTrpc('flags.get', { project, flag }, 'owner')
  const { heads } = data as { heads: Record<string, { revision: number; document: object }> } // an owner is permitted
  return heads[environment] ?? {}
}

async function anEntry(): Promise<object> {
  const { revision: base, document } = await theHead()
  return { kind: 'flag', environment, key: 'checkout', base, document: { ...document, on: false } }
}

/** Calls a procedure over tRPC, whose result is the reference. */
async function overTrpc(name: string, input: unknown, who: string): Promise<{ code: string; data: unknown }> {
  const authorization = `Bearer ${agents.get(who)?.token}`
  const type = procedures.find(([one]) => one === name)?.[1]._def.type
  const headers = { authorization, 'content-type': 'application/json' }
  const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`
  const response = await (type === 'mutation'
    ? fetch(`${url}/trpc/${name}`, { method: 'POST', headers, body: JSON.stringify(input) })
    : fetch(`${url}/trpc/${name}${query}`, { headers }))
  const { result, error } = (await response.json()) as {
    result?: { data: unknown }
    error?: { data: { fanion: { code: string } } }
  } // tRPC's format
  return { code: error?.data.fanion.code ?? 'ok', data: result?.data }
}

/** Cached results, because several tools call the same procedures. */
const known = new Map<string, Promise<unknown>>()
const once = <T>(what: string, ask: () => Promise<T>): Promise<T> => {
  const answer = known.get(what) ?? ask()
  known.set(what, answer)
  // Safe cast: each name stands for one call.
  return answer as Promise<T>
}

/** The error code, or `ok`, of a procedure for a caller. */
const codeOver = (name: ProcedureName, who: string): Promise<string> =>
  once(`${name} ${who}`, async () => (await overTrpc(name, await asked[name]?.(), who)).code)

/** The tools listed for a caller. */
const listedTo = (who: string, agent: Client): Promise<string[]> =>
  once(`tools ${who}`, async () => (await agent.listTools()).tools.map((one) => one.name))

/** The first error of a tool's procedures, or `ok`. Changes of others belong to their author. */
async function overTrpcInTurn({ uses }: Tool, who: string): Promise<string> {
  for (const name of uses) {
    const code = await codeOver(name, who)
    const isOthers = name === 'changes.requestReview' && code === 'auth/forbidden'
    if (code !== 'ok' && !isOthers) return code
  }
  return 'ok'
}

/** The error code of a tool, or `ok`. */
const codeOf = async (agent: Client, name: string): Promise<string> =>
  (await callTool(agent, name, inputs[name]?.())).error?.code ?? 'ok'

/** The error for a tool that is not listed. */
const refusalOf = (agent: Client, name: string): Promise<string> =>
  codeOf(agent, name).catch((error: unknown) => (/not found/.test(String(error)) ? 'not offered' : String(error)))

// The last test counts what the earlier ones called.
describe('what a tool answers', { shuffle: false }, () => {
  // Names, because a repeated test calls the same tool again.
  const checked = new Set<string>()

  it.each(tools.map((tool) => [tool.name, tool] as const))('%s is as tRPC answers whoever asks', async (name, tool) => {
    const answers: Record<string, string> = {}
    const wanted: Record<string, string> = {}
    for (const { name: who } of callers) {
      const { agent } = agents.get(who) ?? {}
      if (!agent) throw new Error(`there is no ${who}`)
      const code = await overTrpcInTurn(tool, who)
      const isListed = (await listedTo(who, agent)).includes(name)
      checked.add(`${name} ${who}`)
      // Proposing tools are not listed for callers who can edit nothing in any project.
      const mayEdit = (await codeOver('flags.create', who)) === 'ok'
      wanted[who] = tool.proposes && !mayEdit ? 'not offered' : code
      answers[who] = isListed ? await codeOf(agent, name) : await refusalOf(agent, name)
    }
    expect(answers).toEqual(wanted)
  })

  it('was asked for every tool and caller', () => {
    expect(checked.size).toBe(tools.length * callers.length)
  })
})

describe('a token that ends', () => {
  it('ends what an agent can do at once', async () => {
    const { db } = server.services
    const person = await aPerson(db, 'leaving')
    await join(db, person, project, 'editor')
    const ctx = contextOf(db, person)
    const scopes = [{ project: '*', role: 'editor' }]
    const { text, token } = await createToken(ctx, CreateTokenInput.parse({ name: 'gone', scopes }))
    const agent = await anAgent(url, text)
    expect((await callTool(agent, 'get_flag', aFlag())).isError).toBe(false)
    await db.updateTable('apiToken').set({ revokedAt: new Date() }).where('id', '=', token.id).execute()
    await expect(callTool(agent, 'get_flag', aFlag())).rejects.toThrow(/401|token/i)
  })
})
