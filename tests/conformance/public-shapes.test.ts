import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readBundle } from '../../src/server/platform/threads/uploads/read-bundle.ts'
import { Vendor } from '../../src/shared/features/imports/schemas/import.ts'
import { decodeText } from '../../src/shared/vendors/importing/decode-text.ts'
import { previewOf } from '../../src/shared/vendors/importing/preview.ts'
import { vendorOf, vendors } from '../../src/shared/vendors/importing/vendors.ts'
import { bundleOf } from '../support/bundles.ts'

/*
 * The file formats in which users have their flags, with a small example of each (`shapes/<vendor>`). Every flag must
 * be imported; in files named `one-broken`, every flag except that one.
 */

const folder = path.join(import.meta.dirname, 'shapes')
const files = Vendor.options.flatMap((vendor) =>
  readdirSync(path.join(folder, vendor)).map((name): [Vendor, string] => [vendor, name]),
)

const partsOf = (vendor: Vendor, name: string) =>
  readBundle(bundleOf({ [name]: decodeText(readFileSync(path.join(folder, vendor, name))) }))

const nowMs = Date.parse('2026-06-01T00:00:00Z')

describe('a public shape of a file', () => {
  it.each(files)('of %s is read: %s', async (vendor, name) => {
    const parts = partsOf(vendor, name)
    const claiming = parts.map(({ value }) => Object.values(vendors).filter((one) => one.recognise(value) !== null))
    for (const all of claiming) expect(all.map((one) => one.vendor)).toEqual([vendor])
    const { summary, items } = await previewOf(parts, { nowMs })
    expect(summary.vendor).toBe(vendor)
    const left = items.filter(({ item }) => item.verdict === 'left-out').map(({ item }) => item.theirs)
    expect(left).toEqual(name.startsWith('one-broken') ? ['broken'] : [])
    expect(items.length).toBeGreaterThan(left.length)
    expect(summary.checks.every(({ different }) => different === 0)).toBe(true)
  })

  it('is not required of anything else: files without flags are no vendor’s', () => {
    const others = [
      { hello: 1 },
      [],
      {},
      { apiVersion: 'v1', kind: 'Service', metadata: { name: 'shop' }, spec: { ports: [] } },
      [{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'shop' }, spec: {} }],
      { name: 'package', version: '1.0.0', scripts: { test: 'vitest' }, dependencies: {} },
      { openapi: '3.1.0', paths: { '/': { get: { responses: {} } } } },
      { features: [], flags: [] },
    ]
    expect(others.map(vendorOf)).toEqual(others.map(() => undefined))
  })
})
