import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { build } from 'esbuild'
import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import { absence, readText } from '../conformance/vectors.ts'
import { aFlag, aFlagOf, where as condition, split } from '../support/builders.ts'
import { aChromium } from '../support/chromium.ts'
import { openStream } from '../support/stream.ts'
import { aWorld, until, type World } from './world.ts'

const absent = absence('ofrep/openapi.yaml')
const title = `the published OpenAPI document of OFREP 0.3.0${absent ? ` (there is ${absent})` : ''}`

/** Validators for the schemas in the document, by name. */
function validators() {
  const document = parse(readText('ofrep/openapi.yaml'))
  const { schemas } = document.components
  // As published, a flag with a value also matches `codeDefaultFlag`, which has no requirements, and an integer also
  // matches `floatFlag`, so that no value could match exactly one of them. Interpreted as intended: a code default has
  // no value.
  schemas.codeDefaultFlag.not = { required: ['value'] }
  for (const part of schemas.evaluationSuccess.allOf)
    if (part.oneOf) Object.assign(part, { anyOf: part.oneOf, oneOf: undefined })
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  ajv.addSchema(JSON.parse(JSON.stringify(document)), 'ofrep')
  return (schema: string, body: unknown): string => {
    const validate = ajv.compile({ $ref: `ofrep#/components/schemas/${schema}` })
    return validate(body) ? 'valid' : ajv.errorsText(validate.errors)
  }
}

/** A flag for each result of an evaluation. */
const documents: readonly FlagDocument[] = [
  aFlag('static').serving('on'),
  aFlag('matched').rule(condition('country', 'is', 'NO'), 'on'),
  aFlag('split').serving(split({ on: 50_000, off: 50_000 })),
  aFlag('disabled').switchedOff(),
  aFlag('code-default').switchedOff().with({ offVariant: null }),
  aFlag('demanding').requiring('disabled', 'on'),
  aFlagOf('string', { a: 'text' }, 'text'),
  aFlagOf('number', { a: 3 }, 'whole'),
  aFlagOf('number', { a: 0.5 }, 'part'),
  aFlagOf('object', { a: { deep: [1, { er: null }] } }, 'object'),
  aFlag('fatal').with({ otherwise: { error: 'PARSE_ERROR' } }),
].map((flag) => ({ ...flag, visibleToClients: true }))

const contexts = [
  { targetingKey: 'user-1', country: 'NO' },
  { targetingKey: 'user-2', country: 'SE', list: [1, 2], nested: { a: true }, nothing: null },
  { country: 'NO' },
  {},
]

let world: World
const ask = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${world.url}/ofrep/v1/evaluate/flags${path}`, {
    method: 'POST',
    headers: { 'x-api-key': world.serverKey.text, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

beforeAll(async () => {
  world = await aWorld()
  const { api, project, where } = world
  for (const { key, type, variants } of documents) {
    const listed = Object.entries(variants).map(([name, value]) => ({ key: name, value }))
    await api.flags.create.mutate({ project, key, name: key, type, variants: listed, visibleToClients: true })
  }
  const base =
    (await api.environments.list.query({ project })).find(({ key }) => key === where.environment)?.revision ?? 0
  const entries = documents.map((document) => ({ kind: 'flag' as const, key: document.key, document }))
  const { number } = await api.revisions.publish.mutate({ ...where, base, entries })
  const served = async () =>
    (await fetch(`${world.url}/sdk/v1/datafile`, { headers: world.bearer })).headers.get('etag')
  await until(async () => (await served())?.includes(`/${number}-`) === true, 'the flags served')
})

describe.skipIf(absent !== undefined)(`${title}`, () => {
  const conforms = absent === undefined ? validators() : () => ''

  it.each(contexts)('fits the answer for each flag, and for all, in the context %j', async (context) => {
    const reasons = new Set<string>()
    for (const { key } of documents) {
      const response = await ask(`/${key}`, { context })
      const body = await response.json()
      const schema = response.status === 200 ? 'serverEvaluationSuccess' : 'evaluationFailure'
      expect([key, response.status === 200 || response.status === 400, conforms(schema, body)]).toEqual([
        key,
        true,
        'valid',
      ])
      reasons.add(body.reason ?? body.errorCode)
    }
    expect(reasons.size).toBeGreaterThan(3)
    const all = await ask('', { context })
    expect(all.headers.get('etag')).toMatch(/^"[\w-]+"$/)
    expect(conforms('bulkEvaluationSuccess', await all.json())).toBe('valid')
  })

  it('fits what is said of a flag that is not there', async () => {
    const response = await ask('/nowhere', { context: contexts[0] })
    expect([response.status, conforms('flagNotFound', await response.json())]).toEqual([404, 'valid'])
  })

  it.each([{}, { context: [] }, { context: null }, { context: 'x' }])('fits the refusal of %j', async (body) => {
    const one = await ask('/static', body)
    expect([one.status, conforms('evaluationFailure', await one.json())]).toEqual([400, 'valid'])
    const all = await ask('', body)
    expect([all.status, conforms('bulkEvaluationFailure', await all.json())]).toEqual([400, 'valid'])
  })

  it('fits the events of the stream', async () => {
    const { eventStreams } = await (await ask('', { context: {} })).json()
    const stream = await openStream(eventStreams[0].url, {})
    await stream.nextOrComment()
    await world.turn(false)
    const { event, id, data } = (await stream.next()) ?? {}
    stream.close()
    expect(conforms('sseEvent', { event, id, data })).toBe('valid')
    expect(conforms('sseEventData', JSON.parse(data ?? ''))).toBe('valid')
    expect(JSON.parse(data ?? '').type).toBe('refetchEvaluation')
  })

  it('does not fit just anything', () => {
    expect(conforms('serverEvaluationSuccess', { key: 'a', value: true })).not.toBe('valid')
    expect(conforms('serverEvaluationSuccess', { key: 'a', value: null, reason: 'STATIC' })).not.toBe('valid')
    expect(conforms('evaluationFailure', { key: 'a', errorCode: 'NOPE' })).not.toBe('valid')
  })
})

const page = `
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider'
import { OpenFeature } from '@openfeature/web-sdk'
const { baseUrl, key } = window.settings
const provider = new OFREPWebProvider({ baseUrl, headers: [['authorization', 'Bearer ' + key]] })
const client = OpenFeature.getClient()
window.value = () => client.getBooleanDetails('static', false)
await OpenFeature.setContext({ targetingKey: 'user-1', country: 'NO' })
window.outcome = await OpenFeature.setProviderAndWait(provider).then(() => 'ready', (error) => String(error))
`

describe("the community's web provider, in Chromium", () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await aChromium()
  })

  /** Opens a page with its own origin, with the provider and a client key that allows these origins. */
  const open = async (originsOf: (own: string) => string[]) => {
    const { outputFiles } = await build({
      stdin: { contents: page, resolveDir: path.resolve(import.meta.dirname, '../..') },
      bundle: true,
      format: 'esm',
      write: false,
    })
    const site = createServer(({ url }, response) => {
      const [type, text] = url === '/page.js' ? ['text/javascript', outputFiles[0]?.text] : ['text/html', html]
      response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(text)
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void site.close())
    // A listening TCP server has an address with a port.
    const own = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
    const asked = { ...world.where, kind: 'client' as const, name: 'Page', allowedOrigins: originsOf(own) }
    const { text: key } = await world.api.keys.create.mutate(asked)
    const settings = JSON.stringify({ baseUrl: world.url, key })
    const html = `<!doctype html><script>window.settings = ${settings}</script><script type="module" src="/page.js"></script>`
    const tab = await browser.newPage()
    await tab.goto(own)
    await tab.waitForFunction('window.outcome')
    return tab
  }

  it('evaluates from an origin on the list of its key, and again after a publish', async () => {
    const tab = await open((own) => [own])
    expect(await tab.evaluate('window.outcome')).toBe('ready')
    expect(await tab.evaluate('window.value()')).toMatchObject({ value: true, variant: 'on', reason: 'STATIC' })
    const { api, project, where } = world
    const base =
      (await api.environments.list.query({ project })).find(({ key }) => key === where.environment)?.revision ?? 0
    await api.flags.switch.mutate({ ...where, flag: 'static', on: false, base })
    await tab.waitForFunction('window.value().value === false')
    expect(await tab.evaluate('window.value()')).toMatchObject({ variant: 'off', reason: 'DISABLED' })
  })

  it('gets nothing from an origin that is not', async () => {
    const tab = await open(() => ['https://app.example.com'])
    expect(await tab.evaluate('window.outcome')).not.toBe('ready')
    expect(await tab.evaluate('window.value()')).toMatchObject({ value: false, reason: 'ERROR' })
  })
})
