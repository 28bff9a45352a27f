import { beforeAll, describe, expect, it } from 'vitest'
import { atRevision } from '../../src/shared/revision-header.ts'
import type { Condition } from '../../src/shared/schemas/condition.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import { aFlag, aFlagOf } from '../support/builders.ts'
import { type Endpoint, endpoints, nobody } from './endpoint-table.ts'
import { aWorld, type World } from './world.ts'

/** A distinctive text for each fact that a client key must not reveal. */
const facts = {
  'the id of a rule': 'secretrule',
  'the key of a segment': 'secret-segment',
  'the key of a flag that pages may not see': 'secret-flag',
  'the salt of a flag': 'secret-salt',
  'a variant that is not served': 'secret-variant',
  'the value of such a variant': 'secret-value',
  'the attribute of a condition': 'secretAttribute',
  'the value of a condition': 'secret-compared',
  'the key of an ordinary condition of a segment': 'secretMember',
} as const

/** Field names with which formats reveal a rule or its position. */
const words = /ruleIndex|ruleId|rule_index|"rules"|prerequisiteKey|inExperiment/

const ofUser: Condition = { attribute: 'targetingKey', operator: 'is', values: ['u'] }
const variants = { shown: 'shown', 'secret-variant': 'secret-value', else: 'else' }
const visible = (key: string, change: Partial<FlagDocument>): FlagDocument =>
  aFlagOf('string', variants, key).with({
    visibleToClients: true,
    salt: `secret-salt-${key}`,
    on: true,
    offVariant: 'else',
    ...change,
  })

const documents: readonly FlagDocument[] = [
  aFlag('secret-flag').with({ on: false, salt: 'secret-salt-1' }),
  visible('by-rule', {
    rules: [
      {
        id: 'secretrule1',
        when: { attribute: 'secretAttribute', operator: 'is', values: ['secret-compared'] },
        serve: { variant: 'secret-variant' },
      },
      { id: 'secretrule2', when: ofUser, serve: { variant: 'shown' } },
    ],
    otherwise: { variant: 'else' },
  }),
  visible('by-segment', {
    rules: [{ id: 'secretrule3', when: { segment: 'secret-segment' }, serve: { variant: 'shown' } }],
    otherwise: { variant: 'else' },
  } as Partial<FlagDocument>),
  visible('by-prerequisite', {
    prerequisites: [{ flag: 'secret-flag', variants: ['on'] }],
    otherwise: { variant: 'else' },
  }),
  visible('off', { on: false, otherwise: { variant: 'else' } }),
]

let world: World
let publicId: string
/** The response to a server key. */
let rules: string

beforeAll(async () => {
  world = await aWorld({ FANION_REQUESTS_PER_MINUTE: '0' })
  const { api, project, where, clientKey } = world
  for (const { key, type, variants: given, visibleToClients } of documents) {
    const listed = Object.entries(given).map(([name, value]) => ({ key: name, value }))
    await api.flags.create.mutate({ project, key, name: key, type, variants: listed, visibleToClients })
  }
  const when: Condition = { attribute: 'secretMember', operator: 'is', values: ['secret-compared'] }
  const segment = { included: ['u'], excluded: [], when }
  await api.segments.create.mutate({ project, key: 'secret-segment', name: 'Segment', document: segment })
  const base = (await api.environments.list.query({ project })).find(({ key }) => key === where.environment)?.revision
  const entries = documents.map((document) => ({ kind: 'flag' as const, key: document.key, document }))
  const { number } = await api.revisions.publish.mutate({ ...where, base: base ?? 0, entries })
  publicId = (await api.keys.list.query({ project })).find(({ id }) => id === clientKey.key.id)?.publicId ?? ''
  const datafile = await fetch(`${world.url}/sdk/v1/datafile`, { headers: { ...world.bearer, ...atRevision(number) } })
  rules = await datafile.text()
})

/** The whole response: its headers, and its body or the start of its stream. */
const answerOf = async ({ method = 'POST', path, body }: Endpoint, query: string): Promise<string> => {
  const stop = new AbortController()
  const address = path.replace(nobody, publicId)
  const response = await fetch(`${world.url}${address}${query && (address.includes('?') ? '&' : '?')}${query}`, {
    method: body ? method : 'GET',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${world.clientKey.text}` },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'manual',
    signal: stop.signal,
  })
  const head = `${response.status} ${JSON.stringify([...response.headers])}`
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return head + (await response.text())
  const { value } = (await response.body?.getReader().read()) ?? {}
  stop.abort()
  return head + new TextDecoder().decode(value)
}

/** Public resources that contain nothing about projects. */
const statics = ['/npm/*', '/sdk/{file}', '/docs', '/api/docs', '/api/v1/openapi.json', '/metrics']
const addresses = Object.entries(endpoints).filter(([name]) => !statics.includes(name))

describe('a client key', () => {
  it('has facts to be kept from it: a server key reads each', () => {
    expect(Object.entries(facts).filter(([, text]) => !rules.includes(text))).toEqual([])
  })

  it('is answered at these addresses, among them those of other systems', async () => {
    const answered: string[] = []
    for (const [name, endpoint] of addresses) if (/^20[02] /.test(await answerOf(endpoint, ''))) answered.push(name)
    expect(answered.filter((name) => name.startsWith('/launchdarkly/')).length).toBeGreaterThan(15)
    expect(answered).toEqual(
      expect.arrayContaining(['/ofrep/v1/evaluate/flags', '/unleash/api/frontend', '/growthbook/api/eval/{id}']),
    )
    const flags = await answerOf(endpoints['/ofrep/v1/evaluate/flags'] as Endpoint, '')
    for (const key of ['by-rule', 'by-segment', 'by-prerequisite', 'off']) expect(flags).toContain(`"${key}"`)
  })

  it.each(
    addresses.flatMap(([name, endpoint]) => ['', 'withReasons=true'].map((query) => ({ name, query, endpoint }))),
  )('learns nothing at $name with “$query” that it must not know', async ({ endpoint, query }) => {
    const answer = await answerOf(endpoint, query)
    const learned = Object.entries(facts).filter(([, text]) => answer.includes(text))
    expect(learned).toEqual([])
    expect(answer).not.toMatch(words)
  })

  it('learns the same reasons as over OFREP from LaunchDarkly’s format', async () => {
    const name = '/launchdarkly/msdk/evalx/context'
    const text = await answerOf(endpoints[name] as Endpoint, 'withReasons=true')
    const answers = JSON.parse(text.slice(text.indexOf(']]') + 2)) as Record<string, { reason: object }>
    expect(Object.fromEntries(Object.entries(answers).map(([key, { reason }]) => [key, reason]))).toEqual({
      'by-rule': { kind: 'RULE_MATCH' },
      'by-segment': { kind: 'RULE_MATCH' },
      'by-prerequisite': { kind: 'PREREQUISITE_FAILED' },
      off: { kind: 'OFF' },
    })
  })
})
