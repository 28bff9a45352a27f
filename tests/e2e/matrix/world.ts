import { randomBytes, randomUUID } from 'node:crypto'
import { proveEnvironment, proveProject } from '../../../src/server/platform/kernel/scope.ts'
import type { FlagDocument } from '../../../src/shared/schemas/flag.ts'
import { bundleOf, flagdFlag } from '../../support/bundles.ts'
import { exposingApplication } from '../../support/exposing-application.ts'
import { aReceiver } from '../../support/receiver.ts'
import { aBrowser, anOwner, testServer } from '../../support/server.ts'
import { warehouseDatabase } from '../../support/warehouse-database.ts'

// An interface, because the API's type is too long for the compiler to print.
interface Person extends Awaited<ReturnType<typeof anOwner>> {}
type Edit = (document: FlagDocument) => FlagDocument

const project = 'shop'
const half: FlagDocument['otherwise'] = {
  split: {
    parts: [
      { variant: 'on', from: 0, to: 50_000 },
      { variant: 'off', from: 50_000, to: 100_000 },
    ],
  },
}
const inNorway: Edit = (document) => ({
  ...document,
  rules: [
    {
      id: 'nordic',
      name: 'Nordic launch',
      when: { attribute: 'country', operator: 'isOneOf', values: ['NO', 'DE'] },
      serve: { variant: 'on' },
    },
  ],
})

/** An installation in which every screen has content: the project `shop`, and `empty`, which has none. */
export type World = Awaited<ReturnType<typeof aWorld>>

export async function aWorld() {
  const { url, server } = await testServer({ FANION_ALLOW_PRIVATE_ADDRESSES: '1' })
  const { db } = server.services
  const owner: Person = await anOwner(url, project)
  const { api } = owner
  await api.projects.create.mutate({ key: 'empty', name: 'Empty' })

  const aMember = async (name: string, role: 'viewer' | 'editor'): Promise<Person> => {
    const credentials = { email: `${name.toLowerCase()}@example.com`, password: randomBytes(12).toString('hex') }
    const { link } = await api.invitations.create.mutate({ project, email: credentials.email, role })
    const member = aBrowser(url)
    const token = link.split('/').at(-1) ?? ''
    await member.api.invitations.accept.mutate({ token, name, password: credentials.password })
    return { ...member, project, credentials }
  }
  const viewer = await aMember('Vera', 'viewer')
  const editor = await aMember('Eda', 'editor')
  const { link } = await api.invitations.create.mutate({ project, email: 'bob@example.com', role: 'editor' })

  const headOf = async (flag: string, environment: string) => {
    const head = (await api.flags.get.query({ project, flag })).heads[environment]
    if (head === undefined) throw new Error(`${flag} is not in ${environment}`)
    return head
  }
  const publish = async (flag: string, environment: string, edit: Edit, message = '') => {
    const { revision: base, document } = await headOf(flag, environment)
    const entries = [{ kind: 'flag' as const, key: flag, document: edit(document) }]
    await api.revisions.publish.mutate({ project, environment, base, message, entries })
  }

  const inShop = { project }
  for (const key of ['checkout', 'contested', 'reviewed'])
    await api.flags.create.mutate({ ...inShop, key, name: `The ${key}`, onIn: ['development'] })
  await publish('checkout', 'development', inNorway, 'Nordic launch')
  await publish('checkout', 'development', (document) => ({ ...document, otherwise: half }), 'Half of them')
  const variants = ['compact', 'classic'].map((key) => ({ key, value: key }))
  const hero = { key: 'hero', name: 'Hero', type: 'string', variants, tags: ['web'], description: 'What comes first' }
  await api.flags.create.mutate({ ...inShop, ...hero, type: 'string' })
  await api.flags.create.mutate({ ...inShop, key: 'gone', name: 'Gone' })
  await api.flags.archive.mutate({ ...inShop, flag: 'gone' })
  await api.segments.create.mutate({ ...inShop, key: 'staff', name: 'Staff' })
  await api.promises.save.mutate({
    ...{ ...inShop, key: 'sweden', name: 'Sweden waits', environments: ['production'], force: 'watches' },
    sentence: 'nobody where country is SE gets checkout on',
  })
  await api.attributes.save.mutate({ ...inShop, name: 'country', type: 'string', knownValues: ['NO', 'DE', 'SE'] })

  await api.environments.edit.mutate({ ...inShop, environment: 'production', requiredApprovals: 1 })
  await api.environments.edit.mutate({ ...inShop, environment: 'development', sampling: true })
  const aReview = async (flag: string, edit: Edit): Promise<number> => {
    const { revision: base, document } = await headOf(flag, 'production')
    const entries = [{ kind: 'flag' as const, key: flag, environment: 'production', base, document: edit(document) }]
    const { number } = await editor.api.changes.save.mutate({ ...inShop, title: `Change ${flag}`, entries })
    await editor.api.changes.requestReview.mutate({ ...inShop, change: number })
    return number
  }
  const reviewed = await aReview('reviewed', (document) => ({ ...document, on: true }))
  await api.changes.comment.mutate({ ...inShop, change: reviewed, body: 'Why now?' })
  const conflicted = await aReview('contested', (document) => ({ ...document, otherwise: { variant: 'off' } }))
  const meanwhile = await headOf('contested', 'production')
  const { number: other } = await api.changes.save.mutate({
    ...inShop,
    title: 'Meanwhile',
    entries: [
      {
        kind: 'flag',
        key: 'contested',
        environment: 'production',
        base: meanwhile.revision,
        document: { ...meanwhile.document, otherwise: half },
      },
    ],
  })
  await api.changes.bypass.mutate({ ...inShop, change: other, reason: 'It burns.' })

  const long = 'A flag whose name somebody wrote out in full, for everybody who comes after them to understand'
  await api.flags.create.mutate({ ...inShop, key: 'a-flag-with-a-key-that-goes-on-and-on', name: long })
  const { revision: base, document } = await headOf('hero', 'staging')
  const title = 'A change with a title as long as they come, and then a few more words'
  const entry = { kind: 'flag', key: 'hero', environment: 'staging', base, document } as const
  await api.changes.save.mutate({ ...inShop, title, entries: [entry] })

  await api.flags.create.mutate({ ...inShop, key: 'ramped', name: 'The ramped', onIn: ['development'] })
  await publish('ramped', 'development', (document) => ({ ...document, otherwise: { variant: 'off' } }))
  const { revision: rampedAt } = await headOf('ramped', 'development')
  const steps = [{ share: 1_000, hold: 'PT1H' }, { share: 25_000, hold: 'P1D' }, { share: 100_000 }]
  const plan = { rule: null, to: 'on', steps }
  const ramping = { ...inShop, environment: 'development', flag: 'ramped', base: rampedAt, plan }
  const { number: starts } = await api.ramps.propose.mutate(ramping)
  await api.changes.publish.mutate({ ...inShop, change: starts })

  const inDevelopment = { ...inShop, environment: 'development' }
  await api.keys.create.mutate({ ...inDevelopment, kind: 'client', name: 'Web shop' })
  const { text } = await api.keys.create.mutate({ ...inDevelopment, kind: 'server', name: 'Backend' })
  await api.serviceTokens.create.mutate({ ...inShop, name: 'Pipeline', role: 'editor' })
  await api.tokens.create.mutate({ name: 'Laptop', scopes: [{ project, role: 'viewer' }] })
  const receiver = await aReceiver()
  const { webhook } = await api.webhooks.create.mutate({ ...inShop, name: 'Deploy bot', url: `${receiver.base}/hook` })
  const now = new Date().toISOString()
  await fetch(`${url}/sdk/v1/telemetry`, {
    method: 'POST',
    headers: { authorization: `Bearer ${text}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ instance: 'matrix', sdk: 'matrix', from: now, to: now, dropped: 0 },
      counts: [{ flag: 'checkout', variant: 'on', count: 1_204 }],
      contexts: ['NO', 'SE', 'DE'].map((country, i) => ({ targetingKey: `user-${i}`, country })),
    }),
  })
  const declared = [
    { key: 'checkout', type: 'boolean', variants: null, default: false },
    { key: 'hero', type: 'string', variants: ['classic'], default: 'classic' },
    { key: 'express-pay-2', type: 'string', variants: ['card', 'invoice'], default: 'card' },
  ]
  await fetch(`${url}/sdk/v1/build`, {
    method: 'POST',
    headers: { authorization: `Bearer ${text}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'shop-web', version: '2.4.0', runtime: 'matrix', flags: declared }),
  })
  const value = { unit: '€', min: 0, max: null }
  await api.events.save.mutate({ ...inShop, key: 'purchase', name: 'What people paid', value, fromClients: true })
  const sum = { kind: 'sum', of: { event: 'purchase' } } as const
  const sales = { name: 'Sales', better: 'more', from: 'anyone', measure: sum } as const
  await api.metrics.create.mutate({ ...inShop, key: 'sales', definition: sales })
  const paid = [20, 49.9, 12, -1].map((euros, i) => ({ event: 'purchase', unit: `user-${i}`, at: now, value: euros }))
  await fetch(`${url}/sdk/v1/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${text}`, 'content-type': 'application/json' },
    body: JSON.stringify({ batch: randomUUID(), sentAt: now, sdk: 'matrix', dropped: 7, exposures: [], events: paid }),
  })
  const others = await warehouseDatabase()
  await others.run('create table orders (person text, at timestamptz, price numeric, plan text)')
  await others.run(
    `insert into orders select 'user-' || n, now() - n * interval '1 hour', n, 'gold' from generate_series(1, 40) as n`,
  )
  const { allowPrivate: _, ...connection } = await others.aReader()
  const inSource = { ...inShop, environment: 'production', key: 'orders', kind: 'postgresql', ...connection } as const
  await api.sources.save.mutate(inSource)
  const ordered = 'select person as unit, at, price as value, plan\nfrom orders\nwhere at >= {{from}} and at < {{to}}'
  const declare = { name: 'Order', value: { unit: '€' }, properties: { plan: ['gold'] } }
  await api.facts.save.mutate({ ...inShop, source: 'orders', event: 'order', query: ordered, declare })
  await api.layers.create.mutate({ ...inShop, key: 'checkouts', name: 'Checkouts' })
  await api.metrics.create.mutate({
    ...{ ...inShop, key: 'buyers' },
    definition: {
      name: 'Buyers',
      better: 'more',
      from: 'anyone',
      measure: { kind: 'proportion', of: { event: 'purchase' } },
    },
  })
  const arms = ['off', 'on'].map((variant) => ({ variant, weight: 50_000 }))
  const anExperiment = async (key: string, name: string, starts: boolean) => {
    await api.flags.create.mutate({ ...inShop, key: `tried-${key}`, name: `Tried ${key}`, onIn: ['development'] })
    const setup = { arms, primary: ['buyers'], hypothesis: 'It sells more.' }
    await api.experiments.create.mutate({ ...inDevelopment, key, name, flag: `tried-${key}`, setup })
    if (!starts) return
    const { revision: base } = await headOf(`tried-${key}`, 'development')
    const { number } = await api.experiments.start.mutate({ ...inShop, experiment: key, base })
    await api.changes.publish.mutate({ ...inShop, change: number })
  }
  await anExperiment('draft', 'Still a draft', false)
  await anExperiment('unseen', 'Does anybody see it?', true)
  await anExperiment('running', 'Does it sell more?', true)
  const proven = await proveProject(db, { kind: 'system', id: null, name: 'Fanion' }, project)
  const development = await proveEnvironment(db, proven, 'development')
  const program = exposingApplication(db, () => new Date(), server.services.vault, server.services.intake)
  await program.serve({ environment: development }, 'tried-running', ['a', 'b', 'c', 'd', 'e'])
  await owner.fetch(`${url}/import/v1/bundles?project=${project}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bundleOf({ 'flags.production.json': { flags: { banner: flagdFlag() } } })),
  })
  return {
    ...{ url, db, owner, viewer, editor, publish },
    ...{ reviewed, conflicted, webhook: webhook.id, invitation: link.slice(link.lastIndexOf('/')) },
  }
}
