import { describe, expect, it } from 'vitest'
import type { Access, Parts, Request, Response, VendorRead } from './vendor-read.ts'
import { vendorReadMethods } from './vendor-read-methods.ts'

const access = (more: Partial<Access> = {}): Access => ({
  host: undefined,
  project: undefined,
  token: undefined,
  keys: {},
  ...more,
})

/** Runs a reading with stubbed responses. */
const answered = (
  reading: VendorRead,
  answer: (request: Request) => Partial<Response>,
): { asked: Request[]; parts: Parts } => {
  const asked: Request[] = []
  let step = reading.next()
  while (!step.done) {
    asked.push(step.value)
    step = reading.next({ body: {}, link: null, ...answer(step.value) })
  }
  return { asked, parts: step.value }
}

const secrets = { token: 'the-token', keys: { production: 'the-key' } }

describe('reading a vendor', () => {
  it.each(Object.entries(vendorReadMethods))('%s says what is missing', (_, { read }) => {
    expect(() => answered(read(access()), () => ({}))).toThrow(/Set |Name /)
  })

  it.each(Object.entries(vendorReadMethods))('%s keeps token and keys out of what is sent on', (_, { read }) => {
    const { parts } = answered(read(access({ host: 'https://vendor.example', project: 'p', ...secrets })), () => ({
      body: { items: [], environments: [{ name: 'production', enabled: true }] },
    }))
    expect(JSON.stringify(parts)).not.toMatch(/the-token|the-key/)
  })

  it('Unleash: the SDKs’ document by environment, the export and the segments', () => {
    const { asked, parts } = answered(
      vendorReadMethods.unleash.read(access({ host: 'https://unleash.example/', project: 'shop', ...secrets })),
      ({ url }) =>
        url.endsWith('/environments') ? { body: { environments: [{ name: 'development', enabled: true }] } } : {},
    )
    expect(asked.map(({ method = 'GET', url }) => `${method} ${url}`)).toEqual([
      'GET https://unleash.example/api/client/features',
      'GET https://unleash.example/api/admin/environments',
      'POST https://unleash.example/api/admin/features-batch/export',
      'GET https://unleash.example/api/admin/segments',
    ])
    expect(asked[2]?.body).toMatchObject({ environment: 'development', project: 'shop' })
    expect(Object.keys(parts)).toEqual(['client-features.production.json', 'export.development.json', 'segments.json'])
  })

  it('Flagsmith: all pages of identity overrides, and of its own host alone', () => {
    const { asked, parts } = answered(
      vendorReadMethods.flagsmith.read(access({ keys: { production: 'ser.1' } })),
      ({ url }) => {
        const first = !url.includes('page')
        const link = first
          ? '<https://edge.api.flagsmith.com/api/v1/environment-document/?page=2>; rel="next"'
          : '<https://example.com/steal>; rel="next"'
        return { body: { identity_overrides: [first ? 1 : 2] }, link }
      },
    )
    expect(asked).toHaveLength(2)
    expect(parts).toEqual({ 'environment-document.production.json': { identity_overrides: [1, 2] } })
  })

  it('ConfigCat: from the region that holds the data, which is one of the vendor’s', () => {
    const read = (u: string) =>
      answered(vendorReadMethods.configcat.read(access({ keys: { production: 'sdk/1' } })), () => ({
        body: { p: { u, r: 1 } },
      })).asked.map(({ url }) => url)
    expect(read('https://cdn-eu.configcat.com')).toEqual([
      'https://cdn-global.configcat.com/configuration-files/sdk/1/config_v6.json',
      'https://cdn-eu.configcat.com/configuration-files/sdk/1/config_v6.json',
    ])
    expect(read('https://configcat.com.example.com')).toHaveLength(1)
  })

  it('GrowthBook and PostHog: page after page', () => {
    const growthbook = answered(vendorReadMethods.growthbook.read(access({ token: 't' })), ({ url }) => ({
      body: { hasMore: url.includes('offset=0') },
    }))
    expect(growthbook.asked.map(({ url }) => new URL(url).pathname)).toEqual([
      '/api/v1/features',
      '/api/v1/features',
      '/api/v1/saved-groups',
      '/api/v1/saved-groups',
      '/api/v1/environments',
    ])
    const posthog = answered(vendorReadMethods.posthog.read(access({ token: 't', project: '7' })), ({ url }) => ({
      body: {
        next:
          url.includes('offset=0') && url.includes('flags')
            ? 'https://us.posthog.com/api/projects/7/feature_flags/?offset=100'
            : null,
      },
    }))
    expect(posthog.asked).toHaveLength(3)
  })
})
